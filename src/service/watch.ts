// Follows runs of any process: waits for their end, and gives their events in order. It changes nothing.
import type { Store } from '../store/store.ts';
import type { Bell } from './bell.ts';
import type { RunEvent } from './service.ts';

/** Runs of other processes are looked at so often. */
const LOOK = 250;
/** Looks at a run that is over before its last event is given up: whoever ends a run writes that event right after, unless it dies there. */
const LAST_LOOKS = 20;
const LAST: ReadonlySet<string> = new Set(['done', 'failed', 'interrupted']);

export class Watch {
  readonly #store: Store;
  readonly #bell: Bell;
  #closed = false;

  constructor(store: Store, bell: Bell) {
    this.#store = store;
    this.#bell = bell;
  }

  /** Events after a number until the last one of the run, or until the signal fires. */
  async *events(runId: string, after: number, signal: AbortSignal): AsyncIterable<RunEvent> {
    let last = after;
    let over = 0;
    while (!signal.aborted && !this.#closed) {
      const heard = this.#bell.heard(runId, LOOK, signal);
      const events = await this.#store.events(runId, last);
      for (const { number, event } of events) {
        const told = event as unknown as Omit<RunEvent, 'id'>;
        last = number;
        yield { id: number, ...told };
        if (LAST.has(told.event)) return;
      }
      if (events.length === 0) {
        const run = await this.#store.run(runId);
        // A stream ends on its last event, so that nothing before it is lost.
        if (!run || (LAST.has(run.state) && ++over > LAST_LOOKS)) return;
        await heard;
      }
    }
  }

  /** Whoever still waits is told how things stand now. */
  close(): void {
    this.#closed = true;
    this.#bell.ringAll();
  }

  /** Whether the run has ended within the time. */
  async ended(
    runId: string,
    most: number,
    signal: AbortSignal | undefined,
    onEvent: ((event: RunEvent) => void) | undefined,
  ): Promise<boolean> {
    const over = new AbortController();
    const timer = setTimeout(() => over.abort(), most);
    const either = signal ? AbortSignal.any([signal, over.signal]) : over.signal;
    try {
      for await (const event of this.events(runId, 0, either)) onEvent?.(event);
      const run = await this.#store.run(runId);
      return run !== undefined && LAST.has(run.state);
    } finally {
      clearTimeout(timer);
    }
  }
}
