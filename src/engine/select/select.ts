// Paths over what a rule sees: root names, exchanges and their views; below those, plain JSON. Keeps track of what is uncertain.
import { isObject, type Json } from '../../contract/json.ts';
import type { Unclear } from '../../contract/unclear.ts';
import { isViewName, type OpenPlace, OURS, type ViewFailure } from '../../contract/view.ts';
import { step } from '../../json/pointer.ts';
import { nameOf } from '../../pack/compiled/path.ts';
import type { ParsedPath } from '../../pack/compiled/path-types.ts';
import type { Node, Observation } from '../../record/observation.ts';
import { STEPS, type StepBudget } from '../budget.ts';
import { evaluatePath } from './evaluate-path.ts';
import { exchangeMember, exchangeMembers, whyUnclear } from './exchange-members.ts';
import { mayGoOn } from './open-end.ts';
import type { ProbeValue, Scope } from './scope.ts';
import { join, joinAll, nothing, type Selection, selection } from './selection.ts';
import { selects } from './selects.ts';

const startsWith = (path: readonly (string | number)[], head: readonly (string | number)[]): boolean =>
  head.length <= path.length && head.every((k, i) => path[i] === k);

/** Uncertain places that lie inside a node, and whether the node lies inside one. */
function uncertainty(places: readonly OpenPlace[], path: (string | number)[]): Pick<Node, 'open' | 'places'> {
  const around = places.find((p) => startsWith(path, p.path));
  if (around) return { open: around.why };
  const inside = places.filter((p) => startsWith(p.path, path)).map((p) => ({ ...p, path: p.path.slice(path.length) }));
  return inside.length > 0 ? { places: inside } : {};
}

/** The node of a value that lies at a place inside another node's. */
export const nodeBelow = (node: Node, value: Json, path: (string | number)[]): Node => ({
  ...node,
  value,
  path: [...node.path, ...path],
  places: [],
  ...uncertainty(node.places ?? [], path),
});

/** The nodes that a path selects within another: uncertain where a place within it is, and open where it is. */
function nodesBelow({ value: root, observation, view, path: base, open, places }: Node, path: ParsedPath, from: number): Node[] {
  return evaluatePath(root, path, from).map(({ value, path: below }): Node => {
    const inner: Node = { value, observation, view, path: base.length === 0 ? below : [...base, ...below], open, places: undefined };
    return places ? { ...inner, ...uncertainty(places, below), ...(open ? { open } : {}) } : inner;
  });
}

/** What the verifier could not read is its own limit, by the code of the view. */
const OWN: { [code in ViewFailure]?: Unclear } = { cut: 'cut', 'charset-unknown': 'unsupported-charset' };

function inView(observation: Observation, view: string, path: ParsedPath, from: number, budget: StepBudget | undefined): Selection {
  budget?.view(observation.record, view);
  const reading = observation.record.read(view);
  const why = whyUnclear(observation);
  if (!reading.ok) {
    const open = why ?? (OURS.has(reading.code) ? (OWN[reading.code] ?? 'unread') : undefined);
    return open ? selection([], open, observation) : selection([], undefined, undefined, { observation, view });
  }
  budget?.walk(reading.value, path.segments, from);
  const nodes = nodesBelow({ value: reading.value, observation, view, path: [], places: reading.places, open: why }, path, from);
  const cut = reading.ends ? mayGoOn(reading, path.segments.slice(from), nodes.length) : observation.record.source?.truncated === true;
  return selection(nodes, why ?? (cut ? 'cut' : undefined) ?? nodes.find((n) => n.open)?.open, observation);
}

function unread(observation: Observation, path: ParsedPath, from: number, budget: StepBudget | undefined): Selection {
  const codes: { [view: string]: string } = {};
  const named = path.segments[from]?.selectors.flatMap((s) => (s.kind === 'name' && isViewName(s.name) ? [s.name] : [])) ?? [];
  for (const view of named) {
    budget?.view(observation.record, view);
    const reading = observation.record.read(view);
    if (!reading.ok) codes[view] = reading.code;
  }
  return inPlain(observation, codes, [], path, from);
}

