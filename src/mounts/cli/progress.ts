// A bar on stderr while a command runs: one line, drawn over and erased at the end. Where nobody watches it draws nothing.
import { visible } from '../../contract/quote.ts';
import { padded, width, wrapped } from '../../report/layout.ts';
import type { Io } from './io.ts';

export interface ProgressLine {
  /** One more is done; the text says what. */
  step(text: string): void;
  /** Erases the line. It may be called twice. */
  end(): void;
}

const CELLS = 20;

const NONE: ProgressLine = { step: () => undefined, end: () => undefined };

/** CI systems give some steps a terminal, and keep every state of a line. `done`: so many were before. */
export function progress(io: Io, total: number, quiet = false, done = 0): ProgressLine {
  if (quiet || !io.errIsTerminal || io.env?.CI) return NONE;
  let shown = 0;
  // Carriage returns only: no terminal is too dumb for them, and no colour is in them.
  const draw = (text: string): void => {
    const filled = Math.min(CELLS, Math.floor((CELLS * done) / Math.max(1, total)));
    const line = `[${'#'.repeat(filled)}${'.'.repeat(CELLS - filled)}] ${done}/${total} ${visible(text)}`;
    const [cut = ''] = wrapped(line, Math.max(10, io.columns - 1));
    io.err(`\r${padded(cut, shown)}`);
    shown = width(cut);
  };
  draw('');
  return {
    step(text) {
      done += 1;
      draw(text);
    },
    end() {
      if (shown > 0) io.err(`\r${' '.repeat(shown)}\r`);
      shown = 0;
    },
  };
}
