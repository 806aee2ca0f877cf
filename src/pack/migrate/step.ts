// What a migration is made of: rewrites that carry a resolved pack from one engine to the next. They say what to set, and set nothing themselves.
import type { Members } from '../../contract/json.ts';

/** One member that gets another value. */
export interface MemberChange {
  /** JSON pointer into the resolved pack. */
  place: string;
  value: unknown;
  why: string;
}

/** A place that the newer engine judges otherwise, and that only its author can decide. */
export interface Remaining {
  place: string;
  why: string;
}

export interface Rewritten {
  changes: MemberChange[];
  left: Remaining[];
}

export interface MigrationStep {
  from: number;
  to: number;
  /** What the newer engine judges otherwise, whatever a pack says. */
  judges: readonly string[];
  /** Each one reads what those before it have made. */
  rewrites: readonly ((pack: Members) => Rewritten)[];
}