function inPlain(observation: Observation, value: Json, base: string[], path: ParsedPath, from: number): Selection {
  const node = { value, observation, path: base, open: whyUnclear(observation), ...uncertainty(openPlaces(observation), base) };
  return below(node, path, from, undefined);
}

function below(node: Node, path: ParsedPath, from: number, budget: StepBudget | undefined): Selection {
  budget?.walk(node.value, path.segments, from);
  const nodes = nodesBelow(node, path, from);
  return selection(nodes, node.open ?? nodes.find((n) => n.open)?.open, node.observation);
}

/** What is uncertain of an exchange beside its views: a part of its item, and headers that were masked. Of cookies the values alone are, and the rest stands as it was sent. */
function openPlaces({ item, record }: Observation): OpenPlace[] {
  const items = (item?.places ?? []).map(({ path, why }) => ({ path: ['item', ...path], why }));
  const masked = (record.answer.redactions ?? []).flatMap(({ kind, name }): OpenPlace[] =>
    name === undefined || kind === 'cookie' ? [] : [{ path: ['headers', name], why: 'redacted' }],
  );
  return [...items, ...masked];
}

/** An exchange itself, as a path selects it. */
export const wholeNode = (observation: Observation): Node => ({
  value: exchangeMembers(observation),
  observation,
  path: [],
  whole: true,
  open: whyUnclear(observation),
  ...uncertainty(openPlaces(observation), []),
});

/** Below one exchange. */
function inExchange(observation: Observation, path: ParsedPath, from: number, scope: Scope): Selection {
  scope.touch?.(observation);
  const head = path.segments[from];
  if (head === undefined) {
    const node = wholeNode(observation);
    return selection([node], node.open, observation);
  }
  const only = head.selectors[0];
  if (head.selectors.length === 1 && only?.kind === 'name' && !head.descendant)
    return member(observation, only.name, path, from + 1, scope.budget);
  if (head.descendant || head.selectors.some((s) => s.kind !== 'name')) return below(wholeNode(observation), path, from, scope.budget);
  return joinAll(head.selectors.flatMap((s) => (s.kind === 'name' ? [member(observation, s.name, path, from + 1, scope.budget)] : [])));
}

function member(observation: Observation, name: string, path: ParsedPath, from: number, budget: StepBudget | undefined): Selection {
  if (isViewName(name)) return inView(observation, name, path, from, budget);
  if (name === 'unread') return unread(observation, path, from, budget);
  if (name === 'item' && observation.item) return below(observation.item, path, from, budget);
  const value = exchangeMember(observation, name);
  return value === undefined ? selection([], whyUnclear(observation), observation) : inPlain(observation, value, [name], path, from);
}

function inList(list: readonly Observation[], path: ParsedPath, from: number, scope: Scope): Selection {
  const head = path.segments[from];
  if (head === undefined || head.descendant) return nothing();
  const indexes = list.map((_, i) => i);
  const parts: Selection[] = [];
  for (const s of head.selectors) {
    const chosen = list.filter((_, i) => selects(s, indexes, i));
    if (s.kind === 'slice' && (s.step ?? 1) < 0) chosen.reverse();
    for (const one of chosen) parts.push(inExchange(one, path, from + 1, scope));
  }
  return joinAll(parts);
}

/** What is uncertain of a probe. A claim that robots.txt forbids is one that nobody can ask: a rule that counts claims, and asked some, judges those. */
function flags({ list, open, openAt, partial }: ProbeValue, { coverage }: Scope): Selection {
  const isCounted = open === 'declined' && openAt === undefined && list && isObject(coverage) && coverage.asked !== 0;
  return { ...selection([], isCounted ? undefined : open, openAt), partial };
}

