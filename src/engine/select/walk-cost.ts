// How many nodes a path looks at below a value, counted without evaluating it. It selects nothing and must stop at the limit.
import { isContainer, type Json } from '../../contract/json.ts';
import type { Segment, Selector } from '../../pack/compiled/path-types.ts';

/** Adds what one selector may reach in a container; a slice is taken from all elements. */
function reach(container: Json, selector: Selector, into: Json[]): void {
  if (!isContainer(container)) return;
  if (selector.kind === 'wild' || selector.kind === 'slice') {
    for (const found of Object.values(container)) into.push(found);
    return;
  }
  const key =
    selector.kind === 'name'
      ? selector.name
      : selector.index < 0 && Array.isArray(container)
        ? container.length + selector.index
        : selector.index;
  if (Array.isArray(container) !== (typeof key === 'number')) return;
  if (Object.hasOwn(container, key)) into.push((container as { [name: string]: Json })[key] as Json);
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

/** Nodes that a walk by the segments from one on looks at, at most about `limit` (a count beyond it is as good as any other). */
export function waysOf(root: Json, segments: readonly Segment[], from: number, limit: number): number {
  let level: Json[] = [root];
  let count = 0;
  for (let at = from; at < segments.length; at++) {
    const { descendant, selectors } = segments[at] as Segment;
    if (descendant) {
      const ways = segments.slice(at).reduce((product, s) => product * s.selectors.length, 1);
      return count + ways * (segments.length - at) * everything(level, limit - count);
    }
    const next: Json[] = [];
    for (const value of level) for (const selector of selectors) reach(value, selector, next);
    count += next.length;
    if (count > limit || next.length === 0) return count;
    level = next;
  }
  return count;
}
