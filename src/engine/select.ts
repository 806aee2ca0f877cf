// Paths over what a rule sees: root names, exchanges and their views; below those, plain JSON. Keeps track of what is uncertain.
import type { Json } from '../contract/json.ts';
import type { Unclear } from '../contract/unclear.ts';
import { type OpenPlace, OURS, type ViewFailure } from '../contract/view.ts';
import type { ParsedPath } from '../pack/path-types.ts';
import { VIEW_NAMES } from '../views/registry.ts';
import { type Budget, STEPS } from './budget.ts';
import { evaluatePath } from './evaluate-path.ts';
import type { Node, Seen } from './node.ts';
import { mayGoOn } from './open-end.ts';
import type { ProbeValue, Scope } from './scope.ts';
import { exchangeMember, exchangeMembers, whyUnclear } from './seen.ts';
import { join, joinAll, nothing, type Selection } from './selection.ts';
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

function selection(nodes: Node[], open: Unclear | undefined, openAt: Seen | undefined): Selection {
  return open ? { nodes, partial: false, open, openAt } : { nodes, partial: false };
}

/** What the verifier could not read is its own limit, by the code of the view. */
const OWN: { [code in ViewFailure]?: Unclear } = { cut: 'cut', 'charset-unknown': 'unsupported-charset' };

function inView(seen: Seen, view: string, path: ParsedPath, from: number, budget: Budget | undefined): Selection {
  budget?.view(seen.record, view);
  const reading = seen.record.read(view);
  const why = whyUnclear(seen);
  if (!reading.ok) {
    const open = why ?? (OURS.has(reading.code) ? (OWN[reading.code] ?? 'unread') : undefined);
    return open ? { nodes: [], open, openAt: seen, partial: false } : nothing();
  }
  budget?.walk(reading.value, path.segments.slice(from));
  const { places } = reading;
  const nodes = evaluatePath(reading.value, path, from).map((hit): Node => {
    const node: Node = { value: hit.value, seen, view, path: hit.path };
    if (places) Object.assign(node, uncertainty(places, hit.path));
    if (why) node.open = why;
    return node;
  });
  const cut = reading.ends ? mayGoOn(reading, path.segments.slice(from), nodes.length) : seen.record.source?.truncated === true;
  return selection(nodes, why ?? (cut ? 'cut' : undefined) ?? nodes.find((n) => n.open)?.open, seen);
}

function unread(seen: Seen, path: ParsedPath, from: number, budget: Budget | undefined): Selection {
  const codes: { [view: string]: string } = {};
  const named = path.segments[from]?.selectors.flatMap((s) => (s.kind === 'name' && VIEW_NAMES.has(s.name) ? [s.name] : [])) ?? [];
  for (const view of named) {
    budget?.view(seen.record, view);
    const reading = seen.record.read(view);
    if (!reading.ok) codes[view] = reading.code;
  }
  return inPlain(seen, codes, [], path, from);
}

function inPlain(seen: Seen, value: Json, base: readonly (string | number)[], path: ParsedPath, from: number): Selection {
  const why = whyUnclear(seen);
  const nodes = evaluatePath(value, path, from).map((hit): Node => {
    const node: Node = { value: hit.value, seen, path: base.length === 0 ? hit.path : [...base, ...hit.path] };
    if (why) node.open = why;
    return node;
  });
  return selection(nodes, why, seen);
}

function below(node: Node, path: ParsedPath, from: number, budget: Budget | undefined): Selection {
  budget?.walk(node.value, path.segments.slice(from));
  const nodes = evaluatePath(node.value, path, from).map((hit): Node => {
    const { places, whole: _, ...kept } = node;
    const inner: Node = { ...kept, value: hit.value, path: [...node.path, ...hit.path] };
    if (places) Object.assign(inner, uncertainty(places, hit.path));
    if (node.open) inner.open = node.open;
    return inner;
  });
  return selection(nodes, node.open ?? nodes.find((n) => n.open)?.open, node.seen);
}

