// uniqueItems in linear time: the library compares every item with every other one, which a long list from outside would make endless.
import { jcs } from '../../json/jcs.ts';

const keyOf = (value: unknown): string => (typeof value === 'object' && value !== null ? jcs(value) : `${typeof value} ${String(value)}`);

/** Whether no two items are equal as JSON. */
export function distinct(items: readonly unknown[]): boolean {
  const seen = new Set<string>();
  for (const item of items) {
    const key = keyOf(item);
    if (seen.has(key)) return false;
    seen.add(key);
  }
  return true;
}
