// When the requests of a run end: ordinary ones first, writes that are under way later, cleanup at the hard end. It knows no request.
// Only the target's time counts: while the judge thinks the clock stands, and what this thread loses is given back.
import { LIMITS } from '../contract/limits.ts';
import { lateness } from '../transport/live/lateness.ts';

/** The least wait before the clock is read again, in milliseconds. */
const LOOK = 10;

export class Times {
  readonly #over = new AbortController();
  readonly #late = new AbortController();
  readonly #hard = new AbortController();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #total: number;
  readonly #endLateness = lateness.begin();
  #kept = 0;
  /** Where the clock began, later by all that does not count; and where it was stopped. */
  #begun = performance.now();
  #lost = lateness.lost;
  #stood: number | undefined;

  /** total: milliseconds of the run; LIMITS.run unless lower. */
  constructor(
    total: number | undefined,
    private readonly interrupt: AbortSignal | undefined,
  ) {
    this.#total = Math.min(total ?? LIMITS.run, LIMITS.run);
    this.#at(this.#total, () => this.#end());
    interrupt?.addEventListener('abort', this.#stop, { once: true });
    if (interrupt?.aborted) this.#stop();
  }

  /** Ends ordinary requests. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  /** Ends writes that are under way: what they created can only be taken away when their answer is seen. */
  get late(): AbortSignal {
    return this.#kept > 0 ? this.#late.signal : this.over;
  }

  get hard(): AbortSignal {
    return this.#hard.signal;
  }

  /** Keeps time for cleanup; said before anything is sent. */
  keep(): void {
    if (this.#kept > 0) return;
    this.#kept = Math.min(LIMITS.cleanup, this.#total / 2);
    this.#at(this.#total - this.#kept, () => this.#closing());
  }

  /** The clock stands while a judge works: that is no time of the target's. */
  async standing<T>(work: () => T | Promise<T>): Promise<T> {
    this.#stood = this.#spent();
    try {
      return await work();
    } finally {
      this.#begun = performance.now() - this.#stood;
      this.#lost = lateness.lost;
      this.#stood = undefined;
    }
  }

  clear(): void {
    this.#endLateness();
    for (const timer of this.#timers) clearTimeout(timer);
    this.interrupt?.removeEventListener('abort', this.#stop);
  }

  /** Milliseconds of the run that count. */
  #spent(): number {
    return this.#stood ?? performance.now() - this.#begun - (lateness.lost - this.#lost);
  }

  /** Acts when so much of the run is spent. */
  #at(ms: number, act: () => void): void {
    const left = ms - this.#spent();
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        if (this.#spent() < ms) this.#at(ms, act);
        else act();
      },
      Math.max(LOOK, Math.ceil(left)),
    );
    this.#timers.add(timer);
  }

  readonly #stop = (): void => {
    if (this.#kept > 0) this.#closing();
    else this.#end();
  };

  /** From here on there is only what was kept. */
  #closing(): void {
    if (this.over.aborted) return;
    this.#over.abort();
    const now = this.#spent();
    this.#at(now + this.#kept / 2, () => this.#late.abort());
    this.#at(now + this.#kept, () => this.#end());
  }

  #end(): void {
    for (const controller of [this.#over, this.#late, this.#hard]) controller.abort();
  }
}
