// A validated, frozen, digested pack, with everything compiled that judging needs. It must not know any target.
import type { JsonSchema, Pack, Probe, Rule } from '../../contract/generated/types.ts';
import type { Json } from '../../contract/json.ts';
import type { IsChallenge } from './challenges.ts';

/** One fault of a value under a schema: where (JSON pointer into the value), which keyword, and what was expected, in our own words. */
export interface SchemaFault {
  place: string;
  keyword: string;
  expected: string;
}

/** Empty when the value is valid. Wanted is the first fault, every one (true), or only whether there is any: such a fault says nothing. */
export type SchemaCheck = (value: Json, all?: boolean | 'whether') => readonly SchemaFault[];

export interface ProbeNode {
  name: string;
  /** Id of the rule that carries it; null for a shared probe. */
  owner: string | null;
  probe: Probe;
  /** Names of the probes whose exchanges it needs. */
  uses: string[];
  /** Longest way up to a probe that needs nothing (0). */
  height: number;
  /** Position in pack order: shared probes first, then rules by order. */
  position: number;
}

export interface RuleNode {
  rule: Rule;
  /** Names of the probes that it looks at. */
  uses: readonly string[];
  /** It can be judged only when all has settled: it looks at everything, or what honesty checks find may take its point away. */
  waitsForAll: boolean;
}

export interface LoadedPack {
  document: Pack;
  /** sha256:<hex> over the JCS form of document. */
  digest: string;
  /** Sorted by height, then position; the control is among them under the name control. */
  probes: ProbeNode[];
  /** In the order of the pack. */
  rules: readonly RuleNode[];
  /** By the pack's own marks. */
  isChallenge: IsChallenge;
  /** Compiled check of a schema object of this pack (identity, memoised). */
  check(schema: JsonSchema): SchemaCheck;
}
