// What the mounts of the hosted verifier ask of it: HTTP and MCP serve this one interface. Types only; it knows no protocol.
import type { Entitlement } from '../attest/entitlement.ts';
import type { ErrorCode } from '../contract/errors.ts';
import type { Discovery, MonitorOrder, Readiness, Report, RunStatus, VerificationRequest } from '../contract/generated/types.ts';
import type { Content } from '../report/written.ts';
import type { CheckChange } from '../run/compare.ts';
import type { Alert, MonitorDay, MonitorFacts, StoredMonitorResult } from '../store/monitor.ts';
import type { ReleaseFacts } from '../store/release.ts';
import type { RunEvent } from '../store/run.ts';
import type { Capability } from './entitlements.ts';
import type { PublishedLog } from './log-keys.ts';

/** For the mounts that know no store. */
export type { RunEvent } from '../store/run.ts';

/** Who asks, for budgets: an IP address as the socket (or a trusted proxy) gives it. */
export interface Caller {
  address: string;
  /** What it has shown on a paid route: its runs are metered under it, and may write to targets that consent. */
  entitlement?: Entitlement;
  /** The trace that it belongs to (W3C Trace Context): the span of a run that it starts joins it. */
  traceparent?: string;
}

export type Entitled = Caller & { entitlement: Entitlement };

/** Who pays for this one run. */
export interface Buyer extends Caller {
  settle?(): Promise<void>;
}

/** A run as anybody may see it: callers' packs are told by digest alone. */
export type RunView = Omit<RunStatus, 'links'>;

/** A stored report: its exact bytes, and the same parsed for whoever asks. */
export interface StoredReport {
  digest: string;
  content: Content;
  readonly report: Report;
  /** The same; long bodies may be empty in it. */
  readonly outline: Report;
}

export interface GradeRequest {
  /** A public domain name; under allowPrivate also host:port and http:// loopback addresses. */
  target: string;
  /** Name of a bundled pack; the default pack without it. */
  pack?: string;
  /** Replays a sampling; such runs never feed the domain's page or badge. */
  seed?: number;
  /** Whether a run may be started at all (HEAD never starts one). */
  start: boolean;
  /** Ask anew although something fresh is stored: refused with 'cooldown' inside the cooldown. */
  anew?: boolean;
  /** A run that is under way, else the stored grade whatever its age; one is only made where there is neither. */
  kept?: boolean;
}

/** What changed in the grade of a domain since the one before. */
export interface Since {
  previous: ReleaseFacts;
  changes: readonly CheckChange[];
}

/** The grades of a target, the newest first, each with what changed since the one before it under the same rules. */
export interface GradeHistory {
  items: (ReleaseFacts & { changes?: readonly CheckChange[] })[];
  cursor?: string;
}

export type GradeOutcome =
  | {
      state: 'report';
      stored: StoredReport;
      /** Seconds since it was issued. */
      age: number;
      /** Older than the cooldown. */
      stale: boolean;
      /** Why this one stands in place of a new one that was asked for. */
      instead?: { code: ErrorCode; message: string; retryAfter: number };
    }
  | { state: 'running'; run: RunView }
  | { state: 'none' };

export interface Waiting {
  /** Longest wait in milliseconds before the answer is the run itself. 0: do not wait. */
  most: number;
  signal?: AbortSignal;
  /** Hears of the run's events while it is waited for. */
  onEvent?(event: RunEvent): void;
}

export interface MonitorStatus {
  facts: MonitorFacts;
  days: readonly MonitorDay[];
  /** The newest first. */
  alerts: readonly Alert[];
  /** Those that open or end an incident, the newest first: however many others there are, none of these is pushed out by them. */
  changes: readonly Alert[];
  /** The newest last. */
  results: readonly StoredMonitorResult[];
  /** Alerts that were given up, the newest first. */
  dead: readonly Alert[];
  /** Milliseconds since 1970. */
  at: number;
}

/** report of a document kind that may be asked for by its digest. */
export type PublishedKind = 'report' | 'evidence' | 'pack';

