// What holds callers back: budgets, how fast they fill and what is left of them, and answers under idempotency keys. Types alone.

/** A token bucket: holds `burst` at most, and gains `perHour` an hour. */
export interface Rate {
  perHour: number;
  burst: number;
}

/** `retryAfter` is in whole seconds, and 0 when `ok`; `left` are whole tokens. */
export interface Spent {
  ok: boolean;
  retryAfter: number;
  left: number;
}

/** What stands under an idempotency key. `new` reserves it: the caller owes `settle` or `forget`. */
export type Idempotent = { state: 'new' | 'pending' | 'conflict' } | { state: 'stored'; answer: Uint8Array };

/** Milliseconds: how long a reservation counts, and how long an answer is kept. */
export interface IdempotencyTerms {
  pendingFor: number;
  keepFor: number;
}

export interface RateStore {
  spend(bucket: string, now: number, rate: Rate): Promise<Spent>;
  /** Looks without spending. */
  budget(bucket: string, now: number, rate: Rate): Promise<Spent>;
  idempotent(key: string, requestDigest: string, now: number, terms: IdempotencyTerms): Promise<Idempotent>;
  /** Stores the answer under a reserved key. */
  settle(key: string, requestDigest: string, answer: Uint8Array): Promise<void>;
  /** Gives a reserved key free, after a failure that may be tried again. */
  forget(key: string, requestDigest: string): Promise<void>;
}
