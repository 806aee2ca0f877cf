// What the service keeps, as one interface: documents, runs, the log, keys, budgets. It reads no clock (`now` is milliseconds since 1970),
// signs nothing but checkpoints, and knows nothing of HTTP.
import type { LogSigner } from '../attest/log/log-signer.ts';
import type { TransparencyLog } from '../attest/log/transparency-log.ts';
import type { PublicKey } from '../contract/generated/types.ts';
import type { Json } from '../contract/json.ts';
import type { DocumentKind, Stored, Takedown } from './document.ts';
import type { EntitlementFacts } from './entitlements.ts';
import type { MonitorTables } from './monitors.ts';
import type { Rate, Spent } from './rate.ts';
import type { HistoryPage, HistoryQuery, ReleaseDraft, Released, ReleaseFacts } from './release.ts';
import type { Claim, Leases, Outcome, Pace, Run, RunDraft, RunEvent, Started, StartTerms } from './run.ts';

export type { Rate, Spent } from './rate.ts';

/** A log in the store, shared by every process that opened the same store. */
export interface StoreLog extends TransparencyLog {
  /** The newest signed head. */
  checkpoint(): Promise<string>;
  /** A file of the C2SP tlog-tiles layout (`tile/0/000.p/5`, `checkpoint`), as bytes to be served. */
  file(path: string): Promise<Uint8Array | undefined>;
}

/** What stands under an idempotency key. `new` reserves it: the caller owes `settle` or `forget`. */
export type Idempotent = { state: 'new' | 'pending' | 'conflict' } | { state: 'stored'; answer: Uint8Array };

/** Milliseconds: how long a reservation counts, and how long an answer is kept. */
export interface IdempotencyTerms {
  pendingFor: number;
  keepFor: number;
}

/** How long ended runs keep their events, budgets that nobody spends from stay, packs that no report names, and results of monitors. */
export interface SweepTerms {
  eventsFor: number;
  budgetsFor: number;
  packsFor: number;
  resultsFor: number;
}

export interface Documents {
  /** Immutable: the same bytes again change nothing, other bytes are refused (`already-stored`), and so is what was taken down (`taken-down`). */
  putDocument(kind: DocumentKind, digest: string, bytes: Uint8Array, now: number): Promise<void>;
  /** Exact bytes, checked against their digest (`store-damaged`); a tombstone after a takedown; undefined when there is none. */
  document(kind: DocumentKind, digest: string): Promise<Stored | undefined>;
  /** Deletes the bytes for ever. A report takes its evidence along, evidence takes its reports, with bodies that nothing else uses. */
  takedown(kind: DocumentKind, digest: string, takedown: Takedown): Promise<{ taken: { kind: DocumentKind; digest: string }[] }>;
}

export interface Runs {
  /** Joins the run of an equal key that is queued or running anywhere, or starts one and only then spends. */
  startOrJoin(draft: RunDraft, terms?: StartTerms): Promise<Started>;
  /** Gives a run that was started `held` to the queue; false where its time was over. */
  admit(id: string, owner: string): Promise<boolean>;
  run(id: string): Promise<Run | undefined>;
  /** The queued or running run of a key. */
  activeRun(key: string): Promise<Run | undefined>;
  /** Queued runs that may begin, of certain packs alone where they are given: those whose turn has not come, or whose place is full, are passed over. */
  waiting(now: number, limit: number, pace: Pace, packs?: readonly string[]): Promise<Run[]>;
  /** Takes a queued run. undefined: somebody else has it, or it stays queued until its turn at all of its places. No two callers get the same. */
  claim(id: string, claim: Claim, pace: Pace): Promise<Run | undefined>;
  /** Extends the leases of those runs that are still this owner's. */
  heartbeat(ids: readonly string[], owner: string, now: number, lease: number): Promise<void>;
  /** Ends a queued or running run with all that happened in it; false when it had ended already. */
  finish(id: string, outcome: Outcome, events: readonly Json[], now: number): Promise<boolean>;
  /** On shutdown: marks the running runs of an owner, and gives their ids. Their last event says so. */
  interruptOwned(owner: string, now: number): Promise<string[]>;
  /** Marks running runs of others whose lease is over (their process is gone) as interrupted, and gives their ids. Their last event says so. */
  expired(now: number, leases: Leases): Promise<string[]>;
  /** Which of these runs have ended. */
  ended(ids: readonly string[]): Promise<string[]>;
  queueLength(): Promise<number>;
  /** What happened in a run that has ended, with a number above `after`, in order; the last says how it ended. While a run goes on there is nothing here. */
  events(id: string, after: number): Promise<RunEvent[]>;
}

