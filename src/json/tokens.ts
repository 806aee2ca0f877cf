// The one tokenizer of JSON text (RFC 8259): one linear pass without recursion that tells where each token stands and where in the document it belongs.
// It makes no values: JSON.parse does that.
import { parsedJson } from '../contract/json.ts';
import { LIMITS } from '../contract/limits.ts';

/** What hears of tokens, in order. Offsets are in UTF-16 units; `end` is the first one behind. */
export interface TokenListener {
  /** An object or a list begins. */
  open?(list: boolean, at: number): void;
  /** It ends. */
  close?(): void;
  /** The name of a member, with its quotes. */
  name?(start: number, end: number): void;
  /** A string with its quotes, a number, true, false or null. */
  scalar?(start: number, end: number): void;
}

export interface TokenOptions {
  /** Looks into every string, number and word. Without it JSON.parse has to decide about those. */
  strict?: boolean;
  /** Goes on behind what JSON does not have there: whatever stands before a colon is a name. */
  lenient?: boolean;
  /** Ends with the first value beyond so many: objects, lists and scalars. */
  mostValues?: number;
}

/** How a reading ended: at the end of the document, in the middle of one, at a token that JSON does not have there, too deep, or at a value too many. */
export type ReadingEnd = { why: 'end' | 'cut' | 'syntax' | 'too-deep' | 'too-large'; at: number; depth: number };

/** What may come next, by what came before. */
type Next = 'value' | 'value-or-end' | 'name' | 'name-or-end' | 'colon' | 'comma-or-end' | 'nothing' | 'anything';

export const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const WORDS = ['true', 'false', 'null'];
const CUT_ESCAPE = /^(?:\\(?:u[\da-fA-F]{0,3})?)?$/;

/** What a character ends: nothing (0), or a number or word, as blank, mark or quote. */
const BLANK = 1;
const MARK = 2;
const QUOTED = 3;
const KINDS = new Uint8Array(128);
for (const char of ' \t\n\r') KINDS[char.charCodeAt(0)] = BLANK;
for (const char of ',:[]{}') KINDS[char.charCodeAt(0)] = MARK;
KINDS[QUOTE] = QUOTED;

const kindOf = (code: number): number => (code < 128 ? KINDS[code]! : 0);

/** Whether JSON.parse takes a text. */
export const isJson = (raw: string): boolean => parsedJson(raw) !== undefined;

/** Whether a token that is none could become one if its text went on: a string may be cut within an escape. */
function mayGoOn(raw: string): boolean {
  if (!raw.startsWith('"')) return isJson(`${raw}0`) || WORDS.some((word) => word.startsWith(raw));
  return [0, 1, 2, 3, 4, 5].some((k) => {
    const kept = raw.length - k;
    return kept > 0 && CUT_ESCAPE.test(raw.slice(kept)) && isJson(`${raw.slice(0, kept)}"`);
  });
}

function nameOf(raw: string): string {
  const name = parsedJson(raw);
  return name === undefined ? raw.slice(1, -1) : String(name);
}

/** Reads a text once. While a listener is told, `path` says where the token stands. */
export class JsonTokens {
  /** Objects and lists that are open. */
  depth = 0;
  readonly #isList = new Uint8Array(LIMITS.jsonDepth + 2);
  readonly #index = new Int32Array(LIMITS.jsonDepth + 2);
  readonly #nameStart = new Int32Array(LIMITS.jsonDepth + 2);
  readonly #nameEnd = new Int32Array(LIMITS.jsonDepth + 2);
  /** Names on the way that were asked for: a long one is read once, however many values stand under it. */
  readonly #names: (string | undefined)[] = [];
  #next: Next = 'value';
  #values = 0;
  /** The next backslash at or behind the string at hand, so that each is looked for once. */
  #backslash = -1;

  constructor(
    private readonly text: string,
    private readonly listener: TokenListener,
    private readonly options: TokenOptions = {},
  ) {}

  /** Member names and indexes down to the token at hand. */
  path(): (string | number)[] {
    const path: (string | number)[] = [];
    for (let level = 1; level <= this.depth; level++) path.push(this.#isList[level] === 1 ? this.#index[level]! : this.#name(level));
    return path;
  }

  read(): ReadingEnd {
    const text = this.text;
    const { mostValues = Number.POSITIVE_INFINITY } = this.options;
    for (let at = 0; at < text.length; ) {
      const kind = kindOf(text.charCodeAt(at));
      if (kind === BLANK) {
        at++;
        continue;
      }
      const end = kind === MARK ? at + 1 : kind === QUOTED ? this.#stringEnd(at) : this.#bareEnd(at);
      const fault = kind === MARK ? this.#mark(text.charCodeAt(at), at) : this.#token(at, end);
      if (fault === 'too-deep' || (fault && !this.options.lenient)) return this.#ended(fault, at);
      if (this.#values > mostValues) return this.#ended('too-large', at);
      if (fault) this.#next = 'anything';
      at = Math.min(end, text.length);
    }
    return this.#ended(this.#next === 'nothing' ? 'end' : 'cut', text.length);
  }

  #ended(why: ReadingEnd['why'], at: number): ReadingEnd {
    return { why, at, depth: this.depth };
  }

  #setName(start: number, end: number): void {
    this.#nameStart[this.depth] = start;
    this.#nameEnd[this.depth] = end;
    this.#names[this.depth] = undefined;
  }

