// What changes between answers that are otherwise one: spans that differ are masked in place, and another answer fits where only masked places differ.
// Pure, deterministic, and linear in the length of the texts, whatever they hold. It knows no exchange.

export const MOST_SPANS = 8;
/** Characters of one span. */
export const LONGEST_SPAN = 128;
/** Texts that differ are in step again where so many characters agree. */
const ANCHOR = 8;
/** Spans before neighbours are merged. */
const MOST_RAW = 4 * MOST_SPANS;

/** A span of one text, and what stands in its place in the other. */
interface Span {
  start: number;
  end: number;
  other: string;
}

export interface MaskedText {
  /** What stands fast; between two pieces lies one masked place. */
  fixed: readonly string[];
  /** Of each masked place, the delimiters that were seen in it: no other may stand there, so that no mask swallows structure. */
  delimiters: readonly ReadonlySet<string>[];
}

const DELIMITER = /[\s"'<>{}[\],;&]/g;
const delimitersOf = (text: string): string[] => text.match(DELIMITER) ?? [];

const agree = (a: string, i: number, b: string, j: number): boolean => {
  for (let k = 0; k < ANCHOR; k++) {
    const [endA, endB] = [i + k >= a.length, j + k >= b.length];
    if (endA || endB) return endA && endB;
    if (a.charCodeAt(i + k) !== b.charCodeAt(j + k)) return false;
  }
  return true;
};

/** The nearest places at which both are in step again; of equally near ones the first in a. */
function inStep(a: string, i: number, b: string, j: number): [number, number] | undefined {
  for (let sum = 1; sum <= 2 * LONGEST_SPAN; sum++)
    for (let step = Math.max(0, sum - LONGEST_SPAN); step <= Math.min(sum, LONGEST_SPAN); step++)
      if (i + step <= a.length && j + sum - step <= b.length && agree(a, i + step, b, j + sum - step)) return [i + step, j + sum - step];
  return undefined;
}

/** Where two texts differ, or undefined where they differ too much. */
function differences(a: string, b: string): Span[] | undefined {
  const out: Span[] = [];
  let [i, j] = [0, 0];
  for (;;) {
    while (i < a.length && j < b.length && a.charCodeAt(i) === b.charCodeAt(j)) {
      i++;
      j++;
    }
    if (i === a.length && j === b.length) return out;
    const next = out.length < MOST_RAW ? inStep(a, i, b, j) : undefined;
    if (!next) return undefined;
    out.push({ start: i, end: next[0], other: b.slice(j, next[1]) });
    [i, j] = next;
  }
}

const WORD = /[A-Za-z0-9_-]/;
const DIGIT = /\d/;

/** Part of a token: a word character, or what stands between the digits of a time or a number. */
const ofToken = (text: string, at: number): boolean => {
  const char = text.charAt(at);
  return WORD.test(char) || ((char === ':' || char === '.') && DIGIT.test(text.charAt(at - 1)) && DIGIT.test(text.charAt(at + 1)));
};

/** Spans as wide as the tokens that they lie in: what two tokens have in common by chance, a third one need not have. */
function widened(text: string, spans: readonly Span[]): Span[] {
  const out: Span[] = [];
  for (const span of spans) {
    let { start, end } = span;
    const before = out.at(-1)?.end ?? 0;
    while (start > before && ofToken(text, start - 1)) start--;
    while (end < text.length && ofToken(text, end)) end++;
    const wide = { start, end, other: text.slice(start, span.start) + span.other + text.slice(span.end, end) };
    add(out, wide);
  }
  return out;
}

/** The last of some and one more that touch or overlap are one. Only the delimiters of what stood in their place are of use after that. */
function add(out: Span[], span: Span): void {
  const former = out.at(-1);
  if (!former || span.start > former.end) out.push(span);
  else out[out.length - 1] = { start: former.start, end: Math.max(former.end, span.end), other: former.other + span.other };
}

function merged(spans: readonly Span[]): Span[] {
  const out: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start || a.end - b.end)) add(out, span);
  return out;
}

const SAYS_SOMETHING = /[\p{L}\p{N}\ufdd0-\ufddf]/u;

