// Who may start a contained child now, and who waits for it: one count for a whole process, the slot before the child. It starts nothing itself.
import { availableParallelism } from 'node:os';
import { AxproofError } from '../contract/errors.ts';

/** A child is two processes, itself and the holder of its namespaces: together at most two more than there are cores. */
export const MOST_CHILDREN = Math.max(2, Math.floor(availableParallelism() / 2) + 1);

export type Work = 'validation' | 'run';

export interface SlotOptions {
  most?: number;
  /** Both kinds of work are done, and each leaves a slot to the other, so that neither stops the other. */
  shared?: boolean;
  /** The most pieces of work that may wait. */
  waiting?: number;
  /** The most of them that may wait for one caller. */
  each?: number;
  /** Milliseconds after which work that still waits is refused. */
  patience?: number;
}

export interface SlotRequest {
  /** Callers take turns; those without a name are one. */
  caller?: string;
  /** The caller leaves: the place is given up. */
  signal?: AbortSignal;
}

/** A place in the queue, and the slot that becomes of it. */
export interface QueuePlace {
  /** Resolves when it is a slot. Rejects with busy after too long a wait, and with the signal's reason. */
  readonly turn: Promise<void>;
  /** Gives up the place or the slot; may be called more than once. */
  leave(): void;
}

/** Milliseconds for which a slot stays with a spec whose run does not begin. */
const KEPT = 2000;

const busy = (message: string): AxproofError => new AxproofError('busy', message);

class Waiter {
  readonly turn: Promise<void>;
  state: 'waits' | 'holds' | 'left' = 'waits';
  #resolve: () => void = () => {};
  #reject: (why: unknown) => void = () => {};

  constructor(readonly work: Work) {
    this.turn = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // Whoever gives up has stopped listening.
    this.turn.catch(() => {});
  }

  hold(): void {
    this.state = 'holds';
    this.#resolve();
  }

  leave(why: unknown): void {
    this.state = 'left';
    this.#reject(why);
  }
}

export class Slots {
  readonly #options: Required<SlotOptions>;
  readonly #taken: { [work in Work]: number } = { validation: 0, run: 0 };
  /** Whoever waits, by caller; the first caller is next. */
  readonly #callers = new Map<string, Waiter[]>();
  /** Slots that validations left to the runs of their specs, by digest. */
  readonly #kept = new Map<string, { place: QueuePlace; timer: NodeJS.Timeout }>();
  /** Hears of a slot that was given back, and what it was held for. */
  onFree: (work: Work) => void = () => {};

  constructor({ most = MOST_CHILDREN, shared = false, waiting = 16, each = 8, patience = 90_000 }: SlotOptions = {}) {
    this.#options = { most, shared, waiting, each, patience };
  }

  /** How many hold a slot, and how many wait. */
  get load(): { taken: number; waiting: number } {
    const waiting = [...this.#callers.values()].reduce((sum, mine) => sum + mine.length, 0);
    return { taken: this.#taken.validation + this.#taken.run, waiting };
  }

  /** A place at the end of the caller's queue. Throws busy, at once, where it is full. */
  enter(work: Work, { caller = '', signal }: SlotRequest = {}): QueuePlace {
    signal?.throwIfAborted();
    const { waiting, each, patience } = this.#options;
    const mine = this.#callers.get(caller) ?? [];
    if (!this.fits(work) && (this.load.waiting >= waiting || mine.length >= each))
      throw busy(`${this.load.waiting} specs wait already, ${mine.length} of them of this caller`);
    const waiter = new Waiter(work);
    this.#callers.set(caller, [...mine, waiter]);
    const over = (why: unknown): void => this.#leave(caller, waiter, why);
    const timer = setTimeout(() => over(busy(`the spec waited ${patience / 1000} s for its turn`)), patience);
    const gone = (): void => over(signal?.reason);
    signal?.addEventListener('abort', gone, { once: true });
    const settled = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', gone);
    };
    waiter.turn.then(settled, settled);
    this.#wake();
    return { turn: waiter.turn, leave: () => this.#leave(caller, waiter, busy('the place was given up')) };
  }

  /** A slot at once, or none. */
  take(work: Work): QueuePlace | undefined {
    return this.fits(work) ? this.enter(work) : undefined;
  }

  /** Digests of specs that were just validated, and have a slot for one run. */
  get kept(): string[] {
    return [...this.#kept.keys()];
  }

  /** A validation leaves its slot to the run of its spec: new specs wait behind themselves, and keep no run of a known one waiting. */
  keep(digest: string, place: QueuePlace, ms = KEPT): void {
    this.claim(digest)?.leave();
    const timer = setTimeout(() => this.claim(digest)?.leave(), ms).unref();
    this.#kept.set(digest, { place, timer });
  }

  /** The slot that was left to a run of the spec, which holds it from now on. */
  claim(digest: string): QueuePlace | undefined {
    const kept = this.#kept.get(digest);
    clearTimeout(kept?.timer);
    this.#kept.delete(digest);
    return kept?.place;
  }

  /** Whether a slot is free for this work now. */
  fits(work: Work): boolean {
    const { most, shared } = this.#options;
    return this.load.taken < most && (!shared || this.#taken[work] < Math.max(1, most - 1));
  }

  #leave(caller: string, waiter: Waiter, why: unknown): void {
    const { state, work } = waiter;
    if (state === 'left') return;
    waiter.leave(why);
    if (state === 'waits') {
      const others = (this.#callers.get(caller) ?? []).filter((one) => one !== waiter);
      this.#keep(caller, others);
      return;
    }
    this.#taken[work]--;
    this.#wake();
    this.onFree(work);
  }

  /** A caller without anybody who waits is forgotten. */
  #keep(caller: string, waiters: Waiter[]): void {
    if (waiters.length > 0) this.#callers.set(caller, waiters);
    else this.#callers.delete(caller);
  }

  /** Gives slots to those who wait: one of each caller in turn. */
  #wake(): void {
    for (const [caller, mine] of [...this.#callers]) {
      const next = mine.find(({ work }) => this.fits(work));
      if (!next) continue;
      const others = mine.filter((one) => one !== next);
      this.#callers.delete(caller);
      this.#keep(caller, others);
      this.#taken[next.work]++;
      next.hold();
    }
  }
}
