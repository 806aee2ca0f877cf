// Reads JSON text with the place of every value, and says where it is none. It knows no rule.
import { pointerOf } from '../../json/pointer.ts';
import { JsonTokens } from '../../json/tokens.ts';
import type { FindingCode } from '../finding.ts';
import { DEEPEST, keyFault, LONGEST_FOUND, LONGEST_NAME, unsafeNumber } from './plain-values.ts';
import { Positions } from './positions.ts';

export interface JsonFault {
  offset: number;
  code: FindingCode;
  text: string;
  value?: string;
  /** Of a value that was not taken over: null stands there, of which nothing else is to be said. */
  pointer?: string;
}

export interface Read {
  value: unknown;
  positions: Positions;
  faults: JsonFault[];
}

/** Hears of the tokens of a document that JSON.parse has read: places, and what a pack may not hold. */
class Places {
  readonly positions: Positions;
  readonly faults: JsonFault[] = [];
  readonly #names: Set<string>[] = [];
  readonly #tokens: JsonTokens;
  #nameAt: number | undefined;
  /** A name is too long: no place below it was noted. */
  stopped = false;

  constructor(private readonly text: string) {
    this.positions = new Positions(text);
    this.#tokens = new JsonTokens(text, this);
  }

  read(): void {
    this.#tokens.read();
  }

  open(_list: boolean, at: number): void {
    // The end is not needed: only strings are looked into.
    this.#place(at, at + 1);
    this.#names.push(new Set());
  }

  close(): void {
    this.#names.pop();
  }

  name(start: number, end: number): void {
    const name = JSON.parse(this.text.slice(start, end)) as string;
    const names = this.#names.at(-1) as Set<string>;
    const wrong = keyFault(name);
    if (wrong) this.#fault(start, 'bad-key', wrong);
    this.stopped ||= name.length > LONGEST_NAME;
    if (names.has(name)) this.#fault(start, 'duplicate-key', 'the member stands twice in this object', JSON.stringify(name));
    names.add(name);
    this.#nameAt = start;
  }

  scalar(start: number, end: number): void {
    const raw = this.text.slice(start, end);
    const value: unknown = JSON.parse(raw);
    const unread = (text: string, found?: string): void => this.#fault(start, 'bad-value', text, found, pointerOf(this.#tokens.path()));
    if (typeof value === 'string' && !value.isWellFormed()) unread('the text has a lone surrogate');
    const right = typeof value === 'number' ? unsafeNumber(value) : undefined;
    if (right) unread(`expected ${right}`, raw.slice(0, LONGEST_FOUND));
    this.#place(start, end);
  }

  #fault(offset: number, code: FindingCode, text: string, value?: string, pointer?: string): void {
    if (!this.stopped)
      this.faults.push({ offset, code, text, ...(value === undefined ? {} : { value }), ...(pointer === undefined ? {} : { pointer }) });
  }

  #place(start: number, end: number): void {
    if (!this.stopped)
      this.positions.set(pointerOf(this.#tokens.path()), { start, end, ...(this.#nameAt === undefined ? {} : { key: this.#nameAt }) });
    this.#nameAt = undefined;
  }
}

/** Why a text is no JSON that may be read, and where; undefined where JSON.parse can say. */
function firstFault(text: string): JsonFault | undefined {
  const { why, at } = new JsonTokens(text, {}, { strict: true }).read();
  if (why === 'too-deep') return { offset: at, code: 'too-deep', text: DEEPEST };
  if (why === 'end') return undefined;
  return { offset: at, code: 'syntax', text: 'this is not JSON; expected a value, a comma or a closing bracket here' };
}

export function readJson(text: string): Read {
  const fault = firstFault(text);
  if (fault) return { value: undefined, positions: new Positions(text), faults: [fault] };
  const places = new Places(text);
  places.read();
  return { value: places.stopped ? undefined : JSON.parse(text), positions: places.positions, faults: places.faults };
}
