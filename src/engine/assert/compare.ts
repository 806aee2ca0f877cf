// unique, in and equal: nodes compared with nodes, by their canonical form. What hangs on an uncertain place is neither equal nor different.
import type { Json } from '../../contract/json.ts';
import type { Unclear } from '../../contract/unclear.ts';
import { jcs } from '../../json/jcs.ts';
import type { AssertionOf } from '../../pack/compiled/assertion.ts';
import type { Node, Observation } from '../../record/observation.ts';
import { select, selectAll } from '../select/select.ts';
import type { Selection } from '../select/selection.ts';
import { type AssertionFault, bare, describeValue, detail, listDetails, tellings } from './detail.ts';
import { type AssertionResult, type Detail, type JudgeContext, unclear } from './judged.ts';
import { Comparison, Earlier, first, isCertain } from './likeness.ts';
import { judgeNodes, type NodeVerdict } from './nodes.ts';

const form = (node: Node): string => jcs(node.value);

/** The reason names the answer in which the doubt lies: the node's own, unless that is certain. */
const unsure = (why: Unclear | undefined, node: Node, other: Node): NodeVerdict | undefined =>
  why && { is: 'unsure', why, at: (isCertain(node) ? other : node).observation };

export function unique({ mayBeEmpty }: AssertionOf<'unique'>, s: Selection, context: JudgeContext): AssertionResult {
  const known = new Set<string>();
  const earlier = new Earlier<Node>();
  const comparison = new Comparison(context.scope.budget);
  return judgeNodes(s, context, mayBeEmpty, (node): NodeVerdict => {
    const certain = isCertain(node);
    const key = certain ? form(node) : undefined;
    if (key === undefined || !known.has(key)) {
      if (key !== undefined) known.add(key);
      return earlier.meet(node, certain, (other) => unsure(comparison.doubt(node, other), node, other)) ?? { is: 'good' };
    }
    const fault = (): AssertionFault => ({ message: 'expected no value twice', keyword: 'unique', value: describeValue(node.value) });
    return { is: 'bad', details: [() => detail(node, fault(), context)] };
  });
}

/** The exchanges of a node and of what it was compared with: either may be the one that is out of date. */
const bothSides = (node: Node, others: readonly Node[]): Observation[] => [
  ...new Set([node, ...others].flatMap(({ observation }) => (observation ? [observation] : []))),
];

export const compared = (node: Node, others: readonly Node[], fault: AssertionFault, context: JudgeContext): Detail => ({
  ...detail(node, fault, context),
  at: bothSides(node, others),
});

const MOST_SHOWN = 5;

