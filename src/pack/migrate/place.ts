// Places of a resolved pack by JSON pointer: read, and set. Own members only.
import { isObject } from '../../contract/json.ts';

type Inner = { [key: string]: unknown };

export const tokensOf = (place: string): string[] =>
  place
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));

const down = (value: unknown, token: string): unknown =>
  (isObject(value) || Array.isArray(value)) && Object.hasOwn(value, token) ? (value as unknown as Inner)[token] : undefined;

export const valueAt = (root: unknown, place: string): unknown => tokensOf(place).reduce(down, root);

export const parentOf = (place: string): string => place.slice(0, place.lastIndexOf('/'));

/** Sets a member of an object that is there. */
export function setAt(root: unknown, place: string, value: unknown): void {
  const outer = valueAt(root, parentOf(place));
  const name = tokensOf(place).at(-1);
  if ((!isObject(outer) && !Array.isArray(outer)) || name === undefined) throw new RangeError(`there is no place ${place}`);
  Object.defineProperty(outer, name, { value, enumerable: true, writable: true, configurable: true });
}
