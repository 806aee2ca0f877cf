// What is known of each kind of assertion before anything is judged, said once: lint, graph and compiler read it here. How a kind judges
// stands in engine/assert, in a table of the same keys.
import { isObject, listOf, type Members } from '../contract/json.ts';
import { below } from '../json/pointer.ts';
import type { AssertionKind, CompiledAssertion, Operands } from './compiled/assertion.ts';
import type { ParsedPath } from './compiled/path-types.ts';
import type { CompiledSchema } from './compiled/schema-types.ts';

/** What is made of each operand that is there: a finding, a name, or the thing resolved. */
export interface OperandHooks {
  /** each: the path is evaluated for every node, and $.each may stand in it. */
  path?(text: string, pointer: string, each: boolean): ParsedPath;
  schema?(schema: Members, pointer: string): CompiledSchema;
  assertion?(assertion: unknown, pointer: string): CompiledAssertion;
}

type Steps = readonly string[];

/** Reads operands by the names of members that lead to them. It tolerates any shape, for lint; without a hook it gives nothing of a kind. */
class OperandReader {
  constructor(
    private readonly root: unknown,
    private readonly pointer: string,
    private readonly hooks: OperandHooks,
  ) {}

  value<T>(...at: Steps): T {
    return at.reduce((value, name) => (isObject(value) ? value[name] : undefined), this.root) as T;
  }

  /** One, or a list. */
  #each<T>(at: Steps, isOne: (value: unknown) => boolean, read: ((one: unknown, pointer: string) => T) | undefined): T[] {
    if (!read) return [];
    const value = this.value(...at);
    const pointer = below(this.pointer, ...at);
    return isOne(value) ? [read(value, pointer)] : listOf(value).map((one, i) => read(one, below(pointer, i)));
  }

  paths(at: Steps, each = false): readonly ParsedPath[] {
    const { path } = this.hooks;
    const read = path && ((one: unknown, pointer: string) => (typeof one === 'string' ? path(one, pointer, each) : (undefined as never)));
    return this.#each(at, (value) => typeof value === 'string', read);
  }

  path(at: Steps, each = false): ParsedPath {
    return this.paths(at, each)[0] as ParsedPath;
  }

  /** Undefined where there is none. */
  schema(...at: Steps): CompiledSchema | undefined {
    const schema = this.value(...at);
    return isObject(schema) ? this.hooks.schema?.(schema, below(this.pointer, ...at)) : undefined;
  }

  assertions(...at: Steps): readonly CompiledAssertion[] {
    return this.#each(at, isObject, this.hooks.assertion);
  }

  list<T>(at: Steps, one: (entry: OperandReader) => T): readonly T[] {
    return this.#each(
      at,
      () => false,
      (entry, pointer) => one(new OperandReader(entry, pointer, this.hooks)),
    );
  }
}

/** What reasons may quote of findings: of a selection as a whole, of a node in it, and of a node whose value is told. */
const COUNTS = ['selected', 'failed', 'message'];
const VALUE = ['selected', 'failed', 'value', 'message', 'place', 'part', 'request.url', 'request.method', 'operation', 'claimedBy'];
const NODE = VALUE.filter((fact) => fact !== 'value');

interface Kind<K extends AssertionKind> {
  /** The paths, schemas and assertions that it is made of, select apart. */
  operands(read: OperandReader): Operands[K];
  /** Steps of the budget for each node that is judged, beside those of reading it. A step is worth roughly ten nanoseconds. */
  steps: number;
  /** What a reason may quote of its own findings. */
  facts: readonly string[];
  /** It fails where what it holds is true: what that says of itself is no reason. */
  negates?: true;
  /** It judges by when an answer came: nothing that is asked, and no cap, may rest on that. */
  timed?: true;
  /** It is false where nothing is selected, whatever else it asks. */
  needsNodes?: true;
  /** Where an empty selection does not apply, nothing makes it fail. */
  failsByEmptinessAlone?: true;
}

/** In the order in which a kind is looked for; select names the kind only where it stands alone. */
export const ASSERTION_KINDS: { readonly [K in AssertionKind]: Kind<K> } = {
  schema: { operands: (read) => read.schema('schema') as CompiledSchema, steps: 0, facts: VALUE, needsNodes: true },
  count: { operands: (read) => read.value('count'), steps: 0, facts: COUNTS },
  unique: { operands: () => undefined, steps: 0, facts: VALUE, needsNodes: true },
  agree: { operands: (read) => read.value('agree'), steps: 0, facts: VALUE, needsNodes: true },
  in: { operands: (read) => ({ of: read.paths(['in', 'of']), min: read.value('in', 'min') }), steps: 0, facts: VALUE, needsNodes: true },
  equal: { operands: (read) => read.path(['equal'], true), steps: 0, facts: VALUE, needsNodes: true },
  conforms: { operands: conforms, steps: 1_000_000, facts: VALUE },
  verifies: { operands: (read) => read.path(['verifies'], true), steps: 2_000_000, facts: NODE, needsNodes: true },
  some: { operands: (read) => read.schema('some') as CompiledSchema, steps: 0, facts: VALUE, needsNodes: true },
  before: { operands: () => undefined, steps: 0, facts: VALUE, timed: true, needsNodes: true },
  after: { operands: () => undefined, steps: 0, facts: VALUE, timed: true, needsNodes: true },
  all: { operands: (read) => read.assertions('all'), steps: 0, facts: [] },
  any: { operands: (read) => read.assertions('any'), steps: 0, facts: [] },
  not: { operands: (read) => read.assertions('not')[0] as CompiledAssertion, steps: 0, facts: [], negates: true },
  select: { operands: () => undefined, steps: 0, facts: COUNTS, needsNodes: true, failsByEmptinessAlone: true },
};

function conforms(read: OperandReader): Operands['conforms'] {
  const against = read.value('conforms');
  if (!isObject(against)) return { operation: read.path(['conforms'], true) };
  const undeclared = read.list(['conforms', 'undeclared'], (entry) => ({
    status: entry.value<string>('status'),
    where: entry.schema('where'),
  }));
  return {
    operations: read.paths(['conforms', 'operations']),
    where: read.schema('conforms', 'where'),
    undeclared: against.undeclared === undefined ? undefined : undeclared,
    except: read.list(['conforms', 'except'], (entry) => ({
      exchange: entry.schema('exchange') as CompiledSchema,
      where: entry.schema('where'),
    })),
  };
}

/** Every kind that a member of its own names. */
export const NAMED_KINDS = (Object.keys(ASSERTION_KINDS) as AssertionKind[]).filter((kind) => kind !== 'select');

export const kindOf = (assertion: object): AssertionKind => NAMED_KINDS.find((kind) => kind in assertion) ?? 'select';

/** Every operand that is there, also of a second kind, which lint names elsewhere. */
export function visitOperands(assertion: Members, pointer: string, hooks: OperandHooks): void {
  for (const kind of NAMED_KINDS)
    if (assertion[kind] !== undefined) ASSERTION_KINDS[kind].operands(new OperandReader(assertion, pointer, hooks));
}

/** The operands of an assertion that the loader has let through. */
export const resolveOperands = (
  kind: AssertionKind,
  assertion: object,
  pointer: string,
  hooks: Required<OperandHooks>,
): Operands[AssertionKind] => ASSERTION_KINDS[kind].operands(new OperandReader(assertion, pointer, hooks));
