// Evaluates assertions in four values: the judging half of the table of kinds. It reads no pack: what an assertion is made of was resolved at load.
import { ASSERTION_KINDS } from '../../pack/assertion-kinds.ts';
import type { AssertionKind, AssertionOf, CompiledAssertion } from '../../pack/compiled/assertion.ts';
import { verifies as verifySignature } from '../../views/signed/verify.ts';
import { isOfCaller, select, selectAll } from '../select/select.ts';
import type { Selection } from '../select/selection.ts';
import { agree } from './agree.ts';
import { among, equal, unique } from './compare.ts';
import { conforms } from './conforms.ts';
import { bare, detail } from './detail.ts';
import { after, before } from './instant.ts';
import { type AssertionResult, type Detail, type JudgeContext, type TruthValue, unclear, wordless } from './judged.ts';
import { judgeNodes, type NodeVerdict } from './nodes.ts';
import { noneFound } from './none-found.ts';
import { schema } from './schema.ts';
import { some } from './some.ts';

// verifies: the signature at a node verifies under one of the keys that a path selects.
function verifies({ operands: path, mayBeEmpty }: AssertionOf<'verifies'>, s: Selection, context: JudgeContext): AssertionResult {
  return judgeNodes(s, context, mayBeEmpty, (node): NodeVerdict => {
    context.scope.budget?.spend(ASSERTION_KINDS.verifies.steps);
    const keys = select(path, { ...context.scope, each: node });
    const result = verifySignature(
      node.value,
      keys.nodes.filter((k) => !k.open).map((k) => k.value),
    );
    if (result.value === 'true') return { is: 'good' };
    // What somebody else signed is neither shown nor contradicted by the keys of this site.
    if (result.value === 'foreign') return { is: 'dropped' };
    if (result.value === 'unclear') return { is: 'unsure', why: 'unverifiable' };
    if (keys.open) return { is: 'unsure', why: keys.open, at: keys.openAt };
    const message = result.why ?? 'expected a signature that verifies under one of the published keys';
    return { is: 'bad', details: [() => detail(node, { message, keyword: 'verifies' }, context)] };
  });
}

// select alone, and count: how many nodes there are.
function atLeast(n: number, s: Selection): TruthValue {
  if (s.nodes.length >= n) return 'T';
  return s.open ? 'U' : 'F';
}

function atMost(n: number, s: Selection): TruthValue {
  if (s.nodes.length > n) return 'F';
  return s.open || s.partial ? 'U' : 'T';
}

function judgeCount(values: TruthValue[], s: Selection, context: JudgeContext, expected: string): AssertionResult {
  if (values.includes('F')) {
    const { length } = s.nodes;
    const counts = { selected: length, failed: length };
    const told = length === 0 ? noneFound(expected, s, context) : bare(`expected ${expected}, found ${length}`, context, counts);
    return { value: 'F', code: context.code, findings: [told] };
  }
  return values.includes('U') ? unclear(s.open ?? 'partial', s.openAt) : { value: 'T', findings: [] };
}

function exists({ select: paths, mayBeEmpty }: AssertionOf<'select'>, s: Selection, context: JudgeContext): AssertionResult {
  if (s.nodes.length === 0 && !s.open && mayBeEmpty) return { value: 'N', findings: [] };
  // Whether a value was given is known; what hangs on one that was not, is not.
  const isKnown = context.condition && s.open === 'not-given' && paths.every(isOfCaller);
  return judgeCount([atLeast(1, isKnown ? { ...s, open: undefined } : s)], s, context, 'at least one');
}

function count({ operands: { min, max }, mayBeEmpty }: AssertionOf<'count'>, s: Selection, context: JudgeContext): AssertionResult {
  if (s.nodes.length === 0 && !s.open && mayBeEmpty) return { value: 'N', findings: [] };
  const values = [...(min === undefined ? [] : [atLeast(min, s)]), ...(max === undefined ? [] : [atMost(max, s)])];
  const bounds = [...(min === undefined ? [] : [`at least ${min}`]), ...(max === undefined ? [] : [`at most ${max}`])];
  return judgeCount(values, s, context, bounds.join(' and '));
}

type Matcher<K extends AssertionKind> = (assertion: AssertionOf<K>, context: JudgeContext) => AssertionResult;

type Match<K extends AssertionKind> = (assertion: AssertionOf<K>, selection: Selection, context: JudgeContext) => AssertionResult;

const selected =
  <K extends AssertionKind>(match: Match<K>): Matcher<K> =>
  (assertion, context) =>
    match(assertion, selectAll(assertion.select, context.scope), context);

/** What these look through is no evidence of its own: they say which of all exchanges they held. */
const lookedThrough =
  <K extends AssertionKind>(match: Match<K>): Matcher<K> =>
  (assertion, context) => {
    const { touch: _, ...scope } = context.scope;
    return match(assertion, selectAll(assertion.select, scope), context);
  };

