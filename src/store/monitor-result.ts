// What monitors are made of, as the store keeps it and pages show it. Types and the names of alerts alone.
import type { FailingCheck, Grade, LeftBehind, SentAlert } from '../contract/generated/types.ts';

export type AlertType = SentAlert['type'];

/** What two of the last three results say of a target, or one result alone. */
export interface MonitoredState {
  grade: Grade | 'unreachable';
  /** Ids of checks that fail and cap the grade: honesty checks, and of a pinned spec whatever its writer caps by. */
  lies: string[];
  /** Of a pinned spec; null of a grade. */
  passed: boolean | null;
}

export interface MonitorResult extends MonitoredState {
  /** Milliseconds since 1970. */
  at: number;
  /** Digest of the rules. */
  pack: string;
  /** Digest; none where the run came to no report. */
  report?: string;
  /** The verifier could not see enough: it says nothing of the target. The code, where there is no report. */
  open?: string;
  /** What the run made may still be there. */
  left?: LeftBehind;
  /** The first check that fails. */
  first?: FailingCheck;
}

export interface Incident {
  since: number;
  before: MonitoredState;
}

export interface MonitorStanding {
  pack: string;
  confirmed: MonitoredState;
  /** The last three went one way and back. */
  flapping: boolean;
  /** The newest result says otherwise, and stands alone so far. */
  unconfirmed: boolean;
  incident: Incident | null;
  /** Keys about to end of which an alert was made. */
  alertedKeys: string[];
}

/** Alerts that open an incident, and those that end one. */
export const OPENING: readonly AlertType[] = ['grade.worse', 'lie.new', 'gate.failed'];
export const ENDING: readonly AlertType[] = ['recovered', 'rules.changed', 'monitor.stopped'];
