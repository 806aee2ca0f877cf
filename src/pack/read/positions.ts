// Where every JSON pointer of a document stands in its text. It knows neither YAML nor JSON.
import { lastAt } from '../../json/spans.ts';

export interface Position {
  line: number;
  column: number;
}

export interface FilePosition extends Position {
  file: string;
}

interface Entry {
  key?: number;
  start: number;
  end: number;
}

/** Part of a place: its key, or an offset (from 0) into the text of a string value. */
export type PlacePart = 'key' | { within: number; value: string };

export class Positions {
  readonly #lines: number[] = [0];
  readonly #entries = new Map<string, Entry>();

  constructor(private readonly text: string) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#lines.push(at + 1);
  }

  /** The first entry of a pointer stays. */
  set(pointer: string, entry: Entry): void {
    if (!this.#entries.has(pointer)) this.#entries.set(pointer, entry);
  }

  /** Line and column (from 1) of an offset. */
  of(offset: number): Position {
    const line = lastAt(this.#lines, offset);
    return { line: line + 1, column: offset - (this.#lines[line] as number) + 1 };
  }

  /** The place of a pointer, or of the nearest one above it that the document has. */
  at(pointer: string, part?: PlacePart): Position {
    let entry = this.#entries.get(pointer);
    for (let up = pointer; entry === undefined && up !== ''; entry = this.#entries.get(up)) up = up.slice(0, up.lastIndexOf('/'));
    if (entry === undefined) return { line: 1, column: 1 };
    if (part === 'key') return this.of(entry.key ?? entry.start);
    if (part === undefined || !this.#entries.has(pointer)) return this.of(entry.start);
    return this.of(this.#inside(entry, part.within, part.value));
  }

  /** Exact where the value stands in the text as it is; the start of the value where escapes or folding change it. */
  #inside(entry: Entry, within: number, value: string): number {
    const found = value === '' ? -1 : this.text.slice(entry.start, entry.end).indexOf(value);
    return found < 0 ? entry.start : entry.start + found + within;
  }
}
