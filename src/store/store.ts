// What the service keeps, as one interface: documents, runs, the log, keys, budgets. It reads no clock (`now` is milliseconds since 1970),
// signs nothing but checkpoints, and knows nothing of HTTP.
import type { DocumentStore } from './document.ts';
import type { EntitlementStore } from './entitlement.ts';
import type { RateStore } from './limits.ts';
import type { MonitorTables } from './monitors.ts';
import type { Keys, Releases } from './release.ts';
import type { Runs } from './run.ts';

/** How long ended runs keep their events, budgets that nobody spends from stay, packs that no report names, and results and alerts of monitors. */
export interface SweepTerms {
  eventsFor: number;
  budgetsFor: number;
  packsFor: number;
  resultsFor: number;
}

export interface Store extends DocumentStore, Runs, Releases, Keys, EntitlementStore, RateStore {
  readonly monitors: Pick<MonitorTables, keyof MonitorTables>;
  /** Throws store-unavailable. */
  ping(): Promise<void>;
  /** Deletes what is over: answers to idempotency keys, events of old runs, idle budgets, packs of runs that came to no report, old results and alerts. */
  sweep(now: number, terms: SweepTerms): Promise<void>;
  close(): Promise<void>;
}

export interface StoreOptions {
  /** postgres://…; without it the embedded store in `folder`. */
  databaseUrl?: string;
  /** Of the embedded store; made when it is not there. */
  folder: string;
}
