// Whether values are equal as JSON. The library's own comparison calls toString and valueOf of what it compares, which are members like any other here.
import { isObject } from '../../contract/json.ts';

export function same(left: unknown, right: unknown): boolean {
  if (Array.isArray(left)) return Array.isArray(right) && left.length === right.length && left.every((item, i) => same(item, right[i]));
  if (!isObject(left)) return left === right;
  if (!isObject(right)) return false;
  const names = Object.keys(left);
  return names.length === Object.keys(right).length && names.every((name) => Object.hasOwn(right, name) && same(left[name], right[name]));
}

export const among = (values: readonly unknown[], value: unknown): boolean => values.some((one) => same(one, value));
