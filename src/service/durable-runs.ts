// What a worker of another engine does for one call: it sees the run to its end, says for how long to come back later, or finds that its verifier died. The
// claim in the store is the fence: whatever the engine tries again, a run that may have sent something is never begun a second time.
import type { Run, RunFault, RunKind } from '../store/run.ts';
import type { Store } from '../store/store.ts';
import { LEASE, type Runner } from './runner.ts';

/** All that the engine keeps of a run: digests and codes. */
export type DurableStep = { end: string; report?: string } | { wait: number };

/** Milliseconds: a run that may not begin yet is asked for again, here or at another worker. */
const AGAIN = 1000;
/** A run of another worker is looked at again: it may end, or its lease. */
const SOON = 5000;
const HOLD = 20_000;

const DIED: RunFault = {
  code: 'verifier-died',
  message: 'inconclusive: the worker died after it had begun to ask the target, which is not asked again by itself',
  details: [],
};

export interface DurableRunsOptions {
  store: Pick<Store, 'run' | 'finish'>;
  runner: Pick<Runner, 'take' | 'ended' | 'room' | 'closing' | 'onFree'>;
  now(): number;
  /** Milliseconds; 30 s unless given. */
  lease?: number;
  /** Milliseconds for which a call is kept where there is no room; 20 s unless given. */
  hold?: number;
}

const endOf = ({ state, reportDigest, error }: Run): DurableStep =>
  reportDigest === null ? { end: error?.code ?? state } : { end: state, report: reportDigest };

export class DurableRuns {
  readonly #lease: number;
  readonly #held = new Set<() => void>();

  constructor(private readonly options: DurableRunsOptions) {
    this.#lease = options.lease ?? LEASE;
    options.runner.onFree = () => this.#wakeNext();
  }

  /** Rejects where the store cannot be asked, or this worker stops: another one is to be tried. */
  async step(id: string): Promise<DurableStep> {
    const { store, runner } = this.options;
    const run = await store.run(id);
    const room = run?.state !== 'queued' || (await this.#room(run.kind));
    if (runner.closing) throw new Error('the worker is stopping');
    if (!room) return { wait: AGAIN };
    if (run?.state === 'queued' && !(await runner.take(run))) {
      // The room is still there, for somebody else.
      this.#wakeNext();
      return { wait: AGAIN };
    }
    await runner.ended(id);
    return this.#now(id);
  }

  #wakeNext(): void {
    const [first] = this.#held;
    first?.();
  }

  /** Whether there is room, or was while it was waited for. */
  #room(kind: RunKind): Promise<boolean> {
    const { runner } = this.options;
    if (runner.room(kind) > 0 || runner.closing) return Promise.resolve(true);
    return new Promise<boolean>((resolve) => {
      const end = (room: boolean): void => {
        clearTimeout(timer);
        this.#held.delete(wake);
        resolve(room);
      };
      const wake = (): void => end(true);
      const timer = setTimeout(() => end(false), this.options.hold ?? HOLD).unref();
      this.#held.add(wake);
    });
  }

  /** How a run stands that is not under way here. */
  async #now(id: string): Promise<DurableStep> {
    const { store, now } = this.options;
    const run = await store.run(id);
    // The store was restored from before this run.
    if (!run) return { end: 'unknown' };
    if (run.state !== 'running') return run.state === 'queued' ? { wait: AGAIN } : endOf(run);
    // A lease far beyond the longest one was given before the clock was set back.
    const left = (run.leaseUntil ?? 0) - now();
    if (left >= 0 && left <= 2 * this.#lease) return { wait: Math.min(left + 1, SOON) };
    await store.finish(id, { error: DIED }, [{ event: 'failed', data: DIED }], now());
    return this.#now(id);
  }
}