  #name(level: number): string {
    const name = this.#names[level] ?? nameOf(this.text.slice(this.#nameStart[level], this.#nameEnd[level]));
    this.#names[level] = name;
    return name;
  }

  /** What stands behind a value at this depth. */
  get #afterValue(): Next {
    if (this.#next === 'anything') return 'anything';
    return this.depth === 0 ? 'nothing' : 'comma-or-end';
  }

  #mark(code: number, at: number): 'syntax' | 'too-deep' | undefined {
    const next = this.#next;
    const free = next === 'anything';
    const inList = this.#isList[this.depth] === 1;
    switch (code) {
      case COMMA:
        if (inList) this.#index[this.depth]!++;
        if (!free) this.#next = inList ? 'value' : 'name';
        return free || (next === 'comma-or-end' && this.depth > 0) ? undefined : 'syntax';
      case COLON:
        if (!free) this.#next = 'value';
        return free || next === 'colon' ? undefined : 'syntax';
      case OPEN_LIST:
      case OPEN_OBJECT:
        return this.#open(code === OPEN_LIST, at, next);
      default:
        return this.#close(code === CLOSE_LIST, inList, next);
    }
  }

  #open(list: boolean, at: number, next: Next): 'syntax' | 'too-deep' | undefined {
    const isValue = next === 'value' || next === 'value-or-end' || next === 'anything';
    if (!isValue && !this.options.lenient) return 'syntax';
    if (this.depth >= LIMITS.jsonDepth) return 'too-deep';
    this.#values++;
    this.listener.open?.(list, at);
    this.depth++;
    this.#isList[this.depth] = list ? 1 : 0;
    this.#index[this.depth] = 0;
    this.#setName(0, 0);
    if (next !== 'anything') this.#next = list ? 'value-or-end' : 'name-or-end';
    return isValue ? undefined : 'syntax';
  }

  #close(list: boolean, inList: boolean, next: Next): 'syntax' | undefined {
    const fits = this.depth > 0 && list === inList;
    const mayEnd = next === 'comma-or-end' || next === (list ? 'value-or-end' : 'name-or-end') || next === 'anything';
    if ((!fits || !mayEnd) && !this.options.lenient) return 'syntax';
    if (this.depth > 0) {
      this.depth--;
      this.listener.close?.();
    }
    this.#next = this.#afterValue;
    return fits && mayEnd ? undefined : 'syntax';
  }

  /** A string, number or word; a string without an end is told to end behind the text. */
  #token(start: number, end: number): 'syntax' | 'cut' | undefined {
    const next = this.#next;
    const isText = this.text.charCodeAt(start) === QUOTE;
    const isName = next === 'anything' ? isText && this.#isBeforeColon(end) : next === 'name' || next === 'name-or-end';
    const isValue = next === 'value' || next === 'value-or-end' || next === 'anything';
    const fault = (isName ? isText : isValue) ? this.#scalarFault(start, end) : 'syntax';
    if (fault && !this.options.lenient) return fault;
    if (isName && this.depth > 0) {
      this.#setName(start, end);
      this.listener.name?.(start, end);
    } else {
      this.#values++;
      this.listener.scalar?.(start, Math.min(end, this.text.length));
    }
    if (next !== 'anything') this.#next = isName ? 'colon' : this.#afterValue;
    return fault;
  }

  #scalarFault(start: number, end: number): 'syntax' | 'cut' | undefined {
    const open = end > this.text.length;
    if (!open && (!this.options.strict || isJson(this.text.slice(start, end)))) return undefined;
    return end >= this.text.length && mayGoOn(this.text.slice(start, end)) ? 'cut' : 'syntax';
  }

  #isBeforeColon(end: number): boolean {
    let at = end;
    while (at < this.text.length && kindOf(this.text.charCodeAt(at)) === BLANK) at++;
    return this.text.charCodeAt(at) === COLON;
  }

  #bareEnd(start: number): number {
    let at = start + 1;
    while (at < this.text.length && kindOf(this.text.charCodeAt(at)) === 0) at++;
    return at;
  }

  /** Behind the closing quote; behind the end of the text where there is none. */
  #stringEnd(start: number): number {
    const text = this.text;
    let from = start + 1;
    let quote = text.indexOf('"', from);
    for (;;) {
      if (quote < 0) return text.length + 1;
      if (this.#backslash < from) {
        const next = text.indexOf('\\', from);
        this.#backslash = next < 0 ? text.length : next;
      }
      if (this.#backslash > quote) return quote + 1;
      from = this.#backslash + 2;
      if (quote < from) quote = text.indexOf('"', from);
    }
  }
}

const HEAD = 1024;

/** False when no JSON text begins so. Bytes of UTF-16 are not looked at. */
export function mayBeginJson(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, HEAD);
  if (head.subarray(0, 4).includes(0) || head[0] === 0xfe || head[0] === 0xff) return true;
  const text = Buffer.from(head)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '');
  return new JsonTokens(text, {}, { strict: true }).read().why !== 'syntax';
}
