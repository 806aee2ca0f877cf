// What jsonpath-plus is given for a parsed path, worked out when the path is read. It evaluates nothing.
// The library takes a member named * or .. for the step once it is past the first step, so either is only ever the first.
import { JSONPath } from 'jsonpath-plus';
import type { Segment, Selector, Stretch } from './path-types.ts';

/** One member at most, which the library finds by its name. */
const isPlain = (s: Selector): boolean => s.kind === 'name' || (s.kind === 'index' && s.index >= 0);

/** The library reads some slices wrongly, and no index from the end: it gives all members, and those that fit are kept. */
const step = (s: Selector): string => (s.kind === 'name' ? s.name : s.kind === 'index' && s.index >= 0 ? String(s.index) : '*');

function stretchAt(segments: readonly Segment[], from: number): Stretch {
  const head = segments[from] as Segment;
  const rest: Selector[] = [];
  for (const { descendant, selectors } of segments.slice(from + 1)) {
    const [only] = selectors;
    if (descendant || selectors.length > 1 || only === undefined || !isPlain(only)) break;
    rest.push(only);
  }
  const ways = head.selectors.map((first) => {
    const selectors = [first, ...rest];
    return { expression: JSONPath.toPathString(['$', ...(head.descendant ? ['..'] : []), ...selectors.map(step)]), selectors };
  });
  return { length: 1 + rest.length, ways };
}

export const stretchesOf = (segments: readonly Segment[]): Stretch[] => segments.map((_, i) => stretchAt(segments, i));
