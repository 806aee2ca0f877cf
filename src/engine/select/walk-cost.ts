// How many nodes a path looks at below a value, counted without evaluating it. It selects nothing and must stop at the limit.
import { isContainer, type Json } from '../../contract/json.ts';
import type { Segment, Selector } from '../../pack/compiled/path-types.ts';

/** What one selector may reach in a container; a slice is taken from all elements. */
function reached(container: Json, selector: Selector): Json[] {
  if (!isContainer(container)) return [];
  if (selector.kind === 'wild' || selector.kind === 'slice') return Object.values(container);
  const key =
    selector.kind === 'name'
      ? selector.name
      : selector.index < 0 && Array.isArray(container)
        ? container.length + selector.index
        : selector.index;
  if (Array.isArray(container) ? typeof key !== 'number' : typeof key !== 'string') return [];
  return Object.hasOwn(container, key) ? [(container as { [name: string]: Json })[key] as Json] : [];
}

/** Every container and value below some, themselves included, as far as the limit goes. */
function everything(roots: readonly Json[], limit: number): number {
  let count = 0;
  const queue: Json[] = [...roots];
  for (let value = queue.pop(); value !== undefined && count < limit; value = queue.pop()) {
    count++;
    if (isContainer(value)) for (const inner of Object.values(value)) queue.push(inner);
  }
  return count;
}

/** Nodes that a walk looks at, at most about `limit` (a count beyond it is as good as any other). */
export function waysOf(root: Json, segments: readonly Segment[], limit: number): number {
  let level: Json[] = [root];
  let count = 0;
  for (const [at, segment] of segments.entries()) {
    if (segment.descendant) {
      const ways = segments.slice(at).reduce((product, s) => product * s.selectors.length, 1);
      return count + ways * (segments.length - at) * everything(level, limit - count);
    }
    const next: Json[] = [];
    for (const value of level) for (const selector of segment.selectors) for (const found of reached(value, selector)) next.push(found);
    count += next.length;
    if (count > limit || next.length === 0) return count;
    level = next;
  }
  return count;
}
