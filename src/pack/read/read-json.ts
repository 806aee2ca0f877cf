// Reads JSON text with the place of every value. JSON.parse decides what is JSON; the scanner after it must stay linear and without recursion.
import { LIMITS } from '../../contract/limits.ts';
import { below } from '../../json/pointer.ts';
import type { FindingCode } from '../finding.ts';
import { DEEPEST, keyFault, LONGEST_NAME, loneSurrogate, unsafeNumber } from './plain-values.ts';
import { Positions } from './positions.ts';

export interface Fault {
  offset: number;
  code: FindingCode;
  text: string;
  value?: string;
}

export interface Read {
  value: unknown;
  positions: Positions;
  faults: Fault[];
}

const TOKEN = /\s*(?:("[^"\\]*(?:\\.[^"\\]*)*")|(-?\d[\d.eE+-]*)|(true|false|null)|([[\]{},:]))/y;

interface Frame {
  pointer: string;
  start: number;
  list: boolean;
  index: number;
  /** The key that waits for its value. */
  key?: { name: string; offset: number };
  names: Set<string>;
}

class Scanner {
  readonly positions: Positions;
  readonly faults: Fault[] = [];
  readonly #stack: Frame[] = [];
  readonly #text: string;
  /** A name is too long: the rest was not scanned. */
  stopped = false;

  constructor(text: string) {
    this.#text = text;
    this.positions = new Positions(text);
  }

  #fault(offset: number, code: FindingCode, text: string, value?: string): void {
    this.faults.push({ offset, code, text, ...(value === undefined ? {} : { value }) });
  }

  /** The text is JSON, or at least its brackets are bounded: the scanner believes the order of tokens. */
  scan(): void {
    for (TOKEN.lastIndex = 0; ; ) {
      const found = TOKEN.exec(this.#text);
      if (!found || this.stopped) return;
      const [, text, number, word, mark] = found;
      const end = TOKEN.lastIndex;
      const start = end - (text ?? number ?? word ?? mark ?? '').length;
      if (text !== undefined) this.#string(text, start, end);
      else if (number !== undefined) this.#number(number, start, end);
      else if (word !== undefined) this.#place(start, end);
      else if (mark === '{' || mark === '[') this.#open(mark === '[', start);
      else if (mark === '}' || mark === ']') this.#stack.pop();
    }
  }

  #string(raw: string, start: number, end: number): void {
    const frame = this.#stack.at(-1);
    const text = JSON.parse(raw) as string;
    if (frame && !frame.list && frame.key === undefined) this.#name(frame, text, start);
    else {
      if (loneSurrogate(text)) this.#fault(start, 'bad-value', 'the text has a lone surrogate');
      this.#place(start, end);
    }
  }

  #name(frame: Frame, name: string, offset: number): void {
    const wrong = keyFault(name);
    if (wrong) this.#fault(offset, 'bad-key', wrong);
    this.stopped ||= name.length > LONGEST_NAME;
    if (frame.names.has(name)) this.#fault(offset, 'duplicate-key', 'the member stands twice in this object', JSON.stringify(name));
    frame.names.add(name);
    frame.key = { name, offset };
  }

  #number(raw: string, start: number, end: number): void {
    const right = unsafeNumber(Number(raw));
    if (right) this.#fault(start, 'bad-value', `expected ${right}`, raw.slice(0, 40));
    this.#place(start, end);
  }

  /** Takes the pointer of the value that begins now, and steps on. */
  #pointer(): { pointer: string; key?: number } {
    const frame = this.#stack.at(-1);
    if (!frame) return { pointer: '' };
    if (frame.list) return { pointer: below(frame.pointer, frame.index++) };
    const { key } = frame;
    delete frame.key;
    return { pointer: below(frame.pointer, key?.name ?? ''), ...(key ? { key: key.offset } : {}) };
  }

  #place(start: number, end: number): void {
    const { pointer, key } = this.#pointer();
    this.positions.set(pointer, { start, end, ...(key === undefined ? {} : { key }) });
  }

  #open(list: boolean, start: number): void {
    const { pointer, key } = this.#pointer();
    // The end is not needed: only strings are looked into.
    this.positions.set(pointer, { start, end: start + 1, ...(key === undefined ? {} : { key }) });
    this.#stack.push({ pointer, start, list, index: 0, names: new Set() });
  }
}

/** Offset of the bracket that passes the depth, or undefined. Brackets in strings do not count. */
export function tooDeepAt(text: string): number | undefined {
  let depth = 0;
  for (const found of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}]/gs)) {
    const [mark] = found;
    if (mark === '[' || mark === '{') depth++;
    else if (mark === ']' || mark === '}') depth--;
    if (depth > LIMITS.jsonDepth) return found.index;
  }
  return undefined;
}

const OPENERS = '[{';

/** What may come next, by what came before: the grammar of RFC 8259 over tokens. */
type Next = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end';

/** Offset of the first token that JSON does not have there. For texts that JSON.parse refused, which does not always say where. */
function syntaxOffset(text: string): number {
  const open: string[] = [];
  let next: Next = 'value';
  let done = false;
  for (TOKEN.lastIndex = 0; ; ) {
    const from = TOKEN.lastIndex;
    const found = TOKEN.exec(text);
    if (!found) return from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0);
    const [, string, number, word, mark] = found;
    const start = TOKEN.lastIndex - (string ?? number ?? word ?? mark ?? '').length;
    const valid = string === undefined ? number === undefined || isNumber(number) : isString(string);
    const after: Next | undefined = valid ? step(next, open, string !== undefined, mark) : undefined;
    if (after === undefined || done) return start;
    done = open.length === 0;
    next = after;
  }
}

const isNumber = (raw: string): boolean => /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(raw);

function isString(raw: string): boolean {
  try {
    return typeof JSON.parse(raw) === 'string';
  } catch {
    return false;
  }
}

function step(next: Next, open: string[], isText: boolean, mark: string | undefined): Next | undefined {
  if (next === 'key' || next === 'key-or-end') {
    if (isText) return 'colon';
    return next === 'key-or-end' && mark === '}' ? shut(open) : undefined;
  }
  if (next === 'colon') return mark === ':' ? 'value' : undefined;
  if (next === 'comma-or-end') {
    if (mark === ',') return open.at(-1) === '{' ? 'key' : 'value';
    return mark === (open.at(-1) === '{' ? '}' : ']') ? shut(open) : undefined;
  }
  if (mark === undefined) return 'comma-or-end';
  if (next === 'value-or-end' && mark === ']') return shut(open);
  if (!OPENERS.includes(mark)) return undefined;
  open.push(mark);
  return mark === '{' ? 'key-or-end' : 'value-or-end';
}

function shut(open: string[]): Next {
  open.pop();
  return 'comma-or-end';
}

export function readJson(text: string): Read {
  const deep = tooDeepAt(text);
  const positions = new Positions(text);
  if (deep !== undefined) return { value: undefined, positions, faults: [{ offset: deep, code: 'too-deep', text: DEEPEST }] };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const offset = syntaxOffset(text);
    return {
      value: undefined,
      positions,
      faults: [{ offset, code: 'syntax', text: 'this is not JSON; expected a value, a comma or a closing bracket here' }],
    };
  }
  const scanner = new Scanner(text);
  scanner.scan();
  return { value: scanner.stopped ? undefined : value, positions: scanner.positions, faults: scanner.faults };
}
