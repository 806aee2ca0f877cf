// The built-in starter of runs: takes queued runs from the store that every process shares. It runs nothing itself.
import { PACE } from '../run/destinations.ts';
import type { Run } from '../store/run.ts';
import type { Bell } from './bell.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { FOREIGN, LEASE, type Runner, type RunnerOptions } from './runner.ts';

const LOOK = 500;

/** Begins what is queued: the queue of this process, or another engine. */
export interface RunStarter {
  /** The run has just been queued. */
  begin(run: Run): void;
  /** Whether this process hears of what the run asks while it goes on. */
  here(run: Run): boolean;
  /** Begins nothing more, and gives runs of this process some time (milliseconds) to end. */
  close(most: number): Promise<void>;
}

export interface QueueOptions extends Pick<RunnerOptions, 'store' | 'slots' | 'now' | 'log' | 'lease'> {
  runner: Runner;
  bell: Bell;
}

export class Queue implements RunStarter {
  readonly #timers: NodeJS.Timeout[];
  #storeFailing = false;
  #looking = false;
  #again = false;

  constructor(private readonly options: QueueOptions) {
    options.runner.onFree = () => void this.look();
    const expireLeases = oneAtATime(() => this.#expireLeases());
    this.#timers = [setInterval(() => void this.look(), LOOK), setInterval(() => void expireLeases(), LOOK)];
  }

  begin(): void {
    void this.look();
  }

  here({ owner }: Run): boolean {
    return owner === this.options.runner.owner;
  }

  /** Takes what is queued, as far as there is room. Called when a run was queued here, and every half second for those of other processes. */
  async look(): Promise<void> {
    const { runner, log } = this.options;
    this.#again = true;
    if (this.#looking) return;
    this.#looking = true;
    try {
      while (this.#again && !runner.closing) {
        this.#again = false;
        await this.#takeAll();
      }
      if (this.#storeFailing) log('info', 'the store answers again', {});
      this.#storeFailing = false;
    } catch (error) {
      // Said once, not twice a second.
      if (!this.#storeFailing) log('error', 'the store cannot be asked for runs', { error: String(error) });
      this.#storeFailing = true;
    } finally {
      this.#looking = false;
    }
  }

  async #takeAll(): Promise<void> {
    const { runner, store, now, slots } = this.options;
    const room = runner.room('pinned');
    if (room <= 0) return;
    // Where no slot is free, a caller's spec keeps nobody else waiting, and one to which its validation left a slot waits for none.
    const able = { packs: [...runner.bundled, ...slots.kept], specs: slots.fits('run'), before: now() - FOREIGN };
    // Those that are being taken still stand in the queue.
    const found = await store.waiting(now(), room + runner.taking, PACE, able);
    for (const run of found) void this.#take(run);
  }

  /** Never rejects. What may not begin yet stays in the queue. */
  async #take(run: Run): Promise<void> {
    const { runner, log } = this.options;
    if (!runner.fits(run)) return void this.look();
    await runner.take(run).catch((error: unknown) => log('error', 'a run could not be taken', { run: run.id, error: String(error) }));
  }

  /** Runs whose process gave no sign of life are over. A store that is slow is not asked again and again. */
  async #expireLeases(): Promise<void> {
    const { store, runner, now, log, bell, lease = LEASE } = this.options;
    // A store that cannot be asked is said by whoever looks for runs.
    for (const id of await store.expired(now(), { owner: runner.owner, alive: runner.alive, lease }).catch(() => [])) {
      log('warn', 'a run was left by its process', { run: id });
      bell.ring(id);
    }
  }

  close(most: number): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    return this.options.runner.close(most);
  }
}
