// What may be written for a character of an answer: percent- and form-encoding, escapes of JSON and of program texts, references of HTML. It knows no secret.
import { isUtf8 } from 'node:buffer';
import { decodeHTML } from 'entities';

/** The text that an escape says, and where it ends. */
interface EscapeReading {
  says: string;
  end: number;
}

/** Characters with which an escape begins. A plus is a blank in a form. */
const BEGINS = '%\\&+';
const PLUS = 0x2b;
const PERCENT = 0x25;
const BACKSLASH = 0x5c;
/** By the code of a character: whether an escape may begin with it. */
const BEGINS_ESCAPE: Uint8Array = Uint8Array.from({ length: 0x10000 }, (_, code) => Number(BEGINS.includes(String.fromCharCode(code))));

/** undefined: not so many hex digits. */
function hexAt(text: string, at: number, digits: number): number | undefined {
  let value = 0;
  for (let i = at; i < at + digits; i++) {
    const code = text.charCodeAt(i) | 0x20;
    const digit = code >= 0x61 && code <= 0x66 ? code - 0x57 : text.charCodeAt(i) - 0x30;
    if (!(digit >= 0 && digit <= 9) && !(digit >= 10 && digit <= 15 && code >= 0x61)) return undefined;
    value = value * 16 + digit;
  }
  return value;
}

const unit = (code: number | undefined, end: number): EscapeReading | undefined =>
  code === undefined ? undefined : { says: String.fromCharCode(code), end };

/** As a character of several bytes in UTF-8 where it is one, else as a byte. */
function percent(text: string, at: number): EscapeReading | undefined {
  if ((text.charCodeAt(at + 1) | 0x20) === 0x75) return unit(hexAt(text, at + 2, 4), at + 6);
  const first = hexAt(text, at + 1, 2);
  const byte = unit(first, at + 3);
  if (first === undefined || first < 0xc2) return byte;
  const bytes = [first];
  for (const count = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4; bytes.length < count; ) {
    const start = at + 3 * bytes.length;
    const next = text.charCodeAt(start) === PERCENT ? hexAt(text, start + 1, 2) : undefined;
    if (next === undefined) return byte;
    bytes.push(next);
  }
  const character = Buffer.from(bytes);
  return isUtf8(character) ? { says: character.toString('utf8'), end: at + 3 * bytes.length } : byte;
}

const LETTERS: { readonly [letter: string]: string } = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };
const BRACED = /\{([0-9a-f]{1,8})\}/iy;

function backslash(text: string, at: number): EscapeReading | undefined {
  const next = text[at + 1] ?? '';
  if (next === 'x') return unit(hexAt(text, at + 2, 2), at + 4);
  if (next === 'u') {
    BRACED.lastIndex = at + 2;
    const braced = BRACED.exec(text)?.[1];
    if (braced === undefined) return unit(hexAt(text, at + 2, 4), at + 6);
    const code = Number.parseInt(braced, 16);
    return code <= 0x10ffff ? { says: String.fromCodePoint(code), end: BRACED.lastIndex } : undefined;
  }
  // Markdown and shells write a backslash before any of these.
  const says = /[!-/:-@[-`{-~]/.test(next) ? next : LETTERS[next];
  return says === undefined ? undefined : { says, end: at + 2 };
}

const REFERENCE = /&(?:#(?:x[0-9a-f]{1,32}|[0-9]{1,32});?|[a-z][a-z0-9]{1,31};)/iy;

/** As browsers read it (HTML, section 13.2.5.72 and on): a number needs no semicolon, a name does here. */
function reference(text: string, at: number): EscapeReading | undefined {
  REFERENCE.lastIndex = at;
  const whole = REFERENCE.exec(text)?.[0];
  if (whole === undefined) return undefined;
  const says = decodeHTML(whole);
  return says === whole ? undefined : { says, end: at + whole.length };
}

function readEscape(text: string, at: number): EscapeReading | undefined {
  const code = text.charCodeAt(at);
  if (code === PLUS) return { says: ' ', end: at + 1 };
  if (code === PERCENT) return percent(text, at);
  return code === BACKSLASH ? backslash(text, at) : reference(text, at);
}

/** The beginnings of an escape, those of a character of several bytes among them. */
const BEGUN = [
  '%(?:[0-9a-f]|u[0-9a-f]{0,3})?',
  '%[cd][0-9a-f](?:%[0-9a-f]?)?',
  '%e[0-9a-f](?:%[89ab][0-9a-f])?(?:%[0-9a-f]?)?',
  '%f[0-9a-f](?:%[89ab][0-9a-f]){0,2}(?:%[0-9a-f]?)?',
  String.raw`\\(?:x[0-9a-f]?|u(?:\{[0-9a-f]{0,8}|[0-9a-f]{0,3}))?`,
  '&(?:#(?:x?[0-9a-f]{0,32})?|[a-z][a-z0-9]{0,31})?',
];
const CUT_ESCAPE = new RegExp(`(?:${BEGUN.join('|')})$`, 'i');
const LONGEST_BEGUN = 36;

/** Where a text that was cut ends within an escape; undefined where it does not. */
export function cutEscape(text: string): number | undefined {
  const start = Math.max(0, text.length - LONGEST_BEGUN);
  const found = CUT_ESCAPE.exec(text.slice(start));
  return found ? start + found.index : undefined;
}

interface Unescaped {
  text: string;
  /** Where each of its characters begins in the text that it was read from, and where the last one ends. */
  at: Uint32Array;
}

/** The text with each reading read once, and each plus as a blank; undefined where there is neither. */
export function unescaped(text: string): Unescaped | undefined {
  const at = new Uint32Array(text.length + 1);
  const parts: string[] = [];
  let length = 0;
  let done = 0;
  const keep = (end: number): void => {
    if (end > done) parts.push(text.slice(done, end));
    for (; done < end; done++) at[length++] = done;
  };
  for (let next = text.search(/[%\\&+]/); next >= 0 && next < text.length; next++) {
    const code = text.charCodeAt(next);
    if (BEGINS_ESCAPE[code] === 0) continue;
    const reading = readEscape(text, next);
    if (!reading) continue;
    keep(next);
    parts.push(reading.says);
    for (let i = 0; i < reading.says.length; i++) at[length++] = next;
    done = reading.end;
    next = done - 1;
  }
  if (done === 0) return undefined;
  keep(text.length);
  at[length] = text.length;
  return { text: parts.join(''), at: at.subarray(0, length + 1) };
}
