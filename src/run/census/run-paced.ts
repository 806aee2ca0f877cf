// Runs many tasks side by side where each has its turn at its places: whoever has to wait lets others go first. It knows nothing of what they do.
import { registrable } from '../../transport/registrable.ts';
import { type DestinationBound, PACE } from '../destinations.ts';
import { Turns } from './turns.ts';

export interface Paced<T> {
  /** Runs under way at a time. */
  most: number;
  /** Where a task goes; it may look that up. */
  bound(task: T): Promise<DestinationBound>;
  run(task: T, bound: DestinationBound): Promise<void>;
  /** Whether this process has time for one more; asked before each begins, unless none is under way. */
  spare(): boolean;
  signal: AbortSignal;
  /** Milliseconds that only go forward. */
  now(): number;
}

/** Tasks that wait for their turn, for each that may be under way: behind a CDN many have one address. */
const AHEAD = 8;
/** Milliseconds until a process that had no time is asked again. */
const BUSY = 50;

/** Those of one registrable domain far from each other, otherwise in their order: a host with a thousand names must not keep the others waiting. */
export function spread<T extends { origin: string }>(targets: readonly T[]): T[] {
  const times = new Map<string, number>();
  const placed = targets.map((target) => {
    const { hostname } = new URL(target.origin);
    const domain = registrable(hostname) ?? hostname;
    const nth = (times.get(domain) ?? 0) + 1;
    times.set(domain, nth);
    return { target, nth };
  });
  return placed.sort((a, b) => a.nth - b.nth).map(({ target }) => target);
}

class PacedRuns<T> {
  readonly #turns = new Turns(PACE);
  readonly #waiting: { task: T; bound: DestinationBound }[] = [];
  #looking = 0;
  #running = 0;
  #failed: { error: unknown } | undefined;
  #wake = (): void => {};

  constructor(private readonly options: Paced<T>) {}

  get #over(): boolean {
    return this.#failed !== undefined || this.options.signal.aborted;
  }

  async all(tasks: readonly T[]): Promise<void> {
    const { most } = this.options;
    let next = 0;
    for (;;) {
      while (!this.#over && next < tasks.length && this.#waiting.length + this.#looking < AHEAD * most) void this.#look(tasks[next++] as T);
      const wait = this.#begin();
      if (this.#running + this.#looking === 0 && (this.#over || this.#waiting.length === 0)) break;
      await this.#news(wait);
    }
    if (this.#failed) throw this.#failed.error;
  }

  async #look(task: T): Promise<void> {
    this.#looking++;
    try {
      this.#waiting.push({ task, bound: await this.options.bound(task) });
    } catch (error) {
      this.#failed ??= { error };
    }
    this.#looking--;
    this.#wake();
  }

  /** Begins whatever may begin; milliseconds until more may. */
  #begin(): number {
    const { most, now, spare } = this.options;
    let soonest = Number.POSITIVE_INFINITY;
    for (let i = 0; i < this.#waiting.length && this.#running < most && !this.#over; ) {
      const { task, bound } = this.#waiting[i] as { task: T; bound: DestinationBound };
      const wait = this.#turns.wait(bound.places, now());
      soonest = Math.min(soonest, wait || soonest);
      if (wait > 0) i++;
      else if (this.#running > 0 && !spare()) return BUSY;
      else {
        this.#waiting.splice(i, 1);
        void this.#run(task, bound);
      }
    }
    return soonest;
  }

  async #run(task: T, bound: DestinationBound): Promise<void> {
    const { run, now } = this.options;
    this.#running++;
    this.#turns.begin(bound.places, now());
    try {
      await run(task, bound);
    } catch (error) {
      this.#failed ??= { error };
    }
    this.#running--;
    this.#turns.leave(bound.places, now());
    this.#wake();
  }

  /** Something ended, or so much time has passed. */
  async #news(wait: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      if (Number.isFinite(wait)) timer = setTimeout(resolve, wait);
    });
    clearTimeout(timer);
  }
}

/** Rejects when a task does, after those under way have ended; an abort starts no more. */
export const runPaced = <T>(tasks: readonly T[], options: Paced<T>): Promise<void> => new PacedRuns(options).all(tasks);
