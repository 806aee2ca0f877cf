// The processes below a process, as /proc tells them: how many there are, and how much memory they hold. It starts and ends none.
import { readdirSync, readFileSync } from 'node:fs';

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // It ended meanwhile.
    return '';
  }
}

/** Process ids of all that stem from one, without itself. */
export function descendants(of: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    // The name of a command stands in brackets and may hold anything, also brackets.
    const stat = /^\d+$/.test(name) ? read(`/proc/${name}/stat`) : '';
    const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const found: number[] = [];
  for (let layer = [of]; layer.length > 0; found.push(...layer))
    layer = [...parents].filter(([, parent]) => layer.includes(parent)).map(([pid]) => pid);
  return found;
}

/** Megabytes of resident memory. */
export const residentMb = (pid: number): number => Number(/^VmRSS:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;

export interface Watched {
  /** Most processes below it that were there at one time, and most of their memory together. */
  processes: number;
  mb: number;
  /** Most of its own memory. */
  ownMb: number;
}

/** Looks every few milliseconds until it is stopped. */
export function watchTree(pid: number, every = 10): { stop(): Watched } {
  const most: Watched = { processes: 0, mb: 0, ownMb: 0 };
  const look = (): void => {
    const below = descendants(pid);
    most.processes = Math.max(most.processes, below.length);
    most.mb = Math.max(
      most.mb,
      below.reduce((sum, one) => sum + residentMb(one), 0),
    );
    most.ownMb = Math.max(most.ownMb, residentMb(pid));
  };
  const timer = setInterval(look, every);
  return {
    stop() {
      clearInterval(timer);
      look();
      return most;
    },
  };
}
