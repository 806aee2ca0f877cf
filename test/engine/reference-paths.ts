// JSONPath by the words of RFC 9535, segment by segment: what the library behind its guard is held against. Nothing else may use it.
import { isObject, type Json } from '../../src/contract/json.ts';
import type { Segment, Selector } from '../../src/pack/compiled/path-types.ts';

interface Found {
  value: Json;
  path: (string | number)[];
}

function slice({ start, end, step = 1 }: Extract<Selector, { kind: 'slice' }>, length: number): number[] {
  if (step === 0) return [];
  const norm = (i: number): number => (i >= 0 ? i : length + i);
  const [low, high] = step > 0 ? [0, length] : [-1, length - 1];
  const clamp = (i: number): number => Math.min(Math.max(i, low), high);
  const first = clamp(norm(start ?? (step > 0 ? 0 : length - 1)));
  const last = end === undefined ? (step > 0 ? length : -1) : clamp(norm(end));
  const out: number[] = [];
  for (let i = first; step > 0 ? i < last : i > last; i += step) out.push(i);
  return out;
}

function keys(value: Json, s: Selector): (string | number)[] {
  if (Array.isArray(value)) {
    if (s.kind === 'slice') return slice(s, value.length);
    if (s.kind === 'wild') return [...value.keys()];
    return s.kind === 'index' ? [s.index < 0 ? s.index + value.length : s.index].filter((i) => i >= 0 && i < value.length) : [];
  }
  if (!isObject(value)) return [];
  if (s.kind === 'wild') return Object.keys(value).sort();
  return s.kind === 'name' && Object.keys(value).includes(s.name) ? [s.name] : [];
}

const children = (node: Found, s: Selector): Found[] =>
  keys(node.value, s).map((key) => ({ value: (node.value as { [key: string]: Json })[key] as Json, path: [...node.path, key] }));

const andBelow = (node: Found): Found[] => [node, ...children(node, { kind: 'wild' }).flatMap(andBelow)];

export function referencePaths(root: Json, segments: readonly Segment[]): Found[] {
  let nodes: Found[] = [{ value: root, path: [] }];
  for (const { descendant, selectors } of segments) {
    const from = descendant ? nodes.flatMap(andBelow) : nodes;
    nodes = from.flatMap((node) => selectors.flatMap((s) => children(node, s)));
  }
  return nodes;
}
