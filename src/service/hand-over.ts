// Hands stored runs to another engine. The row is the promise: a lost call is repeated under the same name. It runs nothing.
import { LRUCache } from 'lru-cache';
import { PACE } from '../run/destinations.ts';
import type { Run } from '../store/run.ts';
import type { Store } from '../store/store.ts';
import { bareHost, registrable } from '../transport/registrable.ts';
import type { Bell } from './bell.ts';
import { oneAtATime } from './one-at-a-time.ts';
import type { RunStarter } from './queue.ts';
import { LEASE, type RunnerOptions } from './runner.ts';

const LOOK = 2000;
/** What waits so long may have been queued by a process that died before it called. */
const PATIENCE = 10_000;
/** What belongs to nobody so long, or waits so long since it was called for, an engine may have lost. */
const LOST = 600_000;
const AT_ONCE = 200;
const MOST_KEPT = 100_000;

export interface RunCall {
  /** Runs of one key are one after another: the registrable domain; of what has none, host and port. */
  key: string;
  run: string;
}

export interface HandOverOptions extends Pick<RunnerOptions, 'now' | 'log'> {
  store: Pick<Store, 'waiting' | 'expired'>;
  bell: Bell;
  /** Resolves when the engine has it for good. The same call again changes nothing. */
  call(call: RunCall): Promise<void>;
  /** Milliseconds between two looks at the store; 2 s unless given. */
  every?: number;
}

export function callOf({ id, target }: Run): RunCall {
  const { hostname, host } = new URL(target);
  return { key: registrable(bareHost(hostname)) ?? host, run: id };
}

export class HandOver implements RunStarter {
  readonly #timer: NodeJS.Timeout;
  /** When each was called for. A `max` would take the room of all of them at once. */
  readonly #called = new LRUCache<string, number>({ maxSize: MOST_KEPT, sizeCalculation: () => 1 });
  #engineFailing = false;

  constructor(private readonly options: HandOverOptions) {
    const look = oneAtATime(() => this.#look().catch(() => undefined));
    this.#timer = setInterval(() => void look(), options.every ?? LOOK);
  }

  /** Whether the engine took the last run that it was given. */
  get hears(): boolean {
    return !this.#engineFailing;
  }

  begin(run: Run): void {
    void this.#call(run);
  }

  /** Progress comes with the end. */
  here(): boolean {
    return false;
  }

  async #call(run: Run): Promise<void> {
    const { call, log, now } = this.options;
    try {
      await call(callOf(run));
      this.#called.set(run.id, now());
      if (this.#engineFailing) log('info', 'the engine answers again', {});
      this.#engineFailing = false;
    } catch (error) {
      if (!this.#engineFailing) log('error', 'the engine cannot be given runs; they wait in the store', { error: String(error) });
      this.#engineFailing = true;
    }
  }

  /** A run is not called again while its first call is under way; a store that cannot be asked is asked again. */
  async #look(): Promise<void> {
    const { store, now, bell } = this.options;
    const waiting = await store.waiting(now(), AT_ONCE, PACE);
    const lost = waiting.filter(({ id, createdAt }) => createdAt < now() - PATIENCE && (this.#called.get(id) ?? 0) <= now() - LOST);
    await Promise.all(lost.map((run) => this.#call(run)));
    for (const id of await store.expired(now(), { owner: '', lease: LEASE + LOST, grace: LOST })) bell.ring(id);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
  }
}
