// CPU of the threads of a service, by what they do. Linux tells the niceness of each: those that judge are nice (src/service/worker.ts).
import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds. `helpers`: garbage collection and compilation of V8, threads of libuv. */
export interface ThreadsCpu {
  serving: number;
  judging: number;
  probing: number;
  helpers: number;
}

interface Thread {
  id: number;
  ms: number;
  nice: number;
}

function threads(pid: number): Thread[] {
  return readdirSync(`/proc/${pid}/task`).map((id) => {
    const fields = readFileSync(`/proc/${pid}/task/${id}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return { id: Number(id), ms: (Number(fields[11]) + Number(fields[12])) * 10, nice: Number(fields[16]) };
  });
}

/** What threads have spent since `before`. */
export function threadsCpu(pid: number, before: ReadonlyMap<number, number> = new Map()): ThreadsCpu {
  const spent = threads(pid).map((thread) => ({ ...thread, ms: thread.ms - (before.get(thread.id) ?? 0) }));
  const sum = (some: readonly Thread[]): number => some.reduce((all, { ms }) => all + ms, 0);
  const serving = spent.filter(({ id }) => id === pid);
  const least = Math.min(...spent.map(({ nice }) => nice));
  const judging = spent.filter(({ id, nice }) => id !== pid && nice > least);
  // Of the rest the one with its own event loop has by far the most.
  const [probing, ...helpers] = spent.filter(({ id, nice }) => id !== pid && nice === least).sort((a, b) => b.ms - a.ms);
  return { serving: sum(serving), judging: sum(judging), probing: probing?.ms ?? 0, helpers: sum(helpers) };
}

export const threadTimes = (pid: number): Map<number, number> => new Map(threads(pid).map(({ id, ms }) => [id, ms]));
