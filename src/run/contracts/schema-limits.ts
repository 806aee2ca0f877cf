// Limits of numbers, lengths and counts: whether a value is beyond one, and whether those of one schema lie within that of another.
import type { Json } from '../../contract/json.ts';
import { type Facts, type Limit, LOWER, type Type, UPPER } from './schema-facts.ts';

/** Whose values each of them limits. */
export const LIMITED: { readonly [name in Limit]: readonly Type[] } = {
  minimum: ['integer', 'number'],
  exclusiveMinimum: ['integer', 'number'],
  maximum: ['integer', 'number'],
  exclusiveMaximum: ['integer', 'number'],
  minLength: ['string'],
  maxLength: ['string'],
  minItems: ['array'],
  maxItems: ['array'],
  minProperties: ['object'],
  maxProperties: ['object'],
};

const size = (name: Limit, value: Json): number | undefined => {
  if (name.endsWith('Length')) return typeof value === 'string' ? [...value].length : undefined;
  return typeof value === 'number' ? value : undefined;
};

/** Whether one value is beyond a limit. */
export function isBeyond(name: Limit, value: Json, limit: number): boolean {
  const is = size(name, value);
  if (is === undefined) return false;
  if (name === 'exclusiveMinimum') return is <= limit;
  if (name === 'exclusiveMaximum') return is >= limit;
  return (LOWER as readonly string[]).includes(name) ? is < limit : is > limit;
}

/** Whether what the first says of its limits lies within one of the other's. */
export function isWithin({ limits, required, types }: Facts, name: Limit, wanted: number): boolean {
  const least = (key: Limit): number => limits.get(key) ?? Number.NEGATIVE_INFINITY;
  const most = (key: Limit): number => limits.get(key) ?? Number.POSITIVE_INFINITY;
  const [above, under] = [least('exclusiveMinimum'), most('exclusiveMaximum')];
  // What is above 0 and whole is at least 1.
  const isWhole = !types.has('number');
  const low = isWhole ? Math.max(Math.ceil(least('minimum')), Math.floor(above) + 1) : least('minimum');
  const high = isWhole ? Math.min(Math.floor(most('maximum')), Math.ceil(under) - 1) : most('maximum');
  if (name === 'minimum') return low >= wanted || above >= wanted;
  if (name === 'exclusiveMinimum') return above >= wanted || low > wanted;
  if (name === 'maximum') return high <= wanted || under <= wanted;
  if (name === 'exclusiveMaximum') return under <= wanted || high < wanted;
  if (name === 'minProperties') return Math.max(least(name), required.size) >= wanted;
  if ((UPPER as readonly string[]).includes(name)) return most(name) <= wanted;
  return wanted <= 0 || least(name) >= wanted;
}
