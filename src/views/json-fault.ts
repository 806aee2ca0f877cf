// Where and why a text is not strict JSON. The json view decides whether it is read; this only finds the words.
import { quote } from '../contract/quote.ts';
import { MiB } from '../contract/units.ts';
import { JsonTokens } from '../json/tokens.ts';
import { TextLines } from './text-lines.ts';

export interface JsonTextFault {
  message: string;
  /** From 1; left out where the text is too long to be looked through once more. */
  line?: number;
}

/** Characters of a text that is read a second time for its fault alone. */
const MOST_TEXT = 2 * MiB;
const LONGEST_QUOTED = 40;

const quoteToken = (raw: string): string => quote(raw, LONGEST_QUOTED);

/** The first name that stands twice in one object, with the place of the second. */
class Names {
  second?: { name: string; at: number };
  readonly #objects: Set<string>[] = [];

  constructor(private readonly text: string) {}

  open(): void {
    this.#objects.push(new Set());
  }

  close(): void {
    this.#objects.pop();
  }

  name(start: number, end: number): void {
    if (this.second) return;
    const names = this.#objects.at(-1);
    const name = JSON.parse(this.text.slice(start, end)) as string;
    if (names?.has(name)) this.second = { name, at: start };
    names?.add(name);
  }
}

/** Undefined where no fault of its own is found. */
export function jsonTextFault(text: string): JsonTextFault | undefined {
  if (text.length > MOST_TEXT) return undefined;
  const names = new Names(text);
  const { why, at } = new JsonTokens(text, names, { strict: true }).read();
  const lineAt = (offset: number): number => new TextLines(text).lineAt(offset);
  if (why === 'cut') return { message: 'it ends before its JSON does', line: lineAt(text.trimEnd().length) };
  if (why === 'syntax')
    return { message: `${quoteToken(text.slice(at, at + LONGEST_QUOTED).split('\n')[0] ?? '')} cannot stand there`, line: lineAt(at) };
  if (names.second) return { message: `an object names the member ${quoteToken(names.second.name)} twice`, line: lineAt(names.second.at) };
  return undefined;
}
