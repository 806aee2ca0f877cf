// The four values of an assertion and what comes with them. Plain data.
import type { Finding } from '../../contract/generated/types.ts';
import type { Unclear } from '../../contract/unclear.ts';
import type { CompiledAssertion } from '../../pack/compiled/assertion.ts';
import type { ParsedPath } from '../../pack/compiled/path-types.ts';
import type { Observation } from '../../record/observation.ts';
import type { Scope } from '../select/scope.ts';

/** True, false, unclear, does not apply. */
export type TruthValue = 'T' | 'F' | 'U' | 'N';

/** A finding with the counts that reasons may quote. */
export interface Detail extends Finding {
  selected?: number;
  failed?: number;
  /** The exchanges that contradict: what is asked a second time before anybody is blamed. */
  at?: Observation[];
  /** The document that says otherwise, by its URL, where that is not whatever the exchanges were claimed by. */
  document?: string;
}

export interface AssertionResult {
  value: TruthValue;
  /** Reason of an F. */
  code?: string;
  /** Reason of an N, from none. */
  none?: string;
  /** Reason of a T, from then. */
  holds?: string;
  /** Reason of a U. */
  why?: Unclear;
  at?: Observation;
  findings: Detail[];
}

export interface JudgeContext {
  scope: Scope;
  /** The nearest else, for members that have none. */
  code: string;
  level: 'must' | 'should';
  /** Hears of every assertion that was judged, with what it came to. */
  hear?(assertion: CompiledAssertion, judged: AssertionResult): void;
  /** Only the value is asked for: no finding is put into words, since nobody reads one. */
  wordless?: boolean;
  /** A condition is judged: whether the caller gave a value is a question there, whose answer is known. */
  condition?: boolean;
  /** What the rule says in its own words that it expected; members of a list have it of their assertion. */
  expected?: string | undefined;
  /** What the assertion at hand selects. */
  paths?: readonly ParsedPath[];
  /** Hears of each answer that could not be evaluated whole, with the reason and the claim that it was held against. */
  leave?(reason: string, claim: string): void;
  /** Hears of each claim for which something was sent, and nothing came that is an answer of it. */
  miss?(claim: string): void;
}

/** A context in which only the value is asked for. Whoever hears of every assertion reads their findings too. */
export const wordless = (context: JudgeContext): JudgeContext => ({ ...context, wordless: context.hear === undefined });

export const unclear = (why: Unclear | undefined, at?: Observation, findings: Detail[] = []): AssertionResult => ({
  value: 'U',
  why: why ?? 'partial',
  at,
  findings,
});
