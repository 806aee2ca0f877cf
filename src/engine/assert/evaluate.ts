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
import { parsePath } from '../../pack/compiled/path.ts';
import { verifies as verifySignature } from '../../views/signed/verify.ts';
import { STEPS } from '../budget.ts';
import { select } from '../select/select.ts';
import { join, nothing, type Selection } from '../select/selection.ts';
import { agree, among, equal, unique } from './compare.ts';
import { conforms } from './conforms.ts';
import { bare, detail } from './detail.ts';
import { type Context, type Detail, type Judged, mayBeEmpty, unclear, type Value } from './judged.ts';
import { judgeNodes, type NodeVerdict } from './nodes.ts';
import { schema } from './schema.ts';

// verifies: the signature at a node verifies under one of the keys that a path selects.
function verifies(assertion: VerifiesAssertion, s: Selection, context: Context): Judged {
  const path = parsePath(assertion.verifies);
  return judgeNodes(s, context, mayBeEmpty(assertion), (node): NodeVerdict => {
    context.scope.budget?.spend(STEPS.verifies);
    const keys = select(path, { ...context.scope, each: node });
    const result = verifySignature(
      node.value,
      keys.nodes.filter((k) => !k.open).map((k) => k.value),
    );
    if (result.value === 'true') return { is: 'good' };
    if (result.value === 'unclear') return { is: 'unsure', why: 'unverifiable' };
    if (keys.open) return { is: 'unsure', why: keys.open };
    const message = result.why ?? 'expected a signature that verifies under one of the published keys';
    return { is: 'bad', details: [detail(node, { message, keyword: 'verifies' }, context)] };
  });
}

// select alone, and count: how many nodes there are.
function atLeast(n: number, s: Selection): Value {
  if (s.nodes.length >= n) return 'T';
  return s.open ? 'U' : 'F';
}

function atMost(n: number, s: Selection): Value {
  if (s.nodes.length > n) return 'F';
  return s.open || s.partial ? 'U' : 'T';
}

function counted(values: Value[], s: Selection, context: Context, expected: string): Judged {
  if (values.includes('F')) {
    const message = `expected ${expected}, found ${s.nodes.length === 0 ? 'nothing' : s.nodes.length}`;
    return { value: 'F', code: context.code, findings: [bare(message, context, { selected: s.nodes.length, failed: s.nodes.length })] };
  }
  return values.includes('U') ? unclear(s.open ?? 'partial', s.openAt) : { value: 'T', findings: [] };
}

function exists(assertion: ExistsAssertion, s: Selection, context: Context): Judged {
  if (s.nodes.length === 0 && !s.open && mayBeEmpty(assertion)) return { value: 'N', findings: [] };
  return counted([atLeast(1, s)], s, context, 'something');
}

function count(assertion: CountAssertion, s: Selection, context: Context): Judged {
  const { min, max } = assertion.count;
  if (s.nodes.length === 0 && !s.open && mayBeEmpty(assertion)) return { value: 'N', findings: [] };
  const values = [...(min === undefined ? [] : [atLeast(min, s)]), ...(max === undefined ? [] : [atMost(max, s)])];
  const bounds = [...(min === undefined ? [] : [`at least ${min}`]), ...(max === undefined ? [] : [`at most ${max}`])];
  return counted(values, s, context, bounds.join(' and '));
}

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
    const { select: paths } = assertion;
    const scope = looking(assertion, context);
    if (typeof paths === 'string') return match(assertion, select(parsePath(paths), scope), context);
    return match(assertion, paths.map((p) => select(parsePath(p), scope)).reduce(join, nothing()), context);
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
