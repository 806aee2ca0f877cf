// What is released when a report gets its id, and what the store tells of it later. Types alone.
import type { LogSigner } from '../attest/log/log-signer.ts';
import type { Logged, TransparencyLog } from '../attest/log/transparency-log.ts';
import type { PublicKey } from '../contract/generated/types.ts';
import type { WrittenReport } from '../report/written.ts';
import type { NewRunEvent, RunKind } from './run.ts';

export interface ReleaseFacts {
  reportDigest: string;
  evidenceDigest: string;
  packDigest: string;
  target: string;
  kind: RunKind;
  /** Whether the seed was drawn by the service: only such grades are ever the latest of a target. */
  fresh: boolean;
  /** Milliseconds since 1970. */
  issuedAt: number;
  grade: string;
  conclusive: boolean;
  points: number;
  outOf: number;
  /** Place in the log. */
  logIndex: number;
}

export interface ReleaseDraft extends Omit<ReleaseFacts, 'logIndex'> {
  report: WrittenReport;
  evidence: WrittenReport;
  /** The resolved pack in canonical form: written out where the store has none with its digest. */
  pack: () => Uint8Array;
  /** The key that signed the report; none for a report that is not signed. */
  key?: PublicKey;
  /** Ends this run in the same transaction, with all that happened in it. */
  runId?: string;
  /** The verifier was too busy to see all of it: the run is not counted. */
  spoiled?: boolean;
  events?: readonly NewRunEvent[];
  now: number;
}

export interface ReleasedReport extends Logged {
  reportDigest: string;
  /** The tlog-proof, stored under kind `proof`. */
  proof: string;
}

/** Without `packDigest`: of every pack; without `fresh`: seeded and pinned ones too. */
export interface HistoryQuery {
  target: string;
  packDigest?: string;
  fresh?: boolean;
  cursor?: string;
  limit: number;
}

export interface HistoryPage {
  items: ReleaseFacts[];
  /** Of the next page; opaque. */
  cursor?: string;
}

/** A log in the store, shared by every process that opened the same store. */
export interface StoreLog extends TransparencyLog {
  /** The newest signed head. */
  checkpoint(): Promise<string>;
  /** A file of the C2SP tlog-tiles layout (`tile/0/000.p/5`, `checkpoint`), as bytes to be served. */
  file(path: string): Promise<Uint8Array | undefined>;
}

export interface Releases {
  /** One transaction: documents, key, log entry, proof and run, all durable when it resolves, or none of it. Again with the same bytes: what it gave before. */
  release(draft: ReleaseDraft, signer: LogSigner): Promise<ReleasedReport>;
  /** The newest fresh one that was not taken down, of grades or of self-runs. Caller-seeded and pinned runs never stand here. */
  latest(target: string, packDigest: string, kind?: 'grade' | 'self'): Promise<ReleaseFacts | undefined>;
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
