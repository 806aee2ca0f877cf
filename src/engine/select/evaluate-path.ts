// JSONPath below a JSON value: jsonpath-plus selects, and each of its hits is held against the path, by RFC 9535. It selects nothing itself.
import { JSONPath } from 'jsonpath-plus';
import type { Json } from '../../contract/json.ts';
import type { ParsedPath, Selector, Stretch } from '../../pack/compiled/path-types.ts';
import { child, selects } from './selects.ts';

type Place = (string | number)[];

/** A value that a path selected, and its place below the root. */
export interface Hit {
  value: Json;
  path: Place;
}

interface Found extends Hit {
  /** Which of the stretch's ways it was found by, and how many keys stand before that way's first selector. */
  way: number;
  skipped: number;
}

/** Every form in which the library tells a place loses members named ~, ^ or @x(): its own record of a hit is taken as it is. */
const library = Object.assign(JSONPath({ path: '$', json: {}, autostart: false, eval: false }), {
  _getPreferredOutput: (hit: { path: Place }) => hit.path,
});

const placesOf = (expression: string, json: Json): Place[] =>
  library.evaluate({ path: expression, json: json as object, callback: undefined, otherTypeCallback: undefined }) as Place[];

/** What a descendant step passes on its way. */
const WILD: Selector = { kind: 'wild' };

/** A place as the library gives it ($ and keys) below a hit, or undefined where it strays from the selectors: into a text, by a name into an array. */
function hold(base: Hit, place: Place, selectors: readonly Selector[], way: number): Found | undefined {
  const before = place.length - selectors.length;
  const path = [...base.path];
  let { value } = base;
  for (let i = 1; i < place.length; i++) {
    const key = Array.isArray(value) ? Number(place[i]) : String(place[i]);
    if (!selects(selectors[i - before] ?? WILD, value, key)) return undefined;
    path.push(key);
    value = child(value, key);
  }
  return { value, path, way, skipped: path.length - selectors.length };
}

/** Keys of one container: indexes by number, names by UTF-16 code units. */
const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);

/** Document order below a descendant step, a parent's own members before those further down; then unions as written; then members. */
function inOrder(ways: Stretch['ways']): (a: Found, b: Found) => number {
  return (a, b) => {
    for (let i = 0; i < Math.min(a.skipped, b.skipped); i++) {
      const order = compare(a.path[i] as string, b.path[i] as string);
      if (order !== 0) return order;
    }
    const order = compare(a.path[a.skipped] as string, b.path[b.skipped] as string);
    const first = ways[a.way]?.selectors[0];
    const backwards = first?.kind === 'slice' && (first.step ?? 1) < 0;
    return a.skipped - b.skipped || a.way - b.way || (backwards ? -order : order);
  };
}

function below(base: Hit, { ways }: Stretch): Hit[] {
  const { value: root } = base;
  if (typeof root !== 'object' || root === null) return [];
  const found: Found[] = [];
  for (let way = 0; way < ways.length; way++) {
    const { expression, selectors } = ways[way] as Stretch['ways'][number];
    for (const place of placesOf(expression, root)) {
      const hit = hold(base, place, selectors, way);
      if (hit) found.push(hit);
    }
  }
  const order = inOrder(ways);
  // Most are as they should be when they are found, and a sort costs more than the look.
  return found.some((hit, i) => i > 0 && order(found[i - 1] as Found, hit) > 0) ? found.sort(order) : found;
}

/** Nodes below root that the segments from one on select, in document order (members of wildcards by UTF-16 code units, unions as written). */
export function evaluatePath(root: Json, path: ParsedPath, from: number): Hit[] {
  let hits: Hit[] = [{ value: root, path: [] }];
  for (let at = from; at < path.segments.length; ) {
    const stretch = path.stretches[at] as Stretch;
    const found: Hit[] = [];
    for (const hit of hits) for (const one of below(hit, stretch)) found.push(one);
    hits = found;
    at += stretch.length;
  }
  return hits;
}
