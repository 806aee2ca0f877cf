// Validations of callers' specs in the service: a place in the queue, the caller's budget, a slot, and only then a child. Equal specs that are under way are
// validated once, and a validation that nobody waits for any more is ended.
import { AxproofError } from '../contract/errors.ts';
import { admitContained } from '../gate/contained.ts';
import type { Slots } from '../gate/slots.ts';
import type { Spec } from '../gate/spec.ts';
import type { Store } from '../store/store.ts';
import { callerBucket, quotaOf, validationBudgets } from './budgets.ts';
import type { Config } from './config.ts';
import type { Caller } from './service.ts';

export interface ValidationParts {
  config: Config;
  store: Store;
  slots: Slots;
  now(): number;
}

interface UnderWay {
  done: Promise<void>;
  callers: number;
  left: AbortController;
}

/** Nobody hears it: the caller has gone. */
const gone = (): AxproofError => new AxproofError('interrupted', 'the caller left before the spec was validated');

/** Refusals of one caller, which say nothing to those that joined. */
const isOwn = (error: unknown): boolean =>
  error instanceof AxproofError && (error.code === 'too-many-specs' || error.code === 'interrupted');

export class Validations {
  /** By digest. */
  readonly #underWay = new Map<string, UnderWay>();

  constructor(private readonly parts: ValidationParts) {}

  /** Resolves when the spec was found sound. Throws busy, too-many-specs, what containment throws, and interrupted when the caller leaves. */
  async validate(spec: Spec, caller: Caller, signal: AbortSignal | undefined): Promise<void> {
    for (;;) {
      if (signal?.aborted) throw gone();
      const joined = this.#underWay.get(spec.digest);
      const work = joined ?? this.#begin(spec, caller);
      try {
        return await this.#wait(work, spec.digest, signal);
      } catch (error) {
        if (!joined || signal?.aborted || !isOwn(error)) throw error;
      }
    }
  }

  #begin(spec: Spec, caller: Caller): UnderWay {
    const { slots, config } = this.parts;
    const left = new AbortController();
    const admitted = admitContained(spec.text, {
      slots,
      work: 'validation',
      caller: callerBucket(caller.address),
      spend: () => this.#spend(caller),
      leave: (place) => (work.callers > 0 ? slots.keep(spec.digest, place) : place.leave()),
      signal: left.signal,
      unisolated: config.unisolated,
    });
    const work: UnderWay = { done: admitted.then((pack) => pack.close()), callers: 0, left };
    this.#underWay.set(spec.digest, work);
    const over = (): void => this.#forget(spec.digest, work);
    work.done.then(over, over);
    return work;
  }

  /** Whoever comes from now on begins anew. */
  #forget(digest: string, work: UnderWay): void {
    if (this.#underWay.get(digest) === work) this.#underWay.delete(digest);
  }

  async #spend({ address }: Caller): Promise<void> {
    const { config, store, now } = this.parts;
    for (const { bucket, rate } of validationBudgets(config, address)) {
      const spent = await store.spend(bucket, now(), rate);
      if (spent.ok) continue;
      const remedy = { retryAfter: spent.retryAfter, quota: quotaOf(config, bucket) };
      throw new AxproofError('too-many-specs', 'too many new specs from this address', [], { remedy });
    }
  }

  async #wait(work: UnderWay, digest: string, signal: AbortSignal | undefined): Promise<void> {
    work.callers++;
    let leave: () => void = () => {};
    const leaving = new Promise<never>((_, reject) => {
      leave = () => reject(gone());
      signal?.addEventListener('abort', leave, { once: true });
    });
    try {
      await Promise.race([work.done, leaving]);
    } finally {
      signal?.removeEventListener('abort', leave);
      if (--work.callers === 0) {
        this.#forget(digest, work);
        work.left.abort(gone());
      }
    }
  }
}
