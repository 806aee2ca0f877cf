// The secret values that a run looks for in answers, and what replaces each. It keeps no answer.
import { PLACEHOLDER } from '../../contract/placeholder.ts';
import { jsonLeaves } from '../../json/leaves.ts';
import { Automaton } from './automaton.ts';
import { cutEscape, unescaped } from './escapes.ts';
import { base64Spellings, MOST_LAYERS, SHORTEST_SOUGHT, spellings } from './spellings.ts';

interface Found {
  start: number;
  end: number;
  pattern: number;
}

interface Search {
  found: Found[];
  /** Characters at the end that begin a pattern. */
  begun: number;
}

/** accept: whether a pattern counts at its place; a shorter one that ends there may instead. */
function search(text: string, automaton: Automaton, accept: (found: Found) => boolean): Search {
  const found: Found[] = [];
  let state = 0;
  for (let end = 1; end <= text.length; end++) {
    state = automaton.step(state, text.charCodeAt(end - 1));
    if (!automaton.isFound(state)) continue;
    automaton.found(state, (pattern, length) => {
      const one = { start: end - length, end, pattern };
      if (!accept(one)) return false;
      const last = found.at(-1);
      // One value again and again, each within the one before, is one place.
      if (last?.pattern === pattern && one.start < last.end) last.end = end;
      else found.push(one);
      return true;
    });
  }
  return { found, begun: automaton.depth[state]! };
}

interface Pattern {
  mark: string;
  /** Digits: found only where they stand on their own, and replaced so that JSON stays JSON. */
  number: boolean;
}

/** A stretch of the text, and what comes in its place. */
interface Place extends Pattern {
  start: number;
  end: number;
  longest: number;
}

const isNumber = (text: string): boolean => /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text);

const JSON_START = /^\uFEFF?\s*[[{]/;

/** Fewer digits stand in Base64 of other numbers by chance. */
const FEWEST_DIGITS = 12;

/** Where values of a JSON text begin. */
function valueStarts(text: string): ReadonlySet<number> {
  const leaves = JSON_START.test(text) ? jsonLeaves(text, () => true) : undefined;
  return new Set(leaves?.map((l) => l.start));
}

/** Within a longer number or word the digits are another number. */
const standsAlone = (text: string, start: number, end: number): boolean =>
  !/[\w.+-]/.test(text[start - 1] ?? '') && !/^(?:\w|\.\d)/.test(text.slice(end, end + 2));

/** Places apart and in order: of those that overlap nothing is left, and the longest says what comes there. */
function apart(places: readonly Place[]): Place[] {
  const out: Place[] = [];
  for (const place of [...places].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = out.at(-1);
    if (!last || place.start >= last.end) out.push({ ...place });
    else {
      if (place.longest > last.longest) Object.assign(last, { mark: place.mark, number: place.number, longest: place.longest });
      last.end = Math.max(last.end, place.end);
    }
  }
  return out;
}

interface Layer {
  text: string;
  /** Where a character of it begins in the whole. */
  origin(index: number): number;
}

/** Up to the escape in which a text was cut, and to those around it: an escape of an escape is cut in both. */
function beforeCut(text: string): string {
  let end = text.length;
  for (let layer = 0; layer <= MOST_LAYERS; layer++) end = cutEscape(text.slice(0, end)) ?? end;
  return text.slice(0, end);
}

/** The text as it stands, and what the escapes in it say, those within others too. cut: each ends before the escapes in which it was cut. */
function* layers(whole: string, cut: boolean): Generator<Layer> {
  let text = cut ? beforeCut(whole) : whole;
  yield { text, origin: (index) => index };
  let at: Uint32Array | undefined;
  for (let layer = 0; layer < MOST_LAYERS; layer++) {
    const next = unescaped(text);
    if (!next) return;
    const inner = at;
    const places = inner ? next.at.map((index) => inner[index]!) : next.at;
    [text, at] = [cut ? beforeCut(next.text) : next.text, places];
    yield { text, origin: (index) => places[index]! };
  }
}

export class Sought {
  readonly #patterns: Pattern[] = [];
  readonly #texts: string[] = [];
  readonly #marks = new Set<string>();
  /** Made when something is looked for. */
  #automaton: Automaton | undefined;

  get isEmpty(): boolean {
    return this.#texts.length === 0;
  }

  add(value: string, mark: string): void {
    const number = isNumber(value);
    this.#automaton = undefined;
    this.#marks.add(mark);
    const put = (texts: readonly string[], pattern: Pattern): void => {
      for (const text of texts) {
        this.#texts.push(text);
        this.#patterns.push(pattern);
      }
    };
    if (value.length >= SHORTEST_SOUGHT) put(spellings(value), { mark, number });
    if (value.length >= (number ? FEWEST_DIGITS : SHORTEST_SOUGHT)) put(base64Spellings(value), { mark, number: false });
  }

  /** cut: there was more of it; then an end that begins a value is taken off. */
  takenOut(text: string, cut = false): string {
    const { places, begun } = this.#search(text, cut);
    const all = apart(places);
    if (all.length === 0 && begun === text.length) return text;
    let starts: ReadonlySet<number> | undefined;
    let out = '';
    let done = 0;
    for (const { start, end, mark, number } of all) {
      if (number) starts ??= valueStarts(text);
      out += text.slice(done, start) + (number && starts?.has(start) ? `"${mark}"` : mark);
      done = end;
    }
    return out + text.slice(done, Math.max(done, begun));
  }

  isIn(text: string): boolean {
    return this.#search(text, false).places.length > 0;
  }

  #search(whole: string, cut: boolean): { places: Place[]; begun: number } {
    this.#automaton ??= new Automaton(this.#texts);
    const places: Place[] = [];
    let begun = whole.length;
    for (const { text, origin } of layers(whole, cut)) {
      // A plus before digits is their sign, though a form means a blank.
      const isOne = ({ start, end, pattern }: { start: number; end: number; pattern: number }): boolean =>
        !this.#patterns[pattern]!.number || (standsAlone(text, start, end) && whole[origin(start) - 1] !== '+');
      const seen = search(text, this.#automaton, isOne);
      for (const { start, end, pattern } of seen.found)
        places.push({ start: origin(start), end: origin(end), longest: this.#texts[pattern]!.length, ...this.#patterns[pattern]! });
      if (cut) begun = Math.min(begun, origin(text.length - seen.begun));
    }
    return { places, begun: this.#afterMarks(whole, begun) };
  }

  /** A placeholder that stands at the end already stays whole. */
  #afterMarks(text: string, begun: number): number {
    const from = Math.max(0, begun - PLACEHOLDER.length - 64);
    for (const found of text.slice(from).matchAll(new RegExp(PLACEHOLDER, 'g'))) {
      const end = from + found.index + found[0].length;
      if (this.#marks.has(found[0]) && begun < end) return end;
    }
    return begun;
  }
}
