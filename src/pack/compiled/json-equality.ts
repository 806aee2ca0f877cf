// Whether values are equal as JSON. The library's own comparison calls toString and valueOf of what it compares, which are members like any other here, and it
// compares every item of a list with every other one, which a long list from outside would make endless.
import { isObject } from '../../contract/json.ts';
import { jcs } from '../../json/jcs.ts';

export function same(left: unknown, right: unknown): boolean {
  if (Array.isArray(left)) return Array.isArray(right) && left.length === right.length && left.every((item, i) => same(item, right[i]));
  if (!isObject(left)) return left === right;
  if (!isObject(right)) return false;
  const names = Object.keys(left);
  return names.length === Object.keys(right).length && names.every((name) => Object.hasOwn(right, name) && same(left[name], right[name]));
}

export const among = (values: readonly unknown[], value: unknown): boolean => values.some((one) => same(one, value));

const keyOf = (value: unknown): string => (typeof value === 'object' && value !== null ? jcs(value) : `${typeof value} ${String(value)}`);

/** Whether no two items are equal: uniqueItems in linear time. */
export function distinct(items: readonly unknown[]): boolean {
  const seen = new Set<string>();
  for (const item of items) {
    const key = keyOf(item);
    if (seen.has(key)) return false;
    seen.add(key);
  }
  return true;
}
