// A bar on stderr while a command runs: one line, drawn over and erased at the end. Where nobody watches it draws nothing.
import { visible } from '../../contract/quote.ts';
import { padded, width, wrapped } from '../../report/layout.ts';
import type { Io } from './io.ts';

export interface Progress {
  /** One more is done; the text says what. */
  step(text: string): void;
  /** Erases the line. It may be called twice. */
  end(): void;
}

const CELLS = 20;

/** Carriage returns only: no terminal is too dumb for them, and no colour is in them. */
class Bar implements Progress {
  private readonly io: Io;
  private readonly total: number;
  private done: number;
  private shown = 0;

  constructor(io: Io, total: number, done: number) {
    this.io = io;
    this.total = total;
    this.done = done;
    this.draw('');
  }

  step(text: string): void {
    this.done += 1;
    this.draw(text);
  }

  end(): void {
    if (this.shown > 0) this.io.err(`\r${' '.repeat(this.shown)}\r`);
    this.shown = 0;
  }

  private draw(text: string): void {
    const filled = Math.min(CELLS, Math.floor((CELLS * this.done) / Math.max(1, this.total)));
    const line = `[${'#'.repeat(filled)}${'.'.repeat(CELLS - filled)}] ${this.done}/${this.total} ${visible(text)}`;
    const [cut = ''] = wrapped(line, Math.max(10, this.io.columns - 1));
    this.io.err(`\r${padded(cut, this.shown)}`);
    this.shown = width(cut);
  }
}

const NONE: Progress = { step: () => undefined, end: () => undefined };

/** CI systems give some steps a terminal, and keep every state of a line. `done`: so many were before. */
export function progress(io: Io, total: number, quiet = false, done = 0): Progress {
  return quiet || !io.errIsTerminal || io.env?.CI ? NONE : new Bar(io, total, done);
}
