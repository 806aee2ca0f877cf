// A validated, frozen, digested pack, with everything resolved that judging needs. It must not know any target.
import type { Pack } from '../../contract/generated/types.ts';
import type { CompiledAssertion } from './assertion.ts';
import type { ProbeNode, RuleNode } from './graph.ts';
import type { IsMarked } from './marks.ts';
import type { ParsedPath } from './path-types.ts';
import type { CompiledSchema } from './schema-types.ts';
import type { SourcePlan } from './source-plan.ts';

export interface CompiledProbe extends ProbeNode {
  /** Of its sources, in order. */
  readonly plans: readonly SourcePlan[];
  readonly until: readonly CompiledAssertion[] | undefined;
  /** Whether $.name is an array of exchanges. */
  readonly list: boolean;
  /** Names that its own accept, headers and until use. */
  readonly sharedUses: readonly string[];
  /** The longest chain of probes that wait for it. Six connections bind, so what others wait for goes first. */
  readonly urgency: number;
}

interface CompiledBecause {
  readonly where: CompiledSchema;
  readonly because: string;
}

/** One kind of claim of a rule with coverage. */
export interface CompiledCoverage {
  readonly select: readonly ParsedPath[];
  readonly where: CompiledSchema | undefined;
  readonly notAskable: readonly CompiledBecause[];
  readonly untold: readonly CompiledBecause[];
}

export interface CompiledRule extends RuleNode {
  readonly when: readonly CompiledAssertion[] | undefined;
  readonly assert: readonly CompiledAssertion[];
  readonly coverage: readonly CompiledCoverage[] | undefined;
}

export interface LoadedPack {
  readonly document: Pack;
  /** sha256:<hex> over the JCS form of document. */
  readonly digest: string;
  /** Sorted by height, then position; the control is among them under the name control. */
  readonly probes: readonly CompiledProbe[];
  /** In the order of the pack. */
  readonly rules: readonly CompiledRule[];
  /** Where the site's documents declare operations. */
  readonly operations: readonly ParsedPath[];
  /** By the pack's own marks. */
  readonly isChallenge: IsMarked;
  /** The same of what a gateway answers where no route is. */
  readonly isUnrouted: IsMarked;
}