/** Of one that is gone the content is its signed tombstone, in JCS bytes. */
export type StoredDocument = { state: 'here'; content: Content } | { state: 'gone'; content: Content };

/** Monitors, as those who have an entitlement ask for them. */
export interface Watching {
  /** Without pack, spec and expectedDigest by the default pack. `secret` signs what its webhook is sent. Rejects with bad-domain, bad-request, and what a spec is refused with. Its first run is due at once. */
  create(request: MonitorOrder, caller: Entitled, signal?: AbortSignal): Promise<{ facts: MonitorFacts; secret?: string }>;
  /** Of the entitlement that made it; not-found for all others. */
  status(id: string, entitlement: Entitlement): Promise<MonitorStatus>;
  stop(id: string, entitlement: Entitlement): Promise<void>;
  /** Has an alert sent again that was given up. Rejects with not-found, and bad-request where there is no webhook any more. */
  resend(id: string, alert: string, entitlement: Entitlement): Promise<void>;
  /** What anybody may see of a target that is watched in public. Rejects with not-found. */
  publicStatus(origin: string, pack?: string): Promise<MonitorStatus>;
}

export interface Service {
  /** Rejects with AxproofError: bad-domain, unknown-pack, unreachable, cooldown, too-many-runs, busy, … */
  grade(request: GradeRequest, caller: Caller, waiting: Waiting): Promise<GradeOutcome>;
  /** A grade without a spec, else a pinned verification, which is never answered from a cache. */
  verify(request: VerificationRequest, caller: Buyer, waiting: Waiting): Promise<GradeOutcome>;
  discover(target: string, caller: Caller, waiting: Waiting): Promise<Discovery>;
  run(id: string): Promise<RunView | undefined>;
  /** Ends after the last event of the run, or when the signal fires. */
  events(id: string, after: number, signal: AbortSignal): AsyncIterable<RunEvent>;
  eventsSoFar(id: string): Promise<readonly RunEvent[]>;
  /** The origin that is meant. Throws bad-domain for what may not be named as a target. */
  checkTarget(target: string): string;
  /** What the Authorization header of a paid request entitles to. Rejects with payment-required, bad-entitlement, entitlement-too-narrow. */
  entitled(authorization: string | undefined, capability: Capability, origin?: string): Promise<Entitlement>;
  readonly monitors: Watching;
  /** A page of the grades of an origin. Whoever sends it uses one run of the entitlement up. */
  history(origin: string, cursor: string | undefined): Promise<GradeHistory>;
  /** One of what an entitlement is for. Rejects with payment-required where none is left. */
  useUp(entitlement: Entitlement, capability: Capability): Promise<void>;
  /**
   * Does a thing once for an Idempotency-Key of a caller, and gives the same answer to the same request again.
   * Throws idempotency-conflict where the key was used for another request, or the first is still under way.
   */
  once(key: string, requestDigest: string, caller: Caller, work: () => Promise<Uint8Array>): Promise<Uint8Array>;
  document(kind: PublishedKind, digest: string): Promise<StoredDocument | undefined>;
  /** Inclusion proof of a report in the log (tlog-proof text), with the checkpoint. */
  proof(reportDigest: string): Promise<Uint8Array | undefined>;
  readonly log: Pick<PublishedLog, 'file' | 'key'>;
  /** The latest self-report; starts a self-run when none is stored or it has aged. */
  self(waiting: Waiting): Promise<GradeOutcome>;
  /** JSON Web Key Set of all current, next and historic keys. */
  keys(): Promise<{ keys: Record<string, unknown>[] }>;
  ready(): Promise<Readiness>;
  /** A stored report by its digest. Rejects with not-found or gone. */
  stored(digest: string): Promise<Extract<GradeOutcome, { state: 'report' }>>;
  /** The last fresh report of a domain, for its badge and card; starts no run. */
  latest(target: string, pack?: string): Promise<StoredReport | undefined>;
  /** The grade before this one, where this is the newest of its target, and what changed. */
  since(stored: StoredReport): Promise<Since | undefined>;
  /** Refuses new runs, and finishes or marks those under way. */
  close(): Promise<void>;
}
