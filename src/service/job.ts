// What a worker is told to do, and what it tells while it does it. Plain data: it crosses a thread.
import type { Check, Request } from '../contract/generated/types.ts';
import type { Reach } from '../contract/reach.ts';
import type { PinnedAddresses } from '../transport/live/pinned.ts';

export interface RunJob {
  runId: string;
  kind: 'grade' | 'pinned' | 'self';
  /** Origin. */
  target: string;
  reach: Reach;
  /** Where the name of the target was found to lead when the run was given its turn: it is connected to nothing else. */
  pinned?: PinnedAddresses;
  packDigest: string;
  /** Milliseconds for the run. */
  deadline: number;
  seed: number;
  seedOrigin: 'fresh' | 'caller';
  agent?: string;
  /** pinned: whether the caller named the digest. */
  ratified?: boolean;
  /** pinned: the spec was validated just before; its run steps back behind those of specs that are known. */
  isNew?: boolean;
  /** Secrets of a monitor, each sealed: they are opened in the thread that sends, and nowhere else. */
  sealed?: { monitor: string; values: { [name: string]: string } };
}

export type Asks = Pick<Request, 'method' | 'url'>;

export type JobMessage =
  | { about: 'check'; runId: string; check: Check }
  /** Told in the order in which it stands among the events of the run. */
  | { about: 'asks'; runId: string; asks: Asks[] }
  /** A self-run is about to ask this path of the service itself. */
  | { about: 'self-ask'; runId: string; path: string };

/** What every worker needs of the configuration; handed over when its thread starts. */
export interface WorkerSetup {
  databaseUrl?: string;
  data: string;
  keys: string;
  unisolated: boolean;
  /** How many may be under way in one thread. */
  runs: number;
}