/** The judging half of pack/assertion-kinds.ts: a kind without an entry in both does not compile. */
const MATCHERS: { readonly [K in AssertionKind]: Matcher<K> } = {
  schema: selected(schema),
  count: selected(count),
  unique: selected(unique),
  agree: lookedThrough(agree),
  in: selected(among),
  equal: selected(equal),
  conforms: (a, context) => ('operation' in a.operands ? selected : lookedThrough)(conforms)(a, context),
  verifies: selected(verifies),
  some: selected(some),
  before: selected(before),
  after: selected(after),
  all: (a, context) => evaluateAll(a.operands, context),
  any: (a, context) => evaluateAny(a.operands, context),
  not: (a, context) => negate(a.operands, context),
  select: selected(exists),
};

/** Nothing is wrong with any one answer where all of them together are: a rule that says what it expected is told by the first. */
const denied = ({ select }: CompiledAssertion, context: JudgeContext): Detail[] =>
  context.expected === undefined || select.length === 0 ? [] : [bare('', { ...context, paths: select })];

function negate(assertion: CompiledAssertion, context: JudgeContext): AssertionResult {
  const inner = evaluate(assertion, wordless(context));
  if (inner.value === 'F') return { value: 'T', findings: [] };
  if (inner.value === 'T') return { value: 'F', code: context.code, findings: denied(assertion, context) };
  return { ...inner, findings: [] };
}

/** One assertion. level: should is the caller's business. */
function evaluate(assertion: CompiledAssertion, outer: JudgeContext): AssertionResult {
  const judged = whole(assertion, outer);
  outer.hear?.(assertion, judged);
  return judged;
}

/** With its when, then and else. */
function whole(assertion: CompiledAssertion, outer: JudgeContext): AssertionResult {
  if (assertion.when) {
    const applies = evaluateAll(assertion.when, wordless({ ...outer, level: 'must', condition: true }));
    if (applies.value === 'U') return { ...applies, findings: [] };
    if (applies.value !== 'T') return { value: 'N', findings: [] };
  }
  const match = MATCHERS[assertion.kind] as Matcher<AssertionKind>;
  // Member by member: contexts are made for every assertion, and what reads them is fast where all are alike.
  const judged = match(assertion, {
    scope: outer.scope,
    code: assertion.fails ?? outer.code,
    level: assertion.level ?? outer.level,
    hear: outer.hear,
    wordless: outer.wordless,
    condition: outer.condition,
    // Words go with their code: a reason of its own is not told in those of an assertion around it.
    expected: assertion.expected ?? (assertion.fails === undefined ? outer.expected : undefined),
    paths: assertion.select,
    leave: outer.leave,
    miss: outer.miss,
  });
  if (judged.value === 'N' && assertion.none) return { ...judged, none: assertion.none };
  return judged.value === 'T' && assertion.holds ? { ...judged, holds: assertion.holds } : judged;
}

/** What a list of assertions came to, those of level should apart: they only leave findings. */
interface Members {
  /** The first of each value, in order. */
  first: { [value in TruthValue]: AssertionResult | undefined };
  /** Reason of the first T that has one. */
  holds: string | undefined;
  /** Findings of all that is F. */
  faults: Detail[];
  /** Findings of a lower level, of what is F and of everything else. */
  notes: Detail[];
  advice: Detail[];
}

function members(assertions: readonly CompiledAssertion[], context: JudgeContext): Members {
  const out: Members = {
    first: { T: undefined, F: undefined, U: undefined, N: undefined },
    holds: undefined,
    faults: [],
    notes: [],
    advice: [],
  };
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

const toFailure = ({ first, faults, advice }: Members, context: JudgeContext): AssertionResult => ({
  value: 'F',
  code: first.F?.code ?? context.code,
  findings: advice.length > 0 ? [...faults, ...advice] : faults,
});

/** any F → F; else some U → U; else some T → T; else N. */
export function evaluateAll(assertions: readonly CompiledAssertion[], context: JudgeContext): AssertionResult {
  const found = members(assertions, context);
  const { first, holds, notes, advice } = found;
  if (first.F) return toFailure(found, context);
  const findings = advice.length > 0 ? [...notes, ...advice] : notes;
  if (first.U) return { ...first.U, findings };
  return first.T ? { value: 'T', holds, findings } : nothingApplies(first.N, findings);
}

const nothingApplies = (n: AssertionResult | undefined, findings: Detail[]): AssertionResult => ({ value: 'N', none: n?.none, findings });

/** Where none of several ways holds, each finding rests on the answers of all of them: one other answer would have been enough. */
function restingOnAll(judged: AssertionResult): AssertionResult {
  const at = [...new Set(judged.findings.flatMap((f) => (f.level === 'must' ? (f.at ?? []) : [])))];
  if (at.length < 2) return judged;
  return {
    ...judged,
    findings: judged.findings.map((f) => (f.level === 'must' && f.at ? { ...f, at: [...new Set([...f.at, ...at])] } : f)),
  };
}

/** any T → T; else any U → U; else any F → F; else N. */
function evaluateAny(assertions: readonly CompiledAssertion[], context: JudgeContext): AssertionResult {
  const found = members(assertions, context);
  const { first, holds, notes, advice } = found;
  // What other ways would have found is of no interest once one holds.
  if (first.T) return { value: 'T', holds, findings: [...first.T.findings.filter((f) => f.level !== 'must'), ...advice] };
  if (first.U) return { ...first.U, findings: [...notes, ...advice] };
  return first.F ? restingOnAll(toFailure(found, context)) : nothingApplies(first.N, advice);
}
