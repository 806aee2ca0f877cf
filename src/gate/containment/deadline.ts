// Ends a child that has used up its time: processor time, so that a busy machine refuses no good spec, and in the end the clock.
import { readFileSync } from 'node:fs';
import { CONTAINED } from './limits.ts';

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
function cpuTime(pid: number): number | undefined {
  const mine = own(pid);
  const children = read(`/proc/${pid}/task/${pid}/children`);
  if (mine === undefined || children === undefined) return undefined;
  return children
    .split(' ')
    .filter((child) => /^\d+$/.test(child))
    .reduce((sum, child) => sum + (own(Number(child)) ?? 0), mine);
}

/** What ended a child: its own work, or a machine that gave it too little of its processors. */
export type Over = 'work' | 'waiting';

export class Deadline {
  readonly #begun = performance.now();
  readonly #cpu: number | undefined;
  #timer: NodeJS.Timeout;

  /** fresh: the process has only begun, and all of its time counts. */
  constructor(
    private readonly pid: number | undefined,
    private readonly most: number,
    fresh: boolean,
    private readonly over: (by: Over) => void,
  ) {
    this.#cpu = fresh ? 0 : this.#now();
    this.#timer = setTimeout(() => this.#look(), most);
  }

  /** Milliseconds that were used. */
  get used(): number {
    const now = this.#now();
    return now === undefined || this.#cpu === undefined ? performance.now() - this.#begun : now - this.#cpu;
  }

  clear(): void {
    clearTimeout(this.#timer);
  }

  #now(): number | undefined {
    return this.pid === undefined ? undefined : cpuTime(this.pid);
  }

  #look(): void {
    const work = this.most - this.used;
    const left = Math.min(work, this.most * CONTAINED.patience - (performance.now() - this.#begun));
    if (left <= 0) this.over(work <= 0 ? 'work' : 'waiting');
    else this.#timer = setTimeout(() => this.#look(), Math.max(20, left));
  }
}
