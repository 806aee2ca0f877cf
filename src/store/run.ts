// Runs as every process of the service sees them: drafts, states, outcomes, events. Types alone.
import type { RunError } from '../contract/generated/types.ts';
import type { Reach } from '../contract/reach.ts';
import type { Rate } from './limits.ts';

export type RunKind = 'grade' | 'pinned' | 'self';
export type RunState = 'queued' | 'running' | 'done' | 'failed' | 'interrupted';

export type RunFault = RunError;

/** What whoever runs it needs besides; never told to callers. */
export interface RunTerms {
  reach: Reach;
  ratified?: boolean;
  /** The monitor whose secrets the run is given: it joins no other. */
  secretsOf?: string;
  /** The payment that buys it alone: it joins no other. */
  paidBy?: string;
  /** The trace of whoever asked first; whoever joins has another. */
  traceparent?: string;
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
  input: RunTerms;
  createdAt: number;
}

/** Admitted, and begun by nobody before whoever holds it gives it to the queue; a holder that dies leaves it like a runner does. Milliseconds. */
export interface Held {
  owner: string;
  until: number;
}

export interface Run extends RunDraft {
  state: RunState;
  startedAt: number | null;
  endedAt: number | null;
  reportDigest: string | null;
  error: RunFault | null;
  owner: string | null;
  leaseUntil: number | null;
}

/** `spoiled`: the verifier was too busy to see what it reports on. */
export type RunOutcome = { reportDigest: string; spoiled?: boolean } | { error: RunFault };

/** The target refused before anything of the spec was sent, the operator took the spec away, or the fault was ours: such a run is given back. Whatever else ends one was paid for. */
const NOT_COUNTED: ReadonlySet<string> = new Set([
  'busy',
  'consent-missing',
  'declined',
  'internal',
  'run-interrupted',
  'verifier-died',
  'store-unavailable',
  'store-damaged',
  'bad-keys',
  'no-signing-key',
  'no-isolation',
  'log-damaged',
  'taken-down',
  'unknown-digest',
  'unknown-pack',
]);

/** Whether the run uses its entitlement up; one that never began does not. */
export const isCounted = (outcome: RunOutcome, startedAt: number | null): boolean =>
  startedAt !== null && ('error' in outcome ? !NOT_COUNTED.has(outcome.error.code) : !outcome.spoiled);

/** What happens in a run, numbered from 1 within it; the last is done, failed or interrupted. */
export interface RunEvent {
  id: number;
  event: 'started' | 'asks' | 'check' | 'done' | 'failed' | 'interrupted';
  /** asks: requests that go out now, [{method, url}]. check: the settled Check. done: {reportDigest, grade? , passed?}. failed: {code, message}. */
  data: unknown;
}

/** Whoever keeps it gives it its number. */
export type NewRunEvent = Omit<RunEvent, 'id'>;

export interface StartTerms {
  /** Spent all together, and only when a run is started. */
  spend?: readonly { bucket: string; rate: Rate }[];
  /** An entitlement, of which one run is used up: when a run is started, and when one is joined that it was not charged for. */
  charge?: string;
  /** Refuses to start when so many are queued already. */
  mostQueued?: number;
  held?: Held;
  /** The pack that the run needs, in canonical form: stored with the run. */
  pack?: Uint8Array;
}

/** How fast runs may begin at one place, and how many may be under way there. */
export interface Pace {
  starts: Rate;
  mostRunning: number;
}

export interface LeaseRequest {
  owner: string;
  now: number;
  /** Milliseconds. */
  lease: number;
  /** Where the run goes; none: it waits for no turn. */
  places: readonly string[];
}

/** Which runs a process can begin: of its own packs, of callers' specs where it has room for one, and what nobody began for so long. */
export interface Able {
  packs: readonly string[];
  specs: boolean;
  /** Milliseconds since 1970: of whatever pack, when it was queued before. */
  before: number;
}

/** Who asks for runs that were left, and what leases are given. */
export interface Leases {
  owner: string;
  /** Its own runs that are under way, whatever the clock says. Others of its own are left too: their end could not be stored while the store was away. */
  alive?: readonly string[];
  /** The longest one, in milliseconds: what ends later than twice as far from now was given before the clock was set back. */
  lease: number;
  /** Milliseconds for which a lease is waited for beyond its end. */
  grace?: number;
}

export type Started =
  | { run: Run; joined: boolean }
  | { refused: 'budget'; bucket: string; retryAfter: number }
  | { refused: 'ceiling' }
  | { refused: 'queue-full'; queued: number };

export interface Runs {
  /** Joins the run of an equal key that is queued or running anywhere, or starts one and only then spends; it charges for either. */
  startOrJoin(draft: RunDraft, terms?: StartTerms): Promise<Started>;
  /** Joins the queued or running run of a key under an entitlement, which it uses up once for a run. undefined: there is none. */
  join(key: string, charge: string, now: number): Promise<Started | undefined>;
  /** Gives a run that was started `held` to the queue; false where its time was over. */
  admit(id: string, owner: string): Promise<boolean>;
  run(id: string): Promise<Run | undefined>;
  activeRun(key: string): Promise<Run | undefined>;
  /** Queued runs that may begin, those alone that a process can begin where it says so: those whose turn has not come, or whose place is full, are passed over. */
  waiting(now: number, limit: number, pace: Pace, able?: Able): Promise<Run[]>;
  /** Takes a queued run. undefined: somebody else has it, or it stays queued until its turn at all of its places. No two callers get the same. */
  claim(id: string, claim: LeaseRequest, pace: Pace): Promise<Run | undefined>;
  /** Extends the leases of those runs that are still this owner's. */
  heartbeat(ids: readonly string[], owner: string, now: number, lease: number): Promise<void>;
  /** Ends a queued or running run with all that happened in it; false when it had ended already. */
  finish(id: string, outcome: RunOutcome, events: readonly NewRunEvent[], now: number): Promise<boolean>;
  /** On shutdown: marks the running runs of an owner, and gives their ids. Their last event says so. */
  interruptOwned(owner: string, now: number): Promise<string[]>;
  /** Marks running runs of others whose lease is over (their process is gone) as interrupted, and gives their ids. Their last event says so. */
  expired(now: number, leases: Leases): Promise<string[]>;
  ended(ids: readonly string[]): Promise<string[]>;
  queueLength(): Promise<number>;
  /** What happened in a run that has ended, with a number above `after`, in order; the last says how it ended. While a run goes on there is nothing here. */
  events(id: string, after: number): Promise<RunEvent[]>;
}
