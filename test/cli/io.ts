// The command line as it is built, with an outside that tests can look at.
import { setMaxListeners } from 'node:events';

import type { Io } from '../../src/mounts/cli/io.ts';
import { built } from '../service/built.ts';

export interface Ran {
  status: number;
  out: string;
  err: string;
}

export interface Held {
  io: Io;
  ran(): Pick<Ran, 'out' | 'err'>;
  stop(): void;
}

export function held(more: Partial<Io> = {}): Held {
  const out: string[] = [];
  const err: string[] = [];
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  const io: Io = {
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    outIsTerminal: false,
    errIsTerminal: false,
    color: false,
    columns: 80,
    now: () => '2026-11-21T00:00:00.000Z',
    freshSeed: () => 99,
    signal: stop.signal,
    ...more,
  };
  return { io, ran: () => ({ out: out.join(''), err: err.join('') }), stop: () => stop.abort(new Error('SIGINT')) };
}

/** The command line in this process. Gives the exit status. */
export const cli = async (args: readonly string[], io: Io): Promise<number> => (await built()).cli(args, io);

export async function axproof(...args: string[]): Promise<Ran> {
  const { io, ran } = held();
  const status = await cli(args, io);
  return { status, ...ran() };
}
