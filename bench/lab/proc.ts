// What Linux says of a process and of those that it started: memory, descriptors, numbers. It ends none of them.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const MiB = 1024 * 1024;
const PAGE = 4096;

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // It ended between two looks.
    return '';
  }
}

/** Parent of every process; the name of a command may hold spaces and brackets. */
function parents(): Map<number, number> {
  const found = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = read(`/proc/${name}/stat`);
    const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (parent !== undefined) found.set(Number(name), Number(parent));
  }
  return found;
}

/** The process and all below it. */
export function family(pid: number): number[] {
  const all = parents();
  const found = [pid];
  for (let at = 0; at < found.length; at++) for (const [child, parent] of all) if (parent === found[at]) found.push(child);
  return found;
}

/** Resident memory in MiB. */
export const rss = (pid: number): number => (Number(read(`/proc/${pid}/statm`).split(' ')[1] ?? 0) * PAGE) / MiB;

/** MiB of a process: what it has for itself, and what it shares with others. */
function parts(pid: number): { own: number; shared: number } {
  const text = read(`/proc/${pid}/smaps_rollup`);
  const sum = (kind: string): number => {
    let kib = 0;
    for (const [, found] of text.matchAll(new RegExp(`^${kind}_(?:Clean|Dirty):\\s+(\\d+)`, 'gm'))) kib += Number(found);
    return kib / 1024;
  };
  return { own: sum('Private'), shared: sum('Shared') };
}

/** MiB of several processes, in which pages that they share (of node itself, above all) count once and not for each. */
export function heldTogether(pids: readonly number[]): number {
  const all = pids.map(parts);
  return Math.max(0, ...all.map(({ shared }) => shared)) + all.reduce((sum, { own }) => sum + own, 0);
}

export const descriptors = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

const hwm = (pid: number): number => Number(/VmHWM:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;

export interface Peak {
  /** MiB of the process alone, exactly, and of it with all below it, as often as was looked. */
  own: number;
  all: number;
  /** As `all`, but pages that several share count once. */
  together: number;
  processes: number;
}

/** From now on the highest; `end` says how high. */
export function watchPeak(pid: number, every = 25): { end(): Peak } {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const peak: Peak = { own: 0, all: 0, together: 0, processes: 0 };
  const look = (): void => {
    const pids = family(pid);
    peak.processes = Math.max(peak.processes, pids.length);
    peak.all = Math.max(
      peak.all,
      pids.reduce((sum, one) => sum + rss(one), 0),
    );
    peak.together = Math.max(peak.together, heldTogether(pids));
  };
  look();
  const timer = setInterval(look, every);
  return {
    end() {
      clearInterval(timer);
      look();
      peak.own = hwm(pid);
      peak.all = Math.max(peak.all, peak.own);
      return peak;
    },
  };
}