/** Below one exchange. */
function inExchange(seen: Seen, path: ParsedPath, from: number, scope: Scope): Selection {
  scope.touch?.(seen);
  const head = path.segments[from];
  if (head === undefined) {
    const why = whyUnclear(seen);
    const node: Node = { value: exchangeMembers(seen), seen, path: [], whole: true };
    if (why) node.open = why;
    return selection([node], why, seen);
  }
  const only = head.selectors[0];
  if (head.selectors.length === 1 && only?.kind === 'name' && !head.descendant)
    return member(seen, only.name, path, from + 1, scope.budget);
  if (head.descendant || head.selectors.some((s) => s.kind !== 'name')) return inPlain(seen, exchangeMembers(seen), [], path, from);
  let out = nothing();
  for (const s of head.selectors) if (s.kind === 'name') out = join(out, member(seen, s.name, path, from + 1, scope.budget));
  return out;
}

function member(seen: Seen, name: string, path: ParsedPath, from: number, budget: Budget | undefined): Selection {
  if (VIEW_NAMES.has(name)) return inView(seen, name, path, from, budget);
  if (name === 'unread') return unread(seen, path, from, budget);
  if (name === 'item' && seen.item) return below(seen.item, path, from, budget);
  const value = exchangeMember(seen, name);
  return value === undefined ? selection([], whyUnclear(seen), seen) : inPlain(seen, value, [name], path, from);
}

function inList(list: readonly Seen[], path: ParsedPath, from: number, scope: Scope): Selection {
  const head = path.segments[from];
  if (head === undefined || head.descendant) return nothing();
  const indexes = list.map((_, i) => i);
  const chosen = head.selectors.flatMap((s) => {
    const some = indexes.filter((i) => selects(s, indexes, i));
    return s.kind === 'slice' && (s.step ?? 1) < 0 ? some.reverse() : some;
  });
  return joinAll(chosen.map((i) => inExchange(list[i] as Seen, path, from + 1, scope)));
}

const flags = (value: ProbeValue): Selection => ({
  nodes: [],
  partial: value.partial,
  ...(value.open ? { open: value.open, ...(value.openAt ? { openAt: value.openAt } : {}) } : {}),
});

function inProbe(value: ProbeValue, path: ParsedPath, from: number, scope: Scope): Selection {
  if (value.list) return join(flags(value), inList(value.seen, path, from, scope));
  const winner = value.seen[0];
  if (!winner) {
    for (const seen of value.tried) scope.touch?.(seen);
    return flags(value);
  }
  return inExchange(winner, path, from, scope);
}

/** Below a root name, which is the first segment of the path. */
function atRoot(name: string, path: ParsedPath, scope: Scope): Selection {
  if (name === 'run') return below({ value: scope.run, path: [] }, path, 1, scope.budget);
  if (name === 'env' || name === 'row') return below({ value: scope[name] ?? {}, path: [] }, path, 1, scope.budget);
  if (name === 'exchanges') return inList(scope.observed?.().exchanges ?? [], path, 1, scope);
  if (name === 'coverage') return below({ value: scope.coverage ?? {}, path: [] }, path, 1, scope.budget);
  if (name === 'item') return scope.item ? below(scope.item, path, 1, scope.budget) : nothing();
  if (name === 'value') return scope.value ? below(scope.value, path, 1, scope.budget) : nothing();
  if (name === 'self') return scope.self ? inExchange(scope.self, path, 1, scope) : nothing();
  if (name === 'each') {
    if (!scope.each) return nothing();
    return scope.each.whole && scope.each.seen ? inExchange(scope.each.seen, path, 1, scope) : below(scope.each, path, 1, scope.budget);
  }
  if (name === 'tried') return tried(path, scope);
  const value = scope.probe(name);
  return value ? inProbe(value, path, 1, scope) : nothing();
}

function tried(path: ParsedPath, scope: Scope): Selection {
  let out = nothing();
  for (const selector of path.segments[1]?.selectors ?? []) {
    if (selector.kind !== 'name') continue;
    const value = scope.probe(selector.name);
    if (value) out = join(out, join(value.tried.length > 0 ? nothing() : flags(value), inList(value.tried, path, 2, scope)));
  }
  return out;
}

/** The nodes of a path. Never throws. */
export function select(path: ParsedPath, scope: Scope): Selection {
  scope.budget?.spend(STEPS.select);
  const roots = path.segments[0]?.selectors ?? [];
  const only = roots[0];
  if (roots.length === 1 && only?.kind === 'name') return atRoot(only.name, path, scope);
  let out = nothing();
  for (const s of roots) if (s.kind === 'name') out = join(out, atRoot(s.name, path, scope));
  return out;
}
