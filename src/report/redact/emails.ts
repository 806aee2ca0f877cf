// Finds personal e-mail addresses, however their at sign is written. Addresses of a role (support@…) are published for everybody and stay.
import { escaped, type RedactedSpan } from './span.ts';

const ROLES = new Set(
  'abuse accounts admin agent agents api billing careers compliance contact dev developer developers dpo enquiries feedback git hello help hostmaster info integrations it jobs legal mail marketing media news no-reply noc noreply office partners postmaster press privacy root sales security service services support sysadmin team test user webmaster'.split(
    ' ',
  ),
);
/** As it is, in a URL (RFC 3986, section 2.1), in HTML and in JSON. */
const AT = /@|%40|&#0{0,4}64;|&#x0{0,4}40;|&commat;|\\u0040/gi;
/** A letter beyond ASCII as many writers of JSON spell it. */
const LETTER_ESCAPE = '\\\\u0(?:0[c-f]|[1-5][0-9a-f])[0-9a-f]';
const ESCAPE_LENGTH = '\\u00fc'.length;
/** What stays of an address (its at sign, and marks of the local part as a URL writes them, which without their letters are no escapes), an escape, or a letter or digit. */
const KEPT_OR_LETTER = new RegExp(`(${AT.source}|%2[BDE]|%5F)|(${LETTER_ESCAPE})|[\\p{L}\\p{M}\\p{N}]`, 'giu');
/** Letters of scripts that put blanks between words: an address ends where its letters do. */
const SPACED = '\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{M}';

interface Alphabet {
  local: RegExp;
  /** Of host names, the likeliest first: in other scripts the words behind an address may touch it. */
  hosts: readonly RegExp[];
}

const host = (letters: string): RegExp => new RegExp(`(?:[A-Za-z0-9.${letters}-]|${LETTER_ESCAPE})*`, 'iuy');
const ASCII: Alphabet = { local: /[A-Za-z0-9._%+-]/, hosts: [host('')] };
const EVERY: Alphabet = {
  local: new RegExp(`[A-Za-z0-9._%+${SPACED}-]`, 'u'),
  hosts: [host(SPACED), host('\\p{L}\\p{M}\\p{N}'), host('')],
};
/** Of letters, or as the DNS has one of another script. */
const TOP_LABEL = new RegExp(`^(?:(?:[\\p{L}\\p{M}]|${LETTER_ESCAPE}){2,24}|xn--[a-z0-9-]{1,59})$`, 'iu');
const MOST_LOCAL = 64;
const MOST_DOMAIN = 253;

/** Where a place inside a JSON escape (the n of \\n, a digit of \\u0001) leaves it; any other place as it is. */
function pastEscape(text: string, at: number): number {
  for (let back = 0; back <= 4; back += 1)
    if (escaped(text, at - back)) {
      const end = at - back + (text[at - back] === 'u' ? 5 : 1);
      if (end > at) return end;
    }
  return at;
}

const ENDS_IN_LETTER = new RegExp(`${LETTER_ESCAPE}$`, 'i');

/** Start of the local part that ends before `at`; never inside a JSON escape. */
function localStart(text: string, at: number, floor: number, letters: RegExp): number {
  let start = at;
  for (;;) {
    while (start > floor && at - start < MOST_LOCAL && letters.test(text[start - 1]!)) start -= 1;
    start = pastEscape(text, start);
    const before = start - ESCAPE_LENGTH;
    if (before < floor || at - before > MOST_LOCAL || !ENDS_IN_LETTER.test(text.slice(before, start)) || !escaped(text, before + 1)) break;
    start = before;
  }
  while (start < at && text[start] === '.') start += 1;
  return Math.min(start, at);
}

/** End of the host name that begins at `from`, without trailing dots; 0 when it has no top-level label of letters. */
function domainEnd(text: string, from: number, hosts: readonly RegExp[]): number {
  const rest = text.slice(from, from + MOST_DOMAIN);
  for (const one of hosts) {
    one.lastIndex = 0;
    const name = one.exec(rest)![0].replace(/[.-]+$/, '');
    const dot = name.lastIndexOf('.');
    if (dot > 0 && TOP_LABEL.test(name.slice(dot + 1))) return from + name.length;
  }
  return 0;
}

/** `ascii`: of a text of bytes that nobody has decoded, where a letter beyond ASCII may be half of another. */
export function emails(text: string, ascii = false): RedactedSpan[] {
  const { local, hosts } = ascii ? ASCII : EVERY;
  const found: RedactedSpan[] = [];
  let floor = 0;
  for (const { index: at, 0: sign } of text.matchAll(AT)) {
    const start = localStart(text, at, floor, local);
    // A slash before it means a path or user info of a URL, which names a place and no person.
    if (start === at || text[start - 1] === '/' || ROLES.has(text.slice(start, at).toLowerCase())) continue;
    const end = domainEnd(text, at + sign.length, hosts);
    if (end === 0) continue;
    found.push({ start, end, kind: 'email' });
    floor = end;
  }
  return found;
}

/** x for letters and digits of the local part and the domain, as long as what it stands for; the at sign and the top-level label stay, so that it is still an address. */
export function maskedEmail(text: string): string {
  const tld = text.lastIndexOf('.');
  const mask = (letter: string, kept?: string, spelt?: string): string =>
    kept ?? (spelt === undefined ? 'x'.repeat(letter.length) : '\\u0078');
  return text.slice(0, tld).replace(KEPT_OR_LETTER, mask) + text.slice(tld);
}
