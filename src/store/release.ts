// What is released when a report gets its id, and what the store tells of it later. Types alone.
import type { Logged } from '../attest/log/transparency-log.ts';
import type { PublicKey } from '../contract/generated/types.ts';
import type { Json } from '../contract/json.ts';
import type { Written } from '../report/written.ts';
import type { RunKind } from './run.ts';

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
  report: Written;
  evidence: Written;
  /** The resolved pack in canonical form: written out where the store has none with its digest. */
  pack: () => Uint8Array;
  /** The key that signed the report; none for a report that is not signed. */
  key?: PublicKey;
  /** Ends this run in the same transaction, with all that happened in it. */
  runId?: string;
  /** The verifier was too busy to see all of it: the run is not counted. */
  spoiled?: boolean;
  events?: readonly Json[];
  now: number;
}

export interface Released extends Logged {
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
  /** 1 to 200; 50 when left out. */
  limit?: number;
}

export interface HistoryPage {
  items: ReleaseFacts[];
  /** Of the next page; opaque. */
  cursor?: string;
}
