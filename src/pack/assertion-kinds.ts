// What is known of each kind of assertion before anything is judged, said once: lint, graph and compiler read it here. How a kind judges
// stands in engine/assert, in a table of the same keys.
import type { AssertionKind, CompiledAssertion, Operands } from './compiled/assertion.ts';
import type { ParsedPath } from './compiled/path-types.ts';
import type { CompiledSchema } from './compiled/schema-types.ts';

/** Names of members, from the assertion down. */
export type Steps = readonly string[];

/** What reads the operands of an assertion: to check them, to collect names, or to resolve them. Each operand is named once, by its steps. */
export interface OperandReader {
  has(...at: Steps): boolean;
  isObject(...at: Steps): boolean;
  value<T>(...at: Steps): T;
  paths(...at: Steps): readonly ParsedPath[];
  /** A path that is evaluated for each node: $.each may stand in it. */
  pathOfEach(...at: Steps): ParsedPath;
  schema(...at: Steps): CompiledSchema;
  assertion(...at: Steps): CompiledAssertion;
  assertions(...at: Steps): readonly CompiledAssertion[];
  list<T>(at: Steps, one: (entry: OperandReader) => T): readonly T[];
}

interface Kind<K extends AssertionKind> {
  /** The paths, schemas and assertions that it is made of, select apart. */
  operands(read: OperandReader): Operands[K];
  /** Steps of the budget for each node that is judged, beside those of reading it. A step is worth roughly ten nanoseconds. */
  steps: number;
  /** It fails where what it holds is true: what that says of itself is no reason. */
  negates?: true;
  /** Where an empty selection does not apply, nothing makes it fail. */
  failsByEmptinessAlone?: true;
}

/** In the order in which a kind is looked for; select names the kind only where it stands alone. */
export const ASSERTION_KINDS: { readonly [K in AssertionKind]: Kind<K> } = {
  schema: { operands: (read) => read.schema('schema'), steps: 0 },
  count: { operands: (read) => read.value('count'), steps: 0 },
  unique: { operands: () => undefined, steps: 0 },
  agree: { operands: (read) => read.value('agree'), steps: 0 },
  in: { operands: (read) => ({ of: read.paths('in', 'of'), min: read.value('in', 'min') }), steps: 0 },
  equal: { operands: (read) => read.pathOfEach('equal'), steps: 0 },
  conforms: { operands: conforms, steps: 1_000_000 },
  verifies: { operands: (read) => read.pathOfEach('verifies'), steps: 2_000_000 },
  all: { operands: (read) => read.assertions('all'), steps: 0 },
  any: { operands: (read) => read.assertions('any'), steps: 0 },
  not: { operands: (read) => read.assertion('not'), steps: 0, negates: true },
  select: { operands: () => undefined, steps: 0, failsByEmptinessAlone: true },
};

const where = (read: OperandReader, ...at: Steps): CompiledSchema | undefined => (read.has(...at) ? read.schema(...at) : undefined);

function conforms(read: OperandReader): Operands['conforms'] {
  if (!read.isObject('conforms')) return { operation: read.pathOfEach('conforms') };
  return {
    operations: read.paths('conforms', 'operations'),
    where: where(read, 'conforms', 'where'),
    undeclared: read.has('conforms', 'undeclared')
      ? read.list(['conforms', 'undeclared'], (entry) => ({ status: entry.value('status'), where: where(entry, 'where') }))
      : undefined,
  };
}

/** Every kind that a member of its own names. */
export const NAMED_KINDS = (Object.keys(ASSERTION_KINDS) as AssertionKind[]).filter((kind) => kind !== 'select');

export const kindOf = (assertion: object): AssertionKind => NAMED_KINDS.find((kind) => kind in assertion) ?? 'select';
