// JSON Pointer (RFC 6901) over own members. It must not follow references.
import { isObject, type Json } from '../contract/json.ts';
import { percentDecoded } from '../contract/percent.ts';

const escapeToken = (name: string): string => (/[~/]/.test(name) ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name);

const unescapeToken = (token: string): string => (token.includes('~') ? token.replaceAll('~1', '/').replaceAll('~0', '~') : token);

/** The pointer extended by one or more member names. */
export const below = (place: string, ...names: (string | number)[]): string =>
  names.reduce<string>((whole, name) => `${whole}/${escapeToken(String(name))}`, place);

/** The pointer of a list of member names. */
export const pointerOf = (path: readonly (string | number)[]): string => below('', ...path);

/** The member names of a pointer; none for what is no pointer. */
export const tokensOf = (pointer: string): string[] => pointer.split('/').slice(1).map(unescapeToken);

/** The value one step down, own members and array elements only. */
export function step(value: Json | undefined, token: string): Json | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) return /^(?:0|[1-9]\d{0,9})$/.test(token) ? value[Number(token)] : undefined;
  return Object.hasOwn(value, token) ? value[token] : undefined;
}

export const at = (root: unknown, pointer: string): Json | undefined =>
  pointer === '' || pointer.startsWith('/') ? tokensOf(pointer).reduce<Json | undefined>(step, root as Json) : undefined;

/** The pointer that a fragment of a URI stands for, without its # (RFC 6901 section 6). */
export const pointerOfFragment = (fragment: string): string => (fragment.includes('%') ? (percentDecoded(fragment) ?? fragment) : fragment);

export const parentOf = (place: string): string => place.slice(0, place.lastIndexOf('/'));

/** Sets a member of an object that is there, or takes it out where the value is undefined. */
export function setAt(root: unknown, place: string, value: unknown): void {
  const outer = at(root, parentOf(place));
  const name = tokensOf(place).at(-1);
  if ((!isObject(outer) && !Array.isArray(outer)) || name === undefined) throw new RangeError(`there is no place ${place}`);
  if (value === undefined) Reflect.deleteProperty(outer, name);
  else Object.defineProperty(outer, name, { value, enumerable: true, writable: true, configurable: true });
}
