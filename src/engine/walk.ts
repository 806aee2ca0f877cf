// JSONPath over plain JSON: names, indexes, slices, wildcards and unions in one walk. What has a descendant step is left to the library.
import { isObject, type Json } from '../contract/json.ts';
import type { Segment, Selector } from '../pack/path-types.ts';
import { descend } from './descend.ts';
import type { Hit, Place } from './hit.ts';
import { child, sliceHas } from './selects.ts';

const hasOwn = Object.prototype.hasOwnProperty;

/** The key that a selector of one member stands for in a container, or undefined where it has none such. */
function keyOf(s: Extract<Selector, { kind: 'name' | 'index' }>, container: Json): string | number | undefined {
  if (Array.isArray(container)) {
    if (s.kind === 'name') return undefined;
    const index = s.index >= 0 ? s.index : container.length + s.index;
    return index >= 0 && index < container.length ? index : undefined;
  }
  return s.kind === 'name' && typeof container === 'object' && container !== null && hasOwn.call(container, s.name) ? s.name : undefined;
}

/** Keys that a wildcard or a slice selects, in its own order: a slice of negative step runs backwards. */
function keysOf(s: Extract<Selector, { kind: 'wild' | 'slice' }>, container: Json): (string | number)[] {
  if (Array.isArray(container)) {
    const all = Array.from(container.keys());
    if (s.kind === 'wild') return all;
    const some = all.filter((i) => sliceHas(s, container.length, i));
    return (s.step ?? 1) < 0 ? some.reverse() : some;
  }
  return s.kind === 'wild' && isObject(container) ? Object.keys(container).sort() : [];
}

class Walker {
  readonly hits: Hit[] = [];
  readonly #segments: readonly Segment[];
  readonly #path: Place = [];

  constructor(segments: readonly Segment[]) {
    this.#segments = segments;
  }

  /** Everything below a value that the segments from one on select. No deeper than the path is long. */
  walk(at: Json, from: number): void {
    const segment = this.#segments[from];
    if (segment === undefined) {
      this.hits.push({ value: at, path: [...this.#path] });
      return;
    }
    if (typeof at !== 'object' || at === null) return;
    for (const s of segment.selectors) {
      if (s.kind === 'wild' || s.kind === 'slice') for (const key of keysOf(s, at)) this.#enter(at, key, from + 1);
      else {
        const key = keyOf(s, at);
        if (key !== undefined) this.#enter(at, key, from + 1);
      }
    }
  }

  #enter(at: Json, key: string | number, from: number): void {
    this.#path.push(key);
    this.walk(child(at, key), from);
    this.#path.pop();
  }
}

/** Nodes below root that the segments from one on select, in document order (members of wildcards by UTF-16 code units, unions as written). */
export function walk(root: Json, segments: readonly Segment[], from = 0): Hit[] {
  // Most paths name one member after another, and most of those end soon.
  let at = root;
  const path: Place = [];
  for (let i = from; i < segments.length; i++) {
    const segment = segments[i] as Segment;
    const s = segment.selectors[0] as Selector;
    if (segment.descendant || segment.selectors.length !== 1 || s.kind === 'wild' || s.kind === 'slice')
      return branching(root, segments, from);
    const key = keyOf(s, at);
    if (key === undefined) return [];
    at = child(at, key);
    path.push(key);
  }
  return [{ value: at, path }];
}

function branching(root: Json, segments: readonly Segment[], from: number): Hit[] {
  for (let i = from; i < segments.length; i++) if ((segments[i] as Segment).descendant) return descend(root, segments.slice(from));
  const walker = new Walker(segments);
  walker.walk(root, from);
  return walker.hits;
}
