// Places of a resolved pack by JSON pointer: read, and set. Own members only.
import { isObject } from '../../contract/json.ts';
import { at, tokensOf } from '../../json/pointer.ts';

export const parentOf = (place: string): string => place.slice(0, place.lastIndexOf('/'));

/** Sets a member of an object that is there, or takes it out where the value is undefined. */
export function setAt(root: unknown, place: string, value: unknown): void {
  const outer = at(root, parentOf(place));
  const name = tokensOf(place).at(-1);
  if ((!isObject(outer) && !Array.isArray(outer)) || name === undefined) throw new RangeError(`there is no place ${place}`);
  if (value === undefined) Reflect.deleteProperty(outer, name);
  else Object.defineProperty(outer, name, { value, enumerable: true, writable: true, configurable: true });
}
