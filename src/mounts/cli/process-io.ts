// The real outside of a command: the process's own streams, clock and chance.
import { setMaxListeners } from 'node:events';
import { writeSync } from 'node:fs';
import { AxproofError } from '../../contract/errors.ts';
import { systemWords } from '../../contract/system-words.ts';
import { freshSeed } from '../../run/fresh-seed.ts';
import type { Io } from './io.ts';
import { deaf, SIGNALS } from './signals.ts';

const OUT = 1;
const ERR = 2;

/** Milliseconds after which a pipe that was full is tried again. */
const FULL = 5;
/** Nobody writes here: to wait for a change is to sleep. */
const STILL = new Int32Array(new SharedArrayBuffer(4));

/**
 * Writes whole texts even where the stream is a pipe that is not read yet. Throws bad-file.
 *
 * From the first wait to the last byte a signal ends the process as if nobody listened: nothing here could hear it, and
 * listeners that come back between two waits would swallow what arrives there.
 */
function write(fd: number, text: string): void {
  const bytes = Buffer.from(text, 'utf8');
  let hearAgain: (() => void) | undefined;
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(fd, bytes, at);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Whoever reads has gone; and where notes cannot be written, nobody can be told.
      if (code === 'EPIPE' || (fd === ERR && code !== 'EAGAIN')) break;
      if (code !== 'EAGAIN') throw new AxproofError('bad-file', `the standard output cannot be written: ${systemWords(error)}`);
      hearAgain ??= deaf();
      Atomics.wait(STILL, 0, 0, FULL);
    }
  }
  hearAgain?.();
}

export function processIo(): Io {
  const stop = new AbortController();
  // Every run under way listens, and there may be many side by side.
  setMaxListeners(0, stop.signal);
  for (const name of SIGNALS) {
    const interrupt = (): void => stop.abort(new Error(name));
    // Asked again, a command ends at once. A terminal that closes hangs up more than once (its shell, then the system), and asks for nothing.
    if (name === 'SIGHUP') process.on(name, interrupt);
    else process.once(name, interrupt);
  }
  const plain = 'NO_COLOR' in process.env || process.env.TERM === 'dumb';
  return {
    out: (text) => write(OUT, text),
    err: (text) => write(ERR, text),
    outIsTerminal: process.stdout.isTTY === true,
    errIsTerminal: process.stderr.isTTY === true,
    color: process.stdout.isTTY === true && !plain,
    columns: process.stdout.columns ?? 80,
    now: () => new Date().toISOString(),
    freshSeed,
    env: process.env,
    signal: stop.signal,
  };
}
