// Evaluates assertions in four values. The table of kinds is closed: a kind of the schema without a matcher does not compile.
import type {
  AllAssertion,
  AnyAssertion,
  Assertion,
  ConformsAssertion,
  CountAssertion,
  EqualAssertion,
  ExistsAssertion,
  InAssertion,
  NotAssertion,
  SchemaAssertion,
  UniqueAssertion,
  VerifiesAssertion,
} from '../../contract/generated/types.ts';
import { parsePath } from '../../pack/path.ts';
import { select } from '../select.ts';
import { join, nothing, type Selection } from '../selection.ts';
import { among, equal, unique } from './compare.ts';
import { conforms } from './conforms.ts';
import { count, exists } from './exists.ts';
import type { Context, Judged } from './judged.ts';
import { schema } from './schema.ts';
import { verifies } from './verifies.ts';

type Kinds = {
  select: ExistsAssertion;
  schema: SchemaAssertion;
  count: CountAssertion;
  unique: UniqueAssertion;
  in: InAssertion;
  equal: EqualAssertion;
  conforms: ConformsAssertion;
  verifies: VerifiesAssertion;
  all: AllAssertion;
  any: AnyAssertion;
  not: NotAssertion;
};
/** Fails to compile when the schema has a kind that the table lacks. */
type Complete = Assertion extends Kinds[keyof Kinds] ? true : never;
const complete: Complete = true;
void complete;

type Matcher<A> = (assertion: A, context: Context) => Judged;

const selected =
  <A extends { select: string | string[] }>(match: (assertion: A, selection: Selection, context: Context) => Judged): Matcher<A> =>
  (assertion, context) => {
    const paths = typeof assertion.select === 'string' ? [assertion.select] : assertion.select;
    return match(assertion, paths.map((p) => select(parsePath(p), context.scope)).reduce(join, nothing()), context);
  };

const MATCHERS: { [K in keyof Kinds]: Matcher<Kinds[K]> } = {
  schema: selected(schema),
  count: selected(count),
  unique: selected(unique),
  in: selected(among),
  equal: selected(equal),
  conforms: selected(conforms),
  verifies: selected(verifies),
  all: (a, context) => evaluateAll(a.all, context),
  any: (a, context) => evaluateAny(a.any, context),
  not: (a, context) => negate(a, context),
  // Last: select names the kind only when it stands alone.
  select: selected(exists),
};
const KINDS = Object.keys(MATCHERS) as (keyof Kinds)[];

const kinds = new WeakMap<Assertion, keyof Kinds>();

/** Packs are frozen, so an assertion keeps its kind. */
function kindOf(assertion: Assertion): keyof Kinds {
  let kind = kinds.get(assertion);
  if (kind === undefined) {
    kind = KINDS.find((k) => k in assertion) ?? 'select';
    kinds.set(assertion, kind);
  }
  return kind;
}

function negate(assertion: NotAssertion, context: Context): Judged {
  const inner = evaluate(assertion.not, context);
  if (inner.value === 'F') return { value: 'T', findings: [] };
  if (inner.value === 'T') return { value: 'F', code: context.code, findings: [] };
  return { ...inner, findings: [] };
}

/** One assertion, with its when, then and else. level: should is the caller's business. */
export function evaluate(assertion: Assertion, outer: Context): Judged {
  if (assertion.when) {
    const applies = evaluateAll(assertion.when, { ...outer, level: 'must' });
    if (applies.value === 'U') return { ...applies, findings: [] };
    if (applies.value !== 'T') return { value: 'N', findings: [] };
  }
  const context: Context = { ...outer, code: assertion.else ?? outer.code, level: assertion.level ?? outer.level };
  const match = MATCHERS[kindOf(assertion)] as Matcher<Assertion>;
  const judged = match(assertion, context);
  return judged.value === 'T' && assertion.then ? { ...judged, holds: assertion.then } : judged;
}

const notesOf = (judged: readonly Judged[]): Judged['findings'] => judged.flatMap((j) => j.findings.filter((f) => f.level !== 'must'));

/** Members in order; those of level should only leave findings. */
function members(assertions: readonly Assertion[], context: Context): { must: Judged[]; advice: Judged['findings'] } {
  const must: Judged[] = [];
  const advice: Judged['findings'] = [];
  for (const assertion of assertions) {
    const judged = evaluate(assertion, context);
    if (assertion.level !== 'should') must.push(judged);
    else if (judged.value === 'F') advice.push(...judged.findings);
  }
  return { must, advice };
}

/** any F → F; else some U → U; else some T → T; else N. */
export function evaluateAll(assertions: readonly Assertion[], context: Context): Judged {
  const { must, advice } = members(assertions, context);
  const failed = must.filter((j) => j.value === 'F');
  const first = failed[0];
  if (first) return { value: 'F', code: first.code ?? context.code, findings: [...failed.flatMap((j) => j.findings), ...advice] };
  const notes = [...notesOf(must), ...advice];
  const dim = must.find((j) => j.value === 'U');
  if (dim) return { ...dim, findings: notes };
  const holds = must.find((j) => j.value === 'T' && j.holds)?.holds;
  const value = must.some((j) => j.value === 'T') ? 'T' : 'N';
  return { value, findings: notes, ...(holds ? { holds } : {}) };
}

/** any T → T; else any U → U; else any F → F; else N. */
function evaluateAny(assertions: readonly Assertion[], context: Context): Judged {
  const { must, advice } = members(assertions, context);
  const good = must.find((j) => j.value === 'T');
  if (good) {
    const holds = must.find((j) => j.value === 'T' && j.holds)?.holds;
    return { value: 'T', findings: [...notesOf([good]), ...advice], ...(holds ? { holds } : {}) };
  }
  const dim = must.find((j) => j.value === 'U');
  if (dim) return { ...dim, findings: [...notesOf(must), ...advice] };
  const failed = must.filter((j) => j.value === 'F');
  const first = failed[0];
  if (!first) return { value: 'N', findings: advice };
  return { value: 'F', code: first.code ?? context.code, findings: [...failed.flatMap((j) => j.findings), ...advice] };
}
