// The quoter: makes text of a target inert, so that it can stand in Markdown code, on a terminal or in a log line.
// It must not depend on the Unicode tables of the Node that runs it (verdicts quote through it): its table is written out.

/** Ranges of code points that are shown as \u{…}: what is invisible, reorders text, moves a cursor or has no agreed look. */
const HIDDEN: readonly (readonly [number, number])[] = [
  [0x00, 0x1f], // C0 controls
  [0x7f, 0x9f], // DEL, C1 controls
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x600, 0x605],
  [0x61c, 0x61c],
  [0x6dd, 0x6dd],
  [0x70f, 0x70f],
  [0x890, 0x891],
  [0x8e2, 0x8e2],
  [0x115f, 0x1160], // Hangul fillers
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f], // zero width, direction marks
  [0x2028, 0x202e], // line and paragraph separators, bidi overrides
  [0x2060, 0x206f], // invisible operators, bidi isolates
  [0x2800, 0x2800], // blank Braille
  [0x3164, 0x3164],
  [0xd800, 0xf8ff], // lone surrogates, private use
  [0xfdd0, 0xfdef], // noncharacters
  [0xfe00, 0xfe0f], // variation selectors
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
  [0xfffe, 0xffff],
  [0x110bd, 0x110bd],
  [0x110cd, 0x110cd],
  [0x13430, 0x1343f],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0x10ffff], // tags, variation selectors, private planes
];

/** The ranges ascend and the last one ends with Unicode: the first that does not end before the point holds it, or none does. */
const hidden = (point: number): boolean => HIDDEN.find(([, last]) => point <= last)![0] <= point;

/** Most text is plain, and nothing of it needs a second look. */
const PLAIN = /^[\x20-\x5f\x61-\x7e]*$/;

const escapePoint = (point: number): string => `\\u{${point.toString(16)}}`;

/** The text with everything invisible written out; `keep` names characters that may stay as they are (such as a line feed). */
export function visible(text: string, keep = ''): string {
  if (PLAIN.test(text)) return text;
  let out = '';
  for (const char of text) {
    const point = char.codePointAt(0)!;
    out += hidden(point) && !keep.includes(char) ? escapePoint(point) : char;
  }
  return out;
}

/**
 * Text of a target in one inert line of at most `max` characters: what is invisible is written out, so is the backtick
 * (a single-backtick code span then holds it), and what was cut ends with an ellipsis. Quoting twice changes nothing. `keep` as above.
 */
export function quote(text: string, max = 160, keep = ''): string {
  if (text.length <= max && PLAIN.test(text)) return text;
  let out = '';
  let length = 0;
  let fits = 0; // length in code units of what still leaves room for the ellipsis
  for (const char of text) {
    const point = char.codePointAt(0)!;
    const piece = (point === 0x60 || hidden(point)) && !keep.includes(char) ? escapePoint(point) : char;
    const width = piece === char ? 1 : piece.length;
    if (length + width > max) return `${out.slice(0, fits)}…`;
    out += piece;
    length += width;
    if (length < max) fits = out.length;
  }
  return out;
}

/** An address in what is told: whatever stands before a host may be a password. */
export function withoutUser(text: string): string {
  const at = text.lastIndexOf('@');
  return at < 0 ? text : `…${text.slice(at)}`;
}
