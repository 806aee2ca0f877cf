// One linear pass over JSON text before anything parses it: depth, size, members, broken surrogates, numbers that no double holds.
// It must not recurse, and leaves the grammar to JSON.parse.
import { LIMITS } from '../contract/limits.ts';
import type { OpenPlace } from '../contract/view.ts';
import { holdsExactly } from './exact-number.ts';
import type { Span } from './spans.ts';

export type Scan =
  | { ok: true; members: number; places: OpenPlace[] }
  | { ok: false; code: 'too-deep' | 'too-large' | 'charset' | 'syntax'; message?: string };

/** Values of one document: more would cost more memory than a body of 16 MiB is worth. */
const MOST_VALUES = 2_000_000;
/** Open places that are told apart; with more, the whole document is open. */
const MOST_PLACES = 256;
/** A number of fewer characters is held exactly, unless it has an exponent. */
const SHORT_NUMBER = 16;

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const LOWER_E = 0x65;
const LOWER_U = 0x75;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

class Scanner {
  private readonly text: string;
  private readonly spans: readonly Span[];
  private depth = 0;
  private readonly inArray = new Uint8Array(LIMITS.jsonDepth + 1);
  private readonly index = new Int32Array(LIMITS.jsonDepth + 1);
  private readonly keyStart = new Int32Array(LIMITS.jsonDepth + 1);
  private readonly keyEnd = new Int32Array(LIMITS.jsonDepth + 1);
  private keyNext = false;
  private members = 0;
  private values = 1;
  private span = 0;
  /** The next backslash at or after the string at hand, so that each is looked for once. */
  private backslash = -1;
  private broken = false;
  private readonly places: OpenPlace[] = [];

  constructor(text: string, spans: readonly Span[]) {
    this.text = text;
    this.spans = spans;
  }

  run(): Scan {
    const { text } = this;
    for (let at = 0; at < text.length; ) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        const end = this.stringEnd(at);
        if (end < 0) return { ok: false, code: 'syntax' };
        this.string(at, end);
        at = end;
      } else if ((code <= NINE && code >= ZERO) || code === MINUS) at = this.number(at);
      else {
        if (code >= COMMA && !this.structure(code)) return { ok: false, code: this.depth > LIMITS.jsonDepth ? 'too-deep' : 'syntax' };
        at++;
      }
    }
    if (this.broken) return { ok: false, code: 'charset', message: 'a string holds half of a surrogate pair' };
    if (this.values > MOST_VALUES) return { ok: false, code: 'too-large' };
    return { ok: true, members: this.members, places: this.places };
  }

  /** False when the text cannot be JSON any more, or is too deep. */
  private structure(code: number): boolean {
    switch (code) {
      case COMMA:
        this.values++;
        if (this.inArray[this.depth] === 1) this.index[this.depth]!++;
        else this.keyNext = true;
        return true;
      case COLON:
        this.members++;
        this.keyNext = false;
        return true;
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        if (++this.depth > LIMITS.jsonDepth) return false;
        this.values++;
        this.inArray[this.depth] = code === OPEN_ARRAY ? 1 : 0;
        this.index[this.depth] = 0;
        this.keyNext = code === OPEN_OBJECT;
        return true;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        this.keyNext = false;
        return --this.depth >= 0;
      default:
        return true;
    }
  }

  /** Index after the closing quote; -1 when there is none. */
  private stringEnd(start: number): number {
    const { text } = this;
    let from = start + 1;
    let quote = text.indexOf('"', from);
    for (;;) {
      if (quote < 0) return -1;
      if (this.backslash < from) {
        const next = text.indexOf('\\', from);
        this.backslash = next < 0 ? text.length : next;
      }
      if (this.backslash > quote) return quote + 1;
      from = this.escape(this.backslash);
      if (quote < from) quote = text.indexOf('"', from);
    }
  }

  /** Index after the escape; a surrogate has to bring its partner. */
  private escape(at: number): number {
    const unit = this.unit(at);
    if (unit < 0xd800 || unit > 0xdfff) return at + 2;
    const low = this.unit(at + 6);
    if (unit < 0xdc00 && low >= 0xdc00 && low <= 0xdfff) return at + 12;
    this.broken = true;
    return at + 2;
  }

  private unit(at: number): number {
    if (this.text.charCodeAt(at) !== BACKSLASH || this.text.charCodeAt(at + 1) !== LOWER_U) return -1;
    const digits = this.text.slice(at + 2, at + 6);
    return /^[0-9a-fA-F]{4}$/.test(digits) ? Number.parseInt(digits, 16) : -1;
  }

  private string(start: number, end: number): void {
    if (this.keyNext) {
      this.keyStart[this.depth] = start;
      this.keyEnd[this.depth] = end;
    }
    if (this.span < this.spans.length) this.redacted(start, end);
  }

  private number(start: number): number {
    const { text } = this;
    let at = start + 1;
    let exponent = false;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if ((code | 0x20) === LOWER_E) exponent = true;
      else if (code > NINE || code < 0x2b || code === COMMA) break;
    }
    if ((exponent || at - start >= SHORT_NUMBER) && !this.allOpen && !holdsExactly(text.slice(start, at))) this.place('inexact');
    if (this.span < this.spans.length) this.redacted(start, at);
    return at;
  }

  private redacted(start: number, end: number): void {
    while (this.span < this.spans.length && this.spans[this.span]!.end <= start) this.span++;
    const next = this.spans[this.span];
    if (next !== undefined && next.start < end) this.place('redacted');
  }

  private get allOpen(): boolean {
    return this.places[0]?.path.length === 0;
  }

  private place(why: OpenPlace['why']): void {
    if (this.allOpen) return;
    if (this.places.length >= MOST_PLACES) this.places.splice(0, this.places.length, { path: [], why });
    else this.places.push({ path: this.path(), why });
  }

  private path(): OpenPlace['path'] {
    const path: OpenPlace['path'] = [];
    for (let level = 1; level <= this.depth; level++) path.push(this.inArray[level] === 1 ? this.index[level]! : this.key(level));
    return path;
  }

  private key(level: number): string {
    try {
      return String(JSON.parse(this.text.slice(this.keyStart[level], this.keyEnd[level])));
    } catch {
      return '';
    }
  }
}

/** spans: masked stretches of the text, in order and apart. Never throws. */
export function scanJson(text: string, spans: readonly Span[] = []): Scan {
  return new Scanner(text, spans).run();
}
