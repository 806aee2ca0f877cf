// One linear pass over JSON text before anything parses it: depth, size, members, broken surrogates, numbers that no double holds.
// It leaves values, and what is a string or a number, to JSON.parse.
import type { OpenPlace } from '../contract/view.ts';
import { holdsExactly } from './exact-number.ts';
import type { TextSpan } from './spans.ts';
import { JsonTokens, QUOTE } from './tokens.ts';

export type Scan =
  | { ok: true; members: number; places: OpenPlace[] }
  | { ok: false; code: 'too-deep' | 'too-large' | 'charset' | 'syntax'; message?: string };

/** Open places that are told apart; with more, the whole document is open. */
const MOST_PLACES = 256;
/** A number of fewer characters is held exactly, unless it has an exponent. */
const SHORT_NUMBER = 16;
const NINE = 0x39;
const LOWER_E = 0x65;
/** Any escape of half a surrogate pair, and two that make a whole one. */
const HALF = /\\u[dD][89a-fA-F][\da-fA-F]{2}/;
const PAIR = /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}/g;

/** Whether a string brings half of a pair alone. A half that is no escape cannot stand in it: the text was decoded from bytes. */
const hasLoneHalf = (raw: string): boolean => HALF.test(raw.replace(/\\[^u]/g, '').replace(PAIR, ''));

class Scanner {
  members = 0;
  broken = false;
  readonly places: OpenPlace[] = [];
  readonly tokens: JsonTokens;
  readonly #hasHalves: boolean;
  #span = 0;

  constructor(
    private readonly text: string,
    private readonly spans: readonly TextSpan[],
    mostValues: number,
  ) {
    this.#hasHalves = HALF.test(text);
    this.tokens = new JsonTokens(text, this, { mostValues });
  }

  name(start: number, end: number): void {
    this.members++;
    this.#string(start, end);
    this.#masked(start, end);
  }

  scalar(start: number, end: number): void {
    const first = this.text.charCodeAt(start);
    if (first === QUOTE) this.#string(start, end);
    else if (first <= NINE && !this.#allOpen) this.#number(start, end);
    this.#masked(start, end);
  }

  #string(start: number, end: number): void {
    if (this.#hasHalves && hasLoneHalf(this.text.slice(start, end))) this.broken = true;
  }

  #number(start: number, end: number): void {
    if (end - start < SHORT_NUMBER && !this.#hasExponent(start, end)) return;
    if (!holdsExactly(this.text.slice(start, end))) this.#place('inexact');
  }

  #hasExponent(start: number, end: number): boolean {
    for (let at = start; at < end; at++) if ((this.text.charCodeAt(at) | 0x20) === LOWER_E) return true;
    return false;
  }

  #masked(start: number, end: number): void {
    while (this.#span < this.spans.length && this.spans[this.#span]!.end <= start) this.#span++;
    const next = this.spans[this.#span];
    if (next !== undefined && next.start < end) this.#place('redacted');
  }

  get #allOpen(): boolean {
    return this.places[0]?.path.length === 0;
  }

  #place(why: OpenPlace['why']): void {
    if (this.#allOpen) return;
    if (this.places.length >= MOST_PLACES) this.places.splice(0, this.places.length, { path: [], why });
    else this.places.push({ path: this.tokens.path(), why });
  }
}

/** spans: masked stretches of the text, in order and apart. mostValues: with more it is too large. Never throws. */
export function scanJson(text: string, spans: readonly TextSpan[], mostValues: number): Scan {
  const scanner = new Scanner(text, spans, mostValues);
  const { why } = scanner.tokens.read();
  if (why !== 'end') return { ok: false, code: why === 'too-deep' || why === 'too-large' ? why : 'syntax' };
  if (scanner.broken) return { ok: false, code: 'charset', message: 'a string holds half of a surrogate pair' };
  return { ok: true, members: scanner.members, places: scanner.places };
}
