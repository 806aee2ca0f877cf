// unique, agree, in and equal: nodes compared with nodes, by their canonical form.
import { isObject } from '../../contract/json.ts';
import { placeText } from '../../contract/place-text.ts';
import { jcs } from '../../json/jcs.ts';
import type { AssertionOf } from '../../pack/compiled/assertion.ts';
import type { Node, Observation } from '../../record/observation.ts';
import { select, selectAll } from '../select/select.ts';
import type { Selection } from '../select/selection.ts';
import { bare, describeValue, detail, type Fault, listed, tellings } from './detail.ts';
import { type Context, type Detail, type Judged, unclear } from './judged.ts';
import { judgeNodes, type NodeVerdict } from './nodes.ts';
import { whereOf } from './where.ts';

const form = (node: Node): string => jcs(node.value);

export function unique({ mayBeEmpty }: AssertionOf<'unique'>, s: Selection, context: Context): Judged {
  const known = new Set<string>();
  return judgeNodes(s, context, mayBeEmpty, (node): NodeVerdict => {
    const key = form(node);
    if (!known.has(key)) {
      known.add(key);
      return { is: 'good' };
    }
    const fault = (): Fault => ({ message: 'expected no value twice', keyword: 'unique', value: describeValue(node.value) });
    return { is: 'bad', details: [() => detail(node, fault(), context)] };
  });
}

/** Members of a node as one text; lists without their order. Undefined where the node lacks one. */
function formOf({ value }: Node, names: readonly string[]): string | undefined {
  if (!isObject(value) || names.some((name) => !Object.hasOwn(value, name))) return undefined;
  return jcs(names.map((name) => (Array.isArray(value[name]) ? value[name].map((one) => jcs(one)).sort() : value[name]!)));
}

/** What one of them says nothing of is no difference. */
const differ = (a: string | undefined, b: string | undefined): boolean => a !== undefined && b !== undefined && a !== b;

/** The first node that speaks of a thing is right, until another one says otherwise of the same thing. */
export function agree({ operands: { by, on }, mayBeEmpty }: AssertionOf<'agree'>, s: Selection, context: Context): Judged {
  const first = new Map<string, Node>();
  return judgeNodes(s, context, mayBeEmpty, (node): NodeVerdict => {
    const key = formOf(node, by);
    if (key === undefined) return { is: 'dropped' };
    const other = first.get(key);
    if (!other) first.set(key, node);
    const differs = other && on.find((name) => differ(formOf(other, [name]), formOf(node, [name])));
    if (!other || differs === undefined) return { is: 'good' };
    const tell = (): Detail => {
      const told = isObject(node.value) ? describeValue(node.value[by[0]!] ?? null) : undefined;
      const expected = `${context.expected ?? `the same ${differs}`} as in ${placeText(whereOf(other)) ?? 'another document'}`;
      const fault = { message: '', keyword: 'agree', ...(told === undefined ? {} : { value: told }) };
      return compared(node, [other], fault, { ...context, expected });
    };
    return { is: 'bad', details: [tell] };
  });
}

/** The exchanges of a node and of what it was compared with: either may be the one that is out of date. */
const bothSides = (node: Node, others: readonly Node[]): Observation[] => [
  ...new Set([node, ...others].flatMap(({ observation }) => (observation ? [observation] : []))),
];

const compared = (node: Node, others: readonly Node[], fault: Fault, context: Context): Detail => ({
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
const withValues = (context: Context, of: Selection): Context =>
  context.expected === undefined || of.nodes.length === 0 ? context : { ...context, expected: `${context.expected} (${right(of)})` };

export function among({ operands: { of, min }, mayBeEmpty }: AssertionOf<'in'>, s: Selection, context: Context): Judged {
  const other = selectAll(of, context.scope);
  const there = new Set(other.nodes.filter((n) => !n.open).map(form));
  const openRight = other.open ?? (other.partial ? ('partial' as const) : undefined);
  const missing = (node: Node): NodeVerdict => {
    if (there.has(form(node))) return { is: 'good' };
    if (openRight) return { is: 'unsure', why: openRight };
    const fault = (): Fault => ({ message: oneOf(other), keyword: 'in', value: describeValue(node.value) });
    return { is: 'bad', details: [() => compared(node, other.nodes, fault(), withValues(context, other))] };
  };
  if (min === undefined) return judgeNodes(s, context, mayBeEmpty, missing);
  if (s.nodes.length === 0 && !s.open && mayBeEmpty) return { value: 'N', findings: [] };
  return atLeastAmong(min, s, context, missing);
}

function atLeastAmong(min: number, s: Selection, context: Context, judge: (node: Node) => NodeVerdict): Judged {
  const verdicts = s.nodes.map((node): NodeVerdict => (node.open ? { is: 'unsure', why: node.open } : judge(node)));
  // A value that is there twice counts once: two names of one thing are no two things.
  const good = new Set(s.nodes.filter((_, i) => verdicts[i]?.is === 'good').map(form)).size;
  if (good >= min) return { value: 'T', findings: [] };
  const unsure = verdicts.find((v) => v.is === 'unsure');
  if (s.open || unsure) return unclear(unsure?.is === 'unsure' ? unsure.why : s.open, s.openAt);
  const bad = listed(
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

export function equal({ operands: path, mayBeEmpty }: AssertionOf<'equal'>, s: Selection, context: Context): Judged {
  return judgeNodes(s, context, mayBeEmpty, (node): NodeVerdict => {
    const other = select(path, { ...context.scope, each: node });
    const only = other.nodes[0];
    const why = other.open ?? only?.open;
    if (why) return { is: 'unsure', why };
    if (only && other.nodes.length === 1 && form(only) === form(node)) return { is: 'good' };
    const tell = (): Detail => {
      const message =
        only && other.nodes.length === 1
          ? `expected ${describeValue(only.value)}`
          : `expected one value to compare with, found ${other.nodes.length}`;
      const fault = { message, keyword: 'equal', value: describeValue(node.value) };
      return compared(node, other.nodes, fault, withValues(context, other));
    };
    return { is: 'bad', details: [tell] };
  });
}
