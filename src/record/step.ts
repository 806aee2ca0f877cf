// The steps between judge and recorder: asks out, records in. The judge keeps no hop and no origin, so that it can run in another process.
import type { Check, Claim, Consent, Request, Unsent, UnsentCode, Values, Verdict } from '../contract/generated/types.ts';
import type { Unclear } from '../contract/unclear.ts';
import type { Record } from './record.ts';

/** What a probe wants to know: plain data. */
export interface Ask {
  /** Number of the ask in its run, from 0: what becomes of it is told under this number. */
  ticket: number;
  name: string;
  order: number[];
  /** Larger goes first. */
  urgency: number;
  request: Request;
  /** A machine surface that the pack names itself: a robots group for * does not govern it. */
  literal: boolean;
  bytes: number;
  /** Redirect hops that may be followed. */
  follow: number;
  fresh?: string;
  claim?: Claim;
  /** Milliseconds to wait before sending (polling). */
  wait?: number;
  /** Asked on a connection of its own. */
  renew?: true;
  /** Sent although the run is over: it tidies up. */
  cleanup?: true;
  /** Paths to values of the answer that never reach the judge ($.self…): each becomes a placeholder that begins with `placeholder`. */
  secret?: string[];
  placeholder?: string;
}

export type AskOutcome = { state: 'recorded'; record: Record } | { state: 'unsent'; code: UnsentCode; why?: Unclear };

export interface Received {
  ticket: number;
  settled: AskOutcome;
}

export interface StepResult {
  asks: Ask[];
  /** What probes leave unasked, and asks that came back unsent, as evidence names them. */
  unsent: Unsent[];
  /** Checks that have settled since the last step, in the order of the report. */
  checks: Check[];
  /** Nothing is left to ask. */
  finished: boolean;
}

/** What a judge is told about its run beside the pack, which it knows. */
export interface JudgeInput {
  /** Origin, without a slash at the end. */
  target: string;
  seed: number;
  registrable(host: string): string | null;
  agent?: string;
  /** $.env and $.row. A secret is here as its placeholder. */
  env?: Values;
  row?: Values;
  /** By whose leave a pack with consent: writes may write; without it none is judged. */
  consent?: Consent;
}

export interface Judge {
  /** URLs of the target whose answers are meant to be public: nobody's address is taken out of those. */
  readonly surfaces: readonly string[];
  /** Whether an answer comes from what stands in the way of the service, by the marks of the pack. */
  isChallenge(record: Record): boolean | Promise<boolean>;
  /** Takes records in any order. quiet: nothing else is under way. */
  next(received: readonly Received[], quiet: boolean): StepResult | Promise<StepResult>;
  /** When it has finished. */
  verdict(): Verdict | Promise<Verdict>;
}

/** Rejects with consent-missing before anything is sent. */
export type JudgeMaker = (input: JudgeInput) => Judge | Promise<Judge>;
