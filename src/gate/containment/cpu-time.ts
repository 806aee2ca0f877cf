// Processor time of a child and what it started, read from /proc. On a machine without it there is none, and the clock has to do.
import { readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second for every program. */
const TICK = 10;

const read = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return undefined;
  }
};

/** The name of a process may hold blanks and brackets: fields are counted after its last bracket. */
function own(pid: number): number | undefined {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK;
}

/** Milliseconds of the process and its children. */
export function cpuTime(pid: number): number | undefined {
  const mine = own(pid);
  const children = read(`/proc/${pid}/task/${pid}/children`);
  if (mine === undefined || children === undefined) return undefined;
  return children
    .split(' ')
    .filter((child) => /^\d+$/.test(child))
    .reduce((sum, child) => sum + (own(Number(child)) ?? 0), mine);
}
