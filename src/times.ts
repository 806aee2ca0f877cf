// When the requests of a run end: ordinary ones first, writes that are under way later, cleanup at the hard end. It knows no request.
import { LIMITS } from './contract/limits.ts';

export class Times {
  readonly #over = new AbortController();
  readonly #late = new AbortController();
  readonly #hard = new AbortController();
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #total: number;
  readonly #interrupt: AbortSignal | undefined;
  #kept = 0;

  /** total: milliseconds of the run; LIMITS.run unless lower. */
  constructor(total: number | undefined, interrupt: AbortSignal | undefined) {
    this.#total = Math.min(total ?? LIMITS.run, LIMITS.run);
    this.#interrupt = interrupt;
    this.#after(this.#total, () => this.#end());
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

  /** Ends everything. */
  get hard(): AbortSignal {
    return this.#hard.signal;
  }

  /** Keeps time for cleanup; said before anything is sent. */
  keep(): void {
    if (this.#kept > 0) return;
    this.#kept = Math.min(LIMITS.cleanup, this.#total / 2);
    this.#after(this.#total - this.#kept, () => this.#closing());
  }

  clear(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#interrupt?.removeEventListener('abort', this.#stop);
  }

  #after(ms: number, act: () => void): void {
    this.#timers.push(setTimeout(act, ms));
  }

  readonly #stop = (): void => {
    if (this.#kept > 0) this.#closing();
    else this.#end();
  };

  /** From here on there is only what was kept. */
  #closing(): void {
    if (this.over.aborted) return;
    this.#over.abort();
    this.#after(this.#kept / 2, () => this.#late.abort());
    this.#after(this.#kept, () => this.#end());
  }

  #end(): void {
    for (const controller of [this.#over, this.#late, this.#hard]) controller.abort();
  }
}
