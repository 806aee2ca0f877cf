// Paths with a descendant step: jsonpath-plus selects, and every hit is held against the parsed path, so that nothing outside the subset gets through.
// Right for every path of the subset, and slow: walk.ts goes the others by itself.
import { JSONPath } from 'jsonpath-plus';
import type { Json } from '../contract/json.ts';
import type { Segment, Selector } from '../pack/path-types.ts';
import type { Hit, Place } from './hit.ts';
import { child, selects } from './selects.ts';

interface Ranked extends Hit {
  rank: (string | number)[];
}

/** One step of the array form that jsonpath-plus takes. Slices are taken by us from a wildcard, since it reads some of them wrongly. */
const step = (s: Selector): string => (s.kind === 'name' ? s.name : s.kind === 'index' && s.index >= 0 ? String(s.index) : '*');

/** Where a slice stands in its own order: negative steps run backwards. */
const turn = (s: Selector, key: string | number): string | number =>
  s.kind === 'slice' && (s.step ?? 1) < 0 && typeof key === 'number' ? -key : key;

/** Pointers are the one output of jsonpath-plus that keeps every key apart (its path strings do not). */
const keys = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((k) => k.replaceAll('~1', '/').replaceAll('~0', '~'));

/** Reads a raw path of jsonpath-plus against the segments; undefined when it strays from them. */
function verify(
  root: Json,
  raw: readonly string[],
  chosen: readonly Selector[],
  segments: readonly Segment[],
  choice: readonly number[],
): Ranked | undefined {
  const deep = segments.findIndex((s) => s.descendant);
  const extra = raw.length - segments.length;
  if (extra < 0 || (extra > 0 && deep < 0)) return undefined;
  const path: Place = [];
  const rank: (string | number)[] = [];
  let at: Json = root;
  for (let i = 0; i < raw.length; i++) {
    const key: string | number = Array.isArray(at) ? Number(raw[i]) : (raw[i] as string);
    const skipping = deep >= 0 && i >= deep && i < deep + extra;
    const n = deep >= 0 && i >= deep + extra ? i - extra : i;
    const selector: Selector = skipping ? { kind: 'wild' } : (chosen[n] as Selector);
    if (!selects(selector, at, key)) return undefined;
    // The mark -1 ends the descended part, so that a parent's own hits come before those further down.
    if (!skipping && n === deep) rank.push(-1);
    if (!skipping) rank.push(choice[n] as number);
    rank.push(skipping ? key : turn(selector, key));
    path.push(key);
    at = child(at, key);
  }
  return { value: at, path, rank };
}

function before(a: Ranked, b: Ranked): number {
  for (let i = 0; i < Math.min(a.rank.length, b.rank.length); i++) {
    const [x, y] = [a.rank[i] as string | number, b.rank[i] as string | number];
    if (x === y) continue;
    if (typeof x === typeof y) return x < y ? -1 : 1;
    return typeof x === 'number' ? -1 : 1;
  }
  return a.rank.length - b.rank.length;
}

/** Every way to choose one selector a segment: a union is several paths. */
function choices(segments: readonly Segment[]): number[][] {
  let out: number[][] = [[]];
  for (const segment of segments) out = out.flatMap((head) => segment.selectors.map((_, i) => [...head, i]));
  return out;
}

/** Nodes below root, in document order (members of wildcards by UTF-16 code units, unions as written). */
export function descend(root: Json, segments: readonly Segment[]): Hit[] {
  if (typeof root !== 'object' || root === null) return [];
  const hits: Ranked[] = [];
  for (const choice of choices(segments)) {
    const chosen = segments.map((s, i) => s.selectors[choice[i] as number] as Selector);
    const steps = segments.flatMap((s, i) => (s.descendant ? ['..', step(chosen[i] as Selector)] : [step(chosen[i] as Selector)]));
    const found = JSONPath({ path: ['$', ...steps], json: root, resultType: 'pointer', eval: false, wrap: true }) as string[] | undefined;
    for (const pointer of found ?? []) {
      const hit = verify(root, keys(pointer), chosen, segments, choice);
      if (hit) hits.push(hit);
    }
  }
  return hits.sort(before).map(({ value, path }) => ({ value, path }));
}