function inProbe(value: ProbeValue, path: ParsedPath, from: number, scope: Scope): Selection {
  const [winner] = value.observations;
  if (!winner) {
    for (const observation of value.tried) scope.touch?.(observation);
    return flags(value, scope);
  }
  return value.list ? join(flags(value, scope), inList(value.observations, path, from, scope)) : inExchange(winner, path, from, scope);
}

/** Below a root name, which is the first segment of the path. */
function atRoot(name: string, path: ParsedPath, scope: Scope): Selection {
  if (name === 'run') return below({ value: scope.run, path: [] }, path, 1, scope.budget);
  if (name === 'env' || name === 'row') return selectGiven(scope[name] ?? {}, path, scope);
  if (name === 'exchanges') return inList(scope.observed?.().exchanges ?? [], path, 1, scope);
  if (name === 'coverage') return below({ value: scope.coverage ?? {}, path: [] }, path, 1, scope.budget);
  if (name === 'item') return scope.item ? below(scope.item, path, 1, scope.budget) : nothing();
  if (name === 'value') return scope.value ? below(scope.value, path, 1, scope.budget) : nothing();
  if (name === 'self') return scope.self ? inExchange(scope.self, path, 1, scope) : nothing();
  if (name === 'each') {
    if (!scope.each) return nothing();
    return scope.each.whole && scope.each.observation
      ? inExchange(scope.each.observation, path, 1, scope)
      : below(scope.each, path, 1, scope.budget);
  }
  if (name === 'documents') return selectCarried(path, scope);
  if (name === 'tried') return selectTried(path, scope);
  const value = scope.probe(name);
  return value ? inProbe(value, path, 1, scope) : nothing();
}

/** Whether a path names what whoever asked gives by name. */
export const isOfCaller = ({ segments: [root] }: ParsedPath): boolean => ['env', 'row'].includes(nameOf(root) ?? '');

/** What the caller gave by name. What was not given is no fault of the target: whatever hangs on it is open. */
function selectGiven(values: Json, path: ParsedPath, { budget }: Scope): Selection {
  const found = below({ value: values, path: [] }, path, 1, budget);
  const isMissing = path.segments[1]?.selectors.some((s) => s.kind === 'name' && step(values, s.name) === undefined);
  return isMissing ? { ...found, open: found.open ?? 'not-given' } : found;
}

/** What the pack carries is no exchange: nothing that goes through it is evidence. */
function selectCarried(path: ParsedPath, { touch: _, ...scope }: Scope): Selection {
  const names = (path.segments[1]?.selectors ?? []).flatMap((s) => (s.kind === 'name' ? [s.name] : []));
  return joinAll(names.flatMap((name) => scope.document?.(name) ?? []).map((found) => inExchange(found, path, 2, scope)));
}

/** What is uncertain of the attempts together. One that a single answer was looked for by, and that was not sent, is no attempt; of a list it is missing. */
function flagsOfTried(value: ProbeValue, scope: Scope): Selection {
  const { list, tried, partial, partlyTried } = value;
  const known = list || tried.length === 0 ? flags(value, scope) : nothing();
  return { ...known, partial: partial || partlyTried === true };
}

function selectTried(path: ParsedPath, scope: Scope): Selection {
  let out = nothing();
  for (const selector of path.segments[1]?.selectors ?? []) {
    if (selector.kind !== 'name') continue;
    const value = scope.probe(selector.name);
    if (value) out = join(out, join(flagsOfTried(value, scope), inList(value.tried, path, 2, scope)));
  }
  return out;
}

/** The nodes of all paths, in order. */
export const selectAll = (paths: readonly ParsedPath[], scope: Scope): Selection => joinAll(paths.map((path) => select(path, scope)));

/** The nodes of a path. Never throws. */
export function select(path: ParsedPath, scope: Scope): Selection {
  scope.budget?.spend(STEPS.select);
  const roots = path.segments[0]?.selectors ?? [];
  const only = roots[0];
  if (roots.length === 1 && only?.kind === 'name') return atRoot(only.name, path, scope);
  return joinAll(roots.flatMap((s) => (s.kind === 'name' ? [atRoot(s.name, path, scope)] : [])));
}
