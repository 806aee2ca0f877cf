// Evaluates assertions in four values. The table of kinds is closed: a kind of the schema without a matcher does not compile.
import type {
  AgreeAssertion,
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
import { agree, among, equal, unique } from './compare.ts';
import { conforms } from './conforms.ts';
import { bare } from './detail.ts';
import { count, exists } from './exists.ts';
import type { Context, Detail, Judged, Value } from './judged.ts';
import { schema } from './schema.ts';
import { verifies } from './verifies.ts';

type Kinds = {
  select: ExistsAssertion;
  schema: SchemaAssertion;
  count: CountAssertion;
  unique: UniqueAssertion;
  agree: AgreeAssertion;
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

/** What conforms with data and agree look through is no evidence of its own: they say which of all exchanges they held. */
function looking(assertion: object, { scope }: Context): Context['scope'] {
  if (!('agree' in assertion) && (!('conforms' in assertion) || typeof assertion.conforms === 'string')) return scope;
  const { touch: _, ...rest } = scope;
  return rest;
}

const selected =
  <A extends { select: string | string[] }>(match: (assertion: A, selection: Selection, context: Context) => Judged): Matcher<A> =>
  (assertion, context) => {
    const paths = typeof assertion.select === 'string' ? [assertion.select] : assertion.select;
    const scope = looking(assertion, context);
    return match(assertion, paths.map((p) => select(parsePath(p), scope)).reduce(join, nothing()), { ...context, paths });
  };

const MATCHERS: { [K in keyof Kinds]: Matcher<Kinds[K]> } = {
  schema: selected(schema),
  count: selected(count),
  unique: selected(unique),
  agree: selected(agree),
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

/** Nothing is wrong with any one answer where all of them together are: a rule that says what it expected is told by the first. */
function denied(inner: Assertion, context: Context): Detail[] {
  if (context.expected === undefined || !('select' in inner)) return [];
  const paths = typeof inner.select === 'string' ? [inner.select] : inner.select;
  return [bare('', { ...context, paths })];
}

function negate(assertion: NotAssertion, context: Context): Judged {
  const inner = evaluate(assertion.not, context);
  if (inner.value === 'F') return { value: 'T', findings: [] };
  if (inner.value === 'T') return { value: 'F', code: context.code, findings: denied(assertion.not, context) };
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
  // Words go with their code: a reason of its own is not told in those of an assertion around it.
  if (assertion.expected !== undefined) context.expected = assertion.expected;
  else if (assertion.else !== undefined) delete context.expected;
  const match = MATCHERS[kindOf(assertion)] as Matcher<Assertion>;
  const judged = match(assertion, context);
  if (judged.value === 'N' && 'none' in assertion && assertion.none) return { ...judged, none: assertion.none };
  return judged.value === 'T' && assertion.then ? { ...judged, holds: assertion.then } : judged;
}

/** What a list of assertions came to, those of level should apart: they only leave findings. */
interface Members {
  /** The first of each value, in order. */
  first: { [value in Value]?: Judged };
  /** Reason of the first T that has one. */
  holds?: string;
  /** Findings of all that is F. */
  faults: Detail[];
  /** Findings of a lower level, of what is F and of everything else. */
  notes: Detail[];
  advice: Detail[];
}

function members(assertions: readonly Assertion[], context: Context): Members {
  const out: Members = { first: {}, faults: [], notes: [], advice: [] };
  for (const assertion of assertions) {
    const judged = evaluate(assertion, context);
    const { value, findings } = judged;
    if (assertion.level === 'should') {
      if (value === 'F') out.advice.push(...findings);
      continue;
    }
    out.first[value] ??= judged;
    if (value === 'T') out.holds ??= judged.holds;
    if (value === 'F') out.faults.push(...findings);
    for (const finding of findings) if (finding.level !== 'must') out.notes.push(finding);
  }
  return out;
}

const failed = ({ first, faults, advice }: Members, context: Context): Judged => ({
  value: 'F',
  code: first.F?.code ?? context.code,
  findings: advice.length > 0 ? [...faults, ...advice] : faults,
});

const holding = (holds: string | undefined, findings: Detail[]): Judged =>
  holds ? { value: 'T', findings, holds } : { value: 'T', findings };

/** any F → F; else some U → U; else some T → T; else N. */
export function evaluateAll(assertions: readonly Assertion[], context: Context): Judged {
  const found = members(assertions, context);
  const { first, holds, notes, advice } = found;
  if (first.F) return failed(found, context);
  const findings = advice.length > 0 ? [...notes, ...advice] : notes;
  if (first.U) return { ...first.U, findings };
  return first.T ? holding(holds, findings) : nothingApplies(first.N, findings);
}

const nothingApplies = (n: Judged | undefined, findings: Detail[]): Judged => ({
  value: 'N',
  findings,
  ...(n?.none ? { none: n.none } : {}),
});

/** Where none of several ways holds, each finding rests on the answers of all of them: one other answer would have been enough. */
function restingOnAll(judged: Judged): Judged {
  const at = [...new Set(judged.findings.flatMap((f) => (f.level === 'must' ? (f.at ?? []) : [])))];
  if (at.length < 2) return judged;
  return {
    ...judged,
    findings: judged.findings.map((f) => (f.level === 'must' && f.at ? { ...f, at: [...new Set([...f.at, ...at])] } : f)),
  };
}

/** any T → T; else any U → U; else any F → F; else N. */
function evaluateAny(assertions: readonly Assertion[], context: Context): Judged {
  const found = members(assertions, context);
  const { first, holds, notes, advice } = found;
  // What other ways would have found is of no interest once one holds.
  if (first.T) return holding(holds, [...first.T.findings.filter((f) => f.level !== 'must'), ...advice]);
  if (first.U) return { ...first.U, findings: [...notes, ...advice] };
  return first.F ? restingOnAll(failed(found, context)) : nothingApplies(first.N, advice);
}
