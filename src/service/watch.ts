// Follows runs of any process: waits for their end, and gives their events in order. It changes nothing.
import type { Run, RunEvent } from '../store/run.ts';
import type { Store } from '../store/store.ts';
import type { Bell } from './bell.ts';
import type { Progress } from './progress.ts';

/** Whether runs that are not under way here have ended is asked so often, once for all who wait. */
const LOOK = 250;
const MOST_AT_ONCE = 1000;
const LAST: ReadonlySet<string> = new Set(['done', 'failed', 'interrupted']);

const isOver = ({ state }: Run): boolean => LAST.has(state);

export class Watch {
  /** How many wait here for a run of elsewhere. */
  readonly #elsewhere = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(
    private readonly store: Store,
    private readonly bell: Bell,
    private readonly progress: Progress,
  ) {}

  /**
   * Events after a number until the last one of the run, or until the signal fires. A run of this process is heard as it goes on; of any other, all comes with
   * its end, which the store tells in one piece with the last event.
   */
  async *events(runId: string, after: number, signal: AbortSignal): AsyncIterable<RunEvent> {
    const listener = this.bell.listen(runId, signal);
    let last = after;
    try {
      while (!signal.aborted && !this.#closed) {
        const here = this.progress.of(runId);
        if (here) {
          for (; last < here.length; last++) {
            const event = here[last] as RunEvent;
            yield event;
            if (LAST.has(event.event)) return;
          }
          await listener.rung();
          continue;
        }
        const run = await this.store.run(runId);
        if (!run) return;
        if (isOver(run)) return yield* await this.store.events(runId, last);
        await this.#waiting(runId, () => listener.rung());
      }
    } finally {
      listener.close();
    }
  }

  async soFar(runId: string): Promise<readonly RunEvent[]> {
    return [...(this.progress.of(runId) ?? (await this.store.events(runId, 0)))];
  }

  async #waiting(runId: string, rung: () => Promise<void>): Promise<void> {
    this.#elsewhere.set(runId, (this.#elsewhere.get(runId) ?? 0) + 1);
    this.#timer ??= setTimeout(() => void this.#look(), LOOK);
    try {
      await rung();
    } finally {
      const left = (this.#elsewhere.get(runId) ?? 1) - 1;
      if (left > 0) this.#elsewhere.set(runId, left);
      else this.#elsewhere.delete(runId);
    }
  }

  async #look(): Promise<void> {
    const ids = [...this.#elsewhere.keys()];
    for (let from = 0; from < ids.length; from += MOST_AT_ONCE) {
      const some = ids.slice(from, from + MOST_AT_ONCE);
      // A store that does not answer is asked again by whoever waits, and refuses them by its own code.
      const over = await this.store.ended(some).catch(() => some);
      for (const id of over) this.bell.ring(id);
    }
    this.#timer = this.#elsewhere.size > 0 && !this.#closed ? setTimeout(() => void this.#look(), LOOK) : undefined;
  }

  /** Whoever still waits is told how things stand now. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.bell.ringAll();
  }

  /** Resolves when the run has ended, the time is over, or the signal fires. */
  async ended(runId: string, most: number, signal?: AbortSignal, onEvent?: (event: RunEvent) => void): Promise<void> {
    const over = new AbortController();
    const timer = setTimeout(() => over.abort(), most);
    const either = signal ? AbortSignal.any([signal, over.signal]) : over.signal;
    try {
      for await (const event of this.events(runId, 0, either)) onEvent?.(event);
    } finally {
      clearTimeout(timer);
    }
  }
}
