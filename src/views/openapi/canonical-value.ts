// A text that is equal for equal JSON values, so that enum, const and uniqueItems take linear time.
import type { Json } from '../../contract/json.ts';

/** `spend` is told how much was looked at. Values are as deep as the json view allows. */
export function canonicalText(value: Json, spend: (steps: number) => void): string {
  if (typeof value === 'string') spend(1 + (value.length >> 4));
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) {
    spend(1 + value.length);
    return `[${value.map((item) => canonicalText(item, spend)).join(',')}]`;
  }
  const names = Object.keys(value).sort();
  spend(1 + names.length);
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalText(value[name]!, spend)}`).join(',')}}`;
}
