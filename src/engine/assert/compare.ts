// unique, agree, in and equal: nodes compared with nodes, by their canonical form.
import type { AgreeAssertion, EqualAssertion, InAssertion, UniqueAssertion } from '../../contract/generated/types.ts';
import { isObject } from '../../contract/json.ts';
import { jcs } from '../../json/jcs.ts';
import { parsePath } from '../../pack/compiled/path.ts';
import type { ParsedPath } from '../../pack/compiled/path-types.ts';
import type { Node, Observation } from '../../record/observation.ts';
import type { Scope } from '../select/scope.ts';
import { select } from '../select/select.ts';
import { join, nothing, type Selection } from '../select/selection.ts';
import { bare, describeValue, detail, listed } from './detail.ts';
import { type Context, type Judged, mayBeEmpty, unclear } from './judged.ts';
import { judgeNodes, type NodeVerdict } from './nodes.ts';

const form = (node: Node): string => jcs(node.value);

export function unique(assertion: UniqueAssertion, s: Selection, context: Context): Judged {
  const observation = new Set<string>();
  return judgeNodes(s, context, mayBeEmpty(assertion), (node): NodeVerdict => {
    const key = form(node);
    if (!observation.has(key)) {
      observation.add(key);
      return { is: 'good' };
    }
    return {
      is: 'bad',
      details: [detail(node, { message: 'expected no value twice', keyword: 'unique', value: describeValue(node.value) }, context)],
    };
  });
}

/** Members of a node as one text; lists without their order. Undefined where the node lacks one. */
function formOf({ value }: Node, names: readonly string[]): string | undefined {
  if (!isObject(value) || names.some((name) => !Object.hasOwn(value, name))) return undefined;
  return jcs(names.map((name) => (Array.isArray(value[name]) ? value[name].map((one) => jcs(one)).sort() : value[name]!)));
}

/** The first node that speaks of a thing is right, until another one says otherwise of the same thing. */
export function agree(assertion: AgreeAssertion, s: Selection, context: Context): Judged {
  const { by, on } = assertion.agree;
  const first = new Map<string, Node>();
  return judgeNodes(s, context, mayBeEmpty(assertion), (node): NodeVerdict => {
    const key = formOf(node, by);
    if (key === undefined) return { is: 'dropped' };
    const other = first.get(key);
    if (!other) first.set(key, node);
    const differs = other && on.find((name) => formOf(other, [name]) !== formOf(node, [name]));
    if (!other || differs === undefined) return { is: 'good' };
    const told = isObject(node.value) ? describeValue(node.value[by[0]!] ?? null) : undefined;
    const found = detail(
      node,
      { message: `expected the same ${differs} as elsewhere`, keyword: 'agree', ...(told === undefined ? {} : { value: told }) },
      context,
    );
    return { is: 'bad', details: [{ ...found, at: bothSides(node, { nodes: [other], partial: false }) }] };
  });
}

const all = (paths: readonly ParsedPath[], scope: Scope): Selection => paths.map((p) => select(p, scope)).reduce(join, nothing());

/** The exchanges of a node and of what it was compared with: either may be the one that is out of date. */
const bothSides = (node: Node, other: Selection): Observation[] => [
  ...new Set([...(node.observation ? [node.observation] : []), ...other.nodes.flatMap((n) => (n.observation ? [n.observation] : []))]),
];

export function among(assertion: InAssertion, s: Selection, context: Context): Judged {
  const right = all(assertion.in.of.map(parsePath), context.scope);
  const there = new Set(right.nodes.filter((n) => !n.open).map(form));
  const openRight = right.open ?? (right.partial ? ('partial' as const) : undefined);
  const missing = (node: Node): NodeVerdict => {
    if (there.has(form(node))) return { is: 'good' };
    if (openRight) return { is: 'unsure', why: openRight };
    const found = detail(
      node,
      { message: 'expected among the values it is compared with', keyword: 'in', value: describeValue(node.value) },
      context,
    );
    return { is: 'bad', details: [{ ...found, at: bothSides(node, right) }] };
  };
  if (assertion.in.min === undefined) return judgeNodes(s, context, mayBeEmpty(assertion), missing);
  return atLeastAmong(assertion, assertion.in.min, s, context, missing);
}

function atLeastAmong(assertion: InAssertion, min: number, s: Selection, context: Context, judge: (node: Node) => NodeVerdict): Judged {
  if (s.nodes.length === 0 && !s.open && mayBeEmpty(assertion)) return { value: 'N', findings: [] };
  const verdicts = s.nodes.map((node): NodeVerdict => (node.open ? { is: 'unsure', why: node.open } : judge(node)));
  // A value that is there twice counts once: two names of one thing are no two things.
  const good = new Set(s.nodes.filter((_, i) => verdicts[i]?.is === 'good').map(form)).size;
  if (good >= min) return { value: 'T', findings: [] };
  const unsure = verdicts.find((v) => v.is === 'unsure');
  if (s.open || unsure) return unclear(unsure?.is === 'unsure' ? unsure.why : s.open, s.openAt);
  const bad = listed(
    verdicts.flatMap((v) => (v.is === 'bad' ? v.details : [])),
    s.nodes.length,
  );
  const counts = { selected: s.nodes.length, failed: s.nodes.length - good };
  return {
    value: 'F',
    code: context.code,
    findings: [bare(`expected at least ${min} among the values compared with, found ${good}`, context, counts), ...bad],
  };
}

export function equal(assertion: EqualAssertion, s: Selection, context: Context): Judged {
  const path = parsePath(assertion.equal);
  return judgeNodes(s, context, mayBeEmpty(assertion), (node): NodeVerdict => {
    const other = select(path, { ...context.scope, each: node });
    const only = other.nodes[0];
    const why = other.open ?? only?.open;
    if (why) return { is: 'unsure', why };
    if (only && other.nodes.length === 1 && form(only) === form(node)) return { is: 'good' };
    const message =
      only && other.nodes.length === 1
        ? `expected ${describeValue(only.value)}`
        : `expected one value to compare with, found ${other.nodes.length}`;
    const found = detail(node, { message, keyword: 'equal', value: describeValue(node.value) }, context);
    return { is: 'bad', details: [{ ...found, at: bothSides(node, other) }] };
  });
}
