// Runs as every process of the service sees them: drafts, states, outcomes, events. Types, and the key by which equal runs coalesce.
import { sha256 } from '../contract/digest.ts';
import { jcs } from '../contract/jcs.ts';
import type { Json } from '../contract/json.ts';
import type { Rate } from './rate.ts';

export type RunKind = 'grade' | 'pinned' | 'self';
export type RunState = 'queued' | 'running' | 'done' | 'failed' | 'interrupted';

export interface RunFault {
  code: string;
  message: string;
  details: string[];
}

export interface RunDraft {
  /** Unguessable, chosen by the caller. */
  id: string;
  key: string;
  kind: RunKind;
  target: string;
  packDigest: string;
  /** null: fresh. */
  seed: number | null;
  /** Whatever the worker needs besides; never told to callers. */
  input?: Json;
  createdAt: number;
}

export interface Run extends Required<RunDraft> {
  state: RunState;
  startedAt: number | null;
  endedAt: number | null;
  reportDigest: string | null;
  error: RunFault | null;
  owner: string | null;
  leaseUntil: number | null;
  /** How many events it has. */
  events: number;
}

export type Outcome = { reportDigest: string } | { error: RunFault };

export interface RunEvent {
  number: number;
  at: number;
  event: Json;
}

export interface StartTerms {
  /** Spent all together, and only when a run is started. */
  spend?: readonly { bucket: string; rate: Rate }[];
  /** Refuses to start when so many are queued already. */
  mostQueued?: number;
}

export type Started =
  | { run: Run; joined: boolean }
  | { refused: 'budget'; bucket: string; retryAfter: number }
  | { refused: 'queue-full'; queued: number };

/** The key of a run: equal ones coalesce. `extra` is whatever else makes two runs different, such as consent. */
export const runKey = (draft: Pick<RunDraft, 'kind' | 'target' | 'packDigest' | 'seed'>, extra: Json = null): string =>
  sha256(jcs({ kind: draft.kind, target: draft.target, pack: draft.packDigest, seed: draft.seed ?? 'fresh', extra }));
