// Paths over what a rule sees: root names, exchanges and their views; below those, plain JSON. Keeps track of what is uncertain.
import type { OpenPlace } from '../contract/view.ts';
import type { ParsedPath, Segment } from '../pack/path-types.ts';
import { VIEW_NAMES } from '../views/registry.ts';
import type { Node, Seen } from './node.ts';
import type { ProbeValue, Scope } from './scope.ts';
import { exchangeMember, exchangeMembers, whyUnclear } from './seen.ts';
import { join, nothing, type Selection } from './selection.ts';
import { walk } from './walk.ts';

const startsWith = (path: readonly (string | number)[], head: readonly (string | number)[]): boolean =>
  head.length <= path.length && head.every((k, i) => path[i] === k);

/** Uncertain places that lie inside a node, and whether the node lies inside one. */
function uncertainty(places: readonly OpenPlace[], path: (string | number)[]): Pick<Node, 'open' | 'places'> {
  const around = places.find((p) => startsWith(path, p.path));
  if (around) return { open: around.why };
  const inside = places.filter((p) => startsWith(p.path, path)).map((p) => ({ ...p, path: p.path.slice(path.length) }));
  return inside.length > 0 ? { places: inside } : {};
}

function inView(seen: Seen, view: string, rest: readonly Segment[]): Selection {
  const reading = seen.record.read(view);
  const why = whyUnclear(seen);
  if (!reading.ok) {
    const open = why ?? (reading.code === 'cut' ? ('cut' as const) : undefined);
    return open ? { nodes: [], open, openAt: seen, partial: false } : nothing();
  }
  const cut = seen.record.source?.truncated === true ? ('cut' as const) : undefined;
  const nodes = walk(reading.value, rest).map((hit): Node => {
    const sure = uncertainty(reading.places ?? [], hit.path);
    return { value: hit.value, seen, view, path: hit.path, ...sure, ...(why ? { open: why } : {}) };
  });
  const open = why ?? cut ?? nodes.find((n) => n.open)?.open;
  return { nodes, partial: false, ...(open ? { open, openAt: seen } : {}) };
}

function unread(seen: Seen, rest: readonly Segment[]): Selection {
  const codes: { [view: string]: string } = {};
  const named = rest[0]?.selectors.flatMap((s) => (s.kind === 'name' && VIEW_NAMES.has(s.name) ? [s.name] : [])) ?? [];
  for (const view of named) {
    const reading = seen.record.read(view);
    if (!reading.ok) codes[view] = reading.code;
  }
  return inPlain(seen, codes, [], rest);
}

function inPlain(seen: Seen, value: Node['value'], base: (string | number)[], rest: readonly Segment[]): Selection {
  const why = whyUnclear(seen);
  const nodes = walk(value, rest).map(
    (hit): Node => ({ value: hit.value, seen, path: [...base, ...hit.path], ...(why ? { open: why } : {}) }),
  );
  return { nodes, partial: false, ...(why ? { open: why, openAt: seen } : {}) };
}

function below(node: Node, rest: readonly Segment[]): Selection {
  const nodes = walk(node.value, rest).map((hit): Node => {
    const sure = uncertainty(node.places ?? [], hit.path);
    const { places: _, whole: __, ...kept } = node;
    return { ...kept, value: hit.value, path: [...node.path, ...hit.path], ...sure, ...(node.open ? { open: node.open } : {}) };
  });
  const open = node.open ?? nodes.find((n) => n.open)?.open;
  return { nodes, partial: false, ...(open ? { open, openAt: node.seen } : {}) };
}

/** Below one exchange. */
function inExchange(seen: Seen, rest: readonly Segment[], scope: Scope): Selection {
  scope.touch?.(seen);
  const why = whyUnclear(seen);
  if (rest.length === 0) {
    const node: Node = { value: exchangeMembers(seen), seen, path: [], whole: true, ...(why ? { open: why } : {}) };
    return { nodes: [node], partial: false, ...(why ? { open: why, openAt: seen } : {}) };
  }
  const [head, ...tail] = rest as [Segment, ...Segment[]];
  if (head.descendant || head.selectors.some((s) => s.kind !== 'name')) return inPlain(seen, exchangeMembers(seen), [], rest);
  let out = nothing();
  for (const selector of head.selectors) {
    if (selector.kind !== 'name') continue;
    out = join(out, member(seen, selector.name, tail));
  }
  return out;
}

function member(seen: Seen, name: string, tail: readonly Segment[]): Selection {
  if (VIEW_NAMES.has(name)) return inView(seen, name, tail);
  if (name === 'unread') return unread(seen, tail);
  if (name === 'item' && seen.item) return below(seen.item, tail);
  const here: Segment = { descendant: false, selectors: [{ kind: 'name', name }] };
  return inPlain(seen, exchangeMember(seen, name), [], [here, ...tail]);
}

function inList(list: readonly Seen[], rest: readonly Segment[], scope: Scope): Selection {
  const [head, ...tail] = rest;
  if (head === undefined || head.descendant) return nothing();
  let out = nothing();
  const indexes = walk(
    list.map((_, i) => i),
    [head],
  );
  for (const hit of indexes) out = join(out, inExchange(list[hit.value as number] as Seen, tail, scope));
  return out;
}

const flags = (value: ProbeValue): Selection => ({
  nodes: [],
  partial: value.partial,
  ...(value.open ? { open: value.open, ...(value.openAt ? { openAt: value.openAt } : {}) } : {}),
});

function inProbe(value: ProbeValue, rest: readonly Segment[], scope: Scope): Selection {
  if (value.list) return join(flags(value), inList(value.seen, rest, scope));
  const winner = value.seen[0];
  if (!winner) {
    for (const seen of value.tried) scope.touch?.(seen);
    return flags(value);
  }
  return inExchange(winner, rest, scope);
}

function atRoot(name: string, rest: readonly Segment[], scope: Scope): Selection {
  if (name === 'run') return below({ value: scope.run, path: [] }, rest);
  if (name === 'item') return scope.item ? below(scope.item, rest) : nothing();
  if (name === 'self') return scope.self ? inExchange(scope.self, rest, scope) : nothing();
  if (name === 'each') {
    if (!scope.each) return nothing();
    return scope.each.whole && scope.each.seen ? inExchange(scope.each.seen, rest, scope) : below(scope.each, rest);
  }
  if (name === 'tried') return tried(rest, scope);
  const value = scope.probe(name);
  return value ? inProbe(value, rest, scope) : nothing();
}

function tried(rest: readonly Segment[], scope: Scope): Selection {
  const [head, ...tail] = rest;
  let out = nothing();
  for (const selector of head?.selectors ?? []) {
    if (selector.kind !== 'name') continue;
    const value = scope.probe(selector.name);
    if (value) out = join(out, join(value.tried.length > 0 ? nothing() : flags(value), inList(value.tried, tail, scope)));
  }
  return out;
}

/** The nodes of a path. Never throws. */
export function select(path: ParsedPath, scope: Scope): Selection {
  const [head, ...rest] = path.segments;
  let out = nothing();
  for (const selector of head?.selectors ?? []) {
    if (selector.kind === 'name') out = join(out, atRoot(selector.name, rest, scope));
  }
  return out;
}