export interface Releases {
  /** One transaction: documents, key, log entry, proof and run, all durable when it resolves, or none of it. Again with the same bytes: what it gave before. */
  release(draft: ReleaseDraft, signer: LogSigner): Promise<Released>;
  /** The newest fresh one that was not taken down, of grades or of self-runs. Caller-seeded and pinned runs never stand here. */
  latest(target: string, packDigest: string, kind?: 'grade' | 'self'): Promise<ReleaseFacts | undefined>;
  released(reportDigest: string): Promise<ReleaseFacts | undefined>;
  /** Newest first. Throws bad-cursor. */
  history(query: HistoryQuery): Promise<HistoryPage>;
  /** The log of a signer; begun when the store holds none. Throws log-forked where it does not go on from `kept`, a checkpoint of it that was kept elsewhere. */
  log(signer: LogSigner, kept?: string): Promise<StoreLog>;
}

export interface Keys {
  /** Kept for ever. A key may change its window and status, but a revoked one stays so. */
  putKey(key: PublicKey, now: number): Promise<void>;
  /** In the order in which they were first put. */
  keys(): Promise<PublicKey[]>;
}

export interface Entitlements {
  putEntitlement(facts: Omit<EntitlementFacts, 'used' | 'revokedAt' | 'paidAt'>): Promise<void>;
  entitlement(id: string): Promise<EntitlementFacts | undefined>;
  /** The oldest first. */
  entitlements(): Promise<EntitlementFacts[]>;
  /** false: there is none, or it was revoked before. */
  revokeEntitlement(id: string, now: number): Promise<boolean>;
  /** Uses one of its runs up; false where none is left. A run that is started under it does this by itself. */
  charge(id: string, now: number): Promise<boolean>;
  /** When the payment that it stands for was settled; null: it was not. */
  paid(id: string, at: number | null): Promise<void>;
}

export interface Limits {
  spend(bucket: string, now: number, rate: Rate): Promise<Spent>;
  /** Looks without spending. */
  budget(bucket: string, now: number, rate: Rate): Promise<Spent>;
  idempotent(key: string, requestDigest: string, now: number, terms: IdempotencyTerms): Promise<Idempotent>;
  /** Stores the answer under a reserved key. */
  settle(key: string, requestDigest: string, answer: Uint8Array): Promise<void>;
  /** Gives a reserved key free, after a failure that may be tried again. */
  forget(key: string, requestDigest: string): Promise<void>;
}

export interface Store extends Documents, Runs, Releases, Keys, Entitlements, Limits {
  readonly kind: 'sqlite' | 'postgres';
  readonly monitors: Pick<MonitorTables, keyof MonitorTables>;
  /** Throws store-unavailable. */
  ping(): Promise<void>;
  /** Deletes what is over: answers to idempotency keys, events of old runs, idle budgets, packs of runs that came to no report. */
  sweep(now: number, terms: SweepTerms): Promise<void>;
  close(): Promise<void>;
}

export interface StoreOptions {
  /** postgres://…; without it the embedded store in `folder`. */
  databaseUrl?: string;
  /** Of the embedded store; made when it is not there. */
  folder: string;
}