/** What the texts have in common, or undefined where it cannot be told: too many spans, too long ones, or nothing besides them. */
export function template(texts: readonly string[]): MaskedText | undefined {
  const [first = '', ...others] = texts;
  const all: Span[] = [];
  for (const other of new Set(others)) {
    const spans = differences(first, other);
    if (!spans) return undefined;
    all.push(...widened(first, spans));
  }
  const gaps = merged(all);
  if (gaps.length > MOST_SPANS || gaps.some(({ start, end }) => end - start > LONGEST_SPAN)) return undefined;
  const fixed = [...gaps, { start: first.length }].map(({ start }, i) => first.slice(gaps[i - 1]?.end ?? 0, start));
  if (gaps.length > 0 && !fixed.some((piece) => SAYS_SOMETHING.test(piece))) return undefined;
  const delimiters = gaps.map(({ start, end, other }) => new Set(delimitersOf(first.slice(start, end) + other)));
  const made = { fixed, delimiters };
  return texts.every((text) => fits(made, text)) ? made : undefined;
}

/** Places at which the next piece may begin, when the one before may end at any of `ends` (ascending). */
function reachable(text: string, ends: readonly number[], allowed: ReadonlySet<string>): number[] {
  const out: number[] = [];
  let until = -1;
  let next = 0;
  for (let at = ends[0] as number; at <= text.length && (at <= until || next < ends.length); at++) {
    if (at === ends[next]) {
      until = at + LONGEST_SPAN;
      next++;
    }
    if (at > until) continue;
    out.push(at);
    const char = text.charAt(at);
    if (!allowed.has(char) && char.search(DELIMITER) === 0) until = at;
  }
  return out;
}

/** For each end of a beginning of the piece, how much of it begins the piece anew (Knuth, Morris and Pratt): no text makes the search slow. */
function borders(piece: string): Int32Array {
  const out = new Int32Array(piece.length);
  for (let at = 1, long = 0; at < piece.length; at++) {
    while (long > 0 && piece.charCodeAt(at) !== piece.charCodeAt(long)) long = out[long - 1] as number;
    if (piece.charCodeAt(at) === piece.charCodeAt(long)) long++;
    out[at] = long;
  }
  return out;
}

/** Ends of the piece where it begins at one of the places (ascending). */
function endsOf(text: string, piece: string, places: readonly number[]): number[] {
  if (piece === '' || places.length === 0) return [...places];
  const wanted = new Set(places);
  const from = places[0] as number;
  const to = Math.min(text.length, (places.at(-1) as number) + piece.length);
  const back = borders(piece);
  const out: number[] = [];
  for (let at = from, long = 0; at < to; at++) {
    while (long > 0 && text.charCodeAt(at) !== piece.charCodeAt(long)) long = back[long - 1] as number;
    if (text.charCodeAt(at) === piece.charCodeAt(long)) long++;
    if (long < piece.length) continue;
    if (wanted.has(at + 1 - piece.length)) out.push(at + 1);
    long = back[long - 1] as number;
  }
  return out;
}

/** Whether a text differs from the template in masked places only. put: what is to be put into the pieces before they are compared. */
export function fits({ fixed, delimiters }: MaskedText, text: string, put: (piece: string) => string = (piece) => piece): boolean {
  const head = put(fixed[0] as string);
  if (delimiters.length === 0) return text === head;
  if (!text.startsWith(head)) return false;
  let ends = [head.length];
  for (const [i, allowed] of delimiters.entries()) {
    if (ends.length === 0) return false;
    const piece = put(fixed[i + 1] as string);
    const places = reachable(text, ends, allowed);
    const last = i === delimiters.length - 1;
    ends = last ? places.filter((at) => at + piece.length === text.length && text.endsWith(piece)) : endsOf(text, piece, places);
  }
  return ends.length > 0;
}

/** Made by a machine for one answer: it holds a digit, or is one long word. */
const MADE = /\d|^.{16,}$/;

/** What stands in one place of two texts: equal but for words that a machine made. */
function isSame(a: string, b: string): boolean {
  const [mine, theirs] = [a.split(DELIMITER), b.split(DELIMITER)];
  return (
    mine.length === theirs.length && mine.every((word, i) => word === theirs[i] || (MADE.test(word) && MADE.test(theirs[i] as string)))
  );
}

/** Whether two texts differ at most in a few places that a machine fills in. For two answers of which nothing else is known. */
export function alike(a: string, b: string): boolean {
  if (a === b) return true;
  const spans = widened(a, differences(a, b) ?? []);
  const short = ({ start, end, other }: Span): boolean => Math.max(end - start, other.length) <= LONGEST_SPAN;
  return (
    spans.length > 0 &&
    spans.length <= MOST_SPANS &&
    spans.every((span) => short(span) && isSame(a.slice(span.start, span.end), span.other))
  );
}
