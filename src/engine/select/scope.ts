// What the names at the root of a path stand for while a rule or source is at work. It decides nothing.
import type { UnsentCode } from '../../contract/generated/types.ts';
import type { Json } from '../../contract/json.ts';
import type { Unclear } from '../../contract/unclear.ts';
import type { Node, Observation } from '../../record/observation.ts';
import type { StepBudget } from '../budget.ts';

/** A settled probe. */
export interface ProbeValue {
  /** eachOf, repeat, and sources that select: an array in paths. */
  list: boolean;
  observations: Observation[];
  /** Attempts in order up to the winner. */
  tried: Observation[];
  /** Something is missing because something was unclear. */
  open?: Unclear;
  openAt?: Observation;
  /** A list that repeat left at most. */
  partial: boolean;
  /** An attempt that did not win was left so. */
  partlyTried?: true;
  /** The draw left requests out. */
  drawn?: true;
}

/** What the probes of a run saw. */
export interface Observed {
  /** As each probe saw it, with the item that it was sent for. */
  readonly uses: readonly Observation[];
  /** Every exchange once, whichever probe sent it, with every claim that it serves. */
  readonly exchanges: readonly Observation[];
}

export interface Scope {
  probe(name: string): ProbeValue | undefined;
  /** Probes that a probe waits for. */
  uses?(name: string): readonly string[];
  run: Json;
  /** A document that the pack carries, as an answer. */
  document?(name: string): Observation | undefined;
  /** What the run was given by name. */
  env?: Json;
  row?: Json;
  /** A cleanup probe: it goes by what was seen, certain or not, since something may have to be taken away. */
  lenient?: true;
  item?: Node;
  /** What a source looked up in another answer for the item. */
  value?: Node;
  self?: Observation;
  each?: Node;
  /** All that probes saw, controls and robots.txt apart. Known when all else is. */
  observed?(): Observed;
  /** Why a claim, by its key, could not be asked. */
  lost?(claim: string): UnsentCode | undefined;
  /** What the rule at hand could ask and did. */
  coverage?: Json;
  /** Counts what judging costs, where that is bounded. */
  budget?: StepBudget;
  /** Hears of every exchange that a path goes through. */
  touch?(observation: Observation): void;
}
