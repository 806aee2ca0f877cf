// Assertions as they are judged: the kind resolved, every path parsed, every schema compiled. Plain types; what is known of each kind stands in
// pack/assertion-kinds.ts, how it judges in engine/assert.
import type { Agree, Assertion, Beside, CountBounds } from '../../contract/generated/types.ts';
import type { ParsedPath } from './path-types.ts';
import type { CompiledSchema } from './schema-types.ts';

type MembersOf<A> = A extends unknown ? keyof A : never;

/** The member that names the kind; select where it stands alone. */
export type AssertionKind = Exclude<MembersOf<Assertion>, keyof Beside>;

export interface CompiledHeldAgainst {
  readonly operations: readonly ParsedPath[];
  readonly where: CompiledSchema | undefined;
  readonly except: readonly { readonly exchange: CompiledSchema; readonly where: CompiledSchema | undefined }[];
  readonly undeclared: readonly { readonly status: string; readonly where: CompiledSchema | undefined }[] | undefined;
}

/** What a kind judges by, beside the nodes that it selects. */
export interface Operands {
  select: undefined;
  schema: CompiledSchema;
  count: CountBounds;
  unique: undefined;
  agree: Agree;
  in: { readonly of: readonly ParsedPath[]; readonly min: number | undefined };
  equal: ParsedPath;
  conforms: { readonly operation: ParsedPath } | CompiledHeldAgainst;
  verifies: ParsedPath;
  some: CompiledSchema;
  before: undefined;
  after: undefined;
  all: readonly CompiledAssertion[];
  any: readonly CompiledAssertion[];
  not: CompiledAssertion;
}

export interface AssertionOf<K extends AssertionKind> {
  readonly kind: K;
  /** A JSON pointer below its rule; of an assertion of a probe, below that or the source. */
  readonly pointer: string;
  /** Empty for kinds that select nothing. */
  readonly select: readonly ParsedPath[];
  readonly operands: Operands[K];
  readonly when: readonly CompiledAssertion[] | undefined;
  /** Reason when it fails (else), when it holds (then), and when it does not apply. */
  readonly fails: string | undefined;
  readonly holds: string | undefined;
  readonly none: string | undefined;
  readonly level: 'should' | undefined;
  /** What the rule says in its own words that it expected. */
  readonly expected: string | undefined;
  /** About nothing it does not apply. */
  readonly mayBeEmpty: boolean;
}

export type CompiledAssertion = { [K in AssertionKind]: AssertionOf<K> }[AssertionKind];
