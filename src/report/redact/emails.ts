// Finds personal e-mail addresses, however their at sign is written. Addresses of a role (support@…) are published for everybody and stay.
import { escaped, type RedactedSpan } from './span.ts';

const ROLES = new Set(
  'abuse accounts admin agent agents api billing careers compliance contact dev developer developers dpo enquiries feedback git hello help hostmaster info integrations it jobs legal mail marketing media news no-reply noc noreply office partners postmaster press privacy root sales security service services support sysadmin team test user webmaster'.split(
    ' ',
  ),
);
/** As it is, in a URL (RFC 3986, section 2.1), in HTML and in JSON. */
const AT = /@|%40|&#0{0,4}64;|&#x0{0,4}40;|&commat;|\\u0040/gi;
/** What stays of an address (its at sign, and marks of the local part as a URL writes them, which without their letters are no escapes), or a letter or digit. */
const KEPT_OR_LETTER = new RegExp(`(${AT.source}|%2[BDE]|%5F)|[A-Za-z0-9]`, 'gi');
const LOCAL = /[A-Za-z0-9._%+-]/;
const DOMAIN = /[A-Za-z0-9.-]/;
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

/** Start of the local part that ends before `at`; never inside a JSON escape. */
function localStart(text: string, at: number, floor: number): number {
  let start = at;
  while (start > floor && at - start < MOST_LOCAL && LOCAL.test(text[start - 1]!)) start -= 1;
  start = pastEscape(text, start);
  while (start < at && text[start] === '.') start += 1;
  return Math.min(start, at);
}

/** End of the host name that begins at `from`, without trailing dots; 0 when it has no top-level label of letters. */
function domainEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length && end - from < MOST_DOMAIN && DOMAIN.test(text[end]!)) end += 1;
  while (end > from && (text[end - 1] === '.' || text[end - 1] === '-')) end -= 1;
  const host = text.slice(from, end);
  const dot = host.lastIndexOf('.');
  return dot > 0 && /^[A-Za-z]{2,24}$/.test(host.slice(dot + 1)) ? end : 0;
}

export function emails(text: string): RedactedSpan[] {
  const found: RedactedSpan[] = [];
  let floor = 0;
  for (const { index: at, 0: sign } of text.matchAll(AT)) {
    const start = localStart(text, at, floor);
    // A slash before it means a path or user info of a URL, which names a place and no person.
    if (start === at || text[start - 1] === '/' || ROLES.has(text.slice(start, at).toLowerCase())) continue;
    const end = domainEnd(text, at + sign.length);
    if (end === 0) continue;
    found.push({ start, end, kind: 'email' });
    floor = end;
  }
  return found;
}

/** x for letters and digits of the local part and the domain; the at sign and the top-level label stay, so that it is still an address. */
export function maskedEmail(text: string): string {
  const tld = text.lastIndexOf('.');
  return text.slice(0, tld).replace(KEPT_OR_LETTER, (_, kept?: string) => kept ?? 'x') + text.slice(tld);
}