/** The values that would have been right, the first few of them. */
function right({ nodes }: Selection): string {
  const values = [...new Set(nodes.map((node) => describeValue(node.value)))];
  const rest = values.length - MOST_SHOWN;
  return `${values.slice(0, MOST_SHOWN).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

function oneOf(of: Selection): string {
  if (of.nodes.length === 0) return 'expected what is named elsewhere, and none is';
  return `expected ${of.nodes.length === 1 ? '' : 'one of '}${right(of)}`;
}

/** What the rule says that it expected, with the values that it stands for. */
const withValues = (context: JudgeContext, of: Selection): JudgeContext =>
  context.expected === undefined || of.nodes.length === 0 ? context : { ...context, expected: `${context.expected} (${right(of)})` };

export function among({ operands: { of, min }, mayBeEmpty }: AssertionOf<'in'>, s: Selection, context: JudgeContext): AssertionResult {
  const other = selectAll(of, context.scope);
  const sure = other.nodes.filter((n) => !n.open);
  const there = new Set(sure.filter(isCertain).map(form));
  const uncertain = sure.filter((n) => !isCertain(n));
  const comparison = new Comparison(context.scope.budget);
  const doubt = (node: Node): NodeVerdict | undefined =>
    first(isCertain(node) ? uncertain : sure, (one) => unsure(comparison.doubt(node, one), node, one));
  const openRight = other.open ?? (other.partial ? ('partial' as const) : undefined);
  const openAt = other.open ? other.openAt : other.nodes.at(-1)?.observation;
  const missing = (node: Node): NodeVerdict => {
    if (isCertain(node) && there.has(form(node))) return { is: 'good' };
    const doubted = doubt(node);
    if (doubted) return doubted;
    if (openRight) return { is: 'unsure', why: openRight, at: openAt };
    const fault = (): AssertionFault => ({ message: oneOf(other), keyword: 'in', value: describeValue(node.value) });
    return { is: 'bad', details: [() => compared(node, other.nodes, fault(), withValues(context, other))] };
  };
  if (min === undefined) return judgeNodes(s, context, mayBeEmpty, missing);
  if (s.nodes.length === 0 && !s.open && mayBeEmpty) return { value: 'N', findings: [] };
  return atLeastAmong(min, s, context, missing);
}

function atLeastAmong(min: number, s: Selection, context: JudgeContext, judge: (node: Node) => NodeVerdict): AssertionResult {
  const verdicts = s.nodes.map((node): NodeVerdict => (node.open ? { is: 'unsure', why: node.open } : judge(node)));
  // A value that is there twice counts once: two names of one thing are no two things.
  const good = new Set(s.nodes.filter((_, i) => verdicts[i]?.is === 'good').map(form)).size;
  if (good >= min) return { value: 'T', findings: [] };
  const at = verdicts.findIndex((v) => v.is === 'unsure');
  const doubted = verdicts[at];
  if (doubted?.is === 'unsure') return unclear(doubted.why, doubted.at ?? s.nodes[at]?.observation);
  if (s.open) return unclear(s.open, s.openAt);
  const bad = listDetails(
    verdicts.flatMap((v, i) => (v.is === 'bad' ? tellings(s.nodes[i] as Node, v.details) : [])),
    s.nodes.length,
  );
  const counts = { selected: s.nodes.length, failed: s.nodes.length - good };
  return {
    value: 'F',
    code: context.code,
    findings: [bare(`expected at least ${min} of them elsewhere, found ${good}`, context, counts), ...bad],
  };
}

/** In other words than what stands there: `--env N=5` gives a text, and the number 5 is none. */
function unlike(expected: Json, found: Json): string {
  const said = describeValue(expected);
  if (said !== describeValue(found) || typeof expected === typeof found) return said;
  return typeof expected === 'string' ? `${said} as text` : `${said}, and not as text`;
}

export function equal({ operands: path, mayBeEmpty }: AssertionOf<'equal'>, s: Selection, context: JudgeContext): AssertionResult {
  const comparison = new Comparison(context.scope.budget);
  return judgeNodes(s, context, mayBeEmpty, (node): NodeVerdict => {
    const other = select(path, { ...context.scope, each: node });
    const only = other.nodes[0];
    const alone = only && other.nodes.length === 1 ? only : undefined;
    const certain = isCertain(node) && (!alone || isCertain(alone));
    if (other.open) return { is: 'unsure', why: other.open, at: other.openAt };
    if (only?.open) return { is: 'unsure', why: only.open, at: only.observation };
    const doubted = alone && !certain ? unsure(comparison.doubt(node, alone), node, alone) : undefined;
    if (doubted) return doubted;
    if (alone && certain && form(alone) === form(node)) return { is: 'good' };
    const tell = (): Detail => {
      const message = alone
        ? `expected ${unlike(alone.value, node.value)}`
        : `expected the same as another value, of which there ${other.nodes.length === 0 ? 'is none' : `are ${other.nodes.length}`}`;
      const fault = { message, keyword: 'equal', value: describeValue(node.value) };
      return compared(node, other.nodes, fault, withValues(context, other));
    };
    return { is: 'bad', details: [tell] };
  });
}
