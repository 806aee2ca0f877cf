// Line numbers of a text by offset, as places name them (L12). It must stay logarithmic: a hostile text asks often.
import { lastAt } from '../json/spans.ts';

/** A line ends at \n, \r\n or \r. */
export class TextLines {
  private readonly starts: number[] = [0];
  private readonly length: number;

  constructor(text: string) {
    this.length = text.length;
    for (const end of text.matchAll(/\r\n?|\n/g)) this.starts.push(end.index + end[0].length);
  }

  /** Lines that hold something: what follows the last line end counts only if it is not empty. */
  get count(): number {
    const last = this.starts.at(-1)!;
    return last === this.length ? this.starts.length - 1 : this.starts.length;
  }

  /** Offset at which a line (from 1) begins; the end of the text after the last one. */
  startOf(line: number): number {
    return this.starts[line - 1] ?? this.length;
  }

  /** Line of an offset, from 1. */
  lineAt(offset: number): number {
    return lastAt(this.starts, offset) + 1;
  }
}
