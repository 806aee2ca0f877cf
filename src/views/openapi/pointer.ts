// JSON Pointer (RFC 6901) over own members. It must not follow references.
import type { Json } from '../../contract/json.ts';

export const escapeToken = (name: string): string => (/[~/]/.test(name) ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name);

/** The pointer extended by one or more member names. */
export const under = (place: string, ...names: (string | number)[]): string =>
  names.reduce<string>((whole, name) => `${whole}/${escapeToken(String(name))}`, place);

/** The member names of a pointer; null when it is none. */
export function tokensOf(pointer: string): string[] | null {
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) return null;
  return pointer
    .slice(1)
    .split('/')
    .map((token) => (token.includes('~') ? token.replaceAll('~1', '/').replaceAll('~0', '~') : token));
}

/** The value one step down, own members and array elements only. */
export function step(value: Json | undefined, token: string): Json | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) return /^(?:0|[1-9]\d{0,9})$/.test(token) ? value[Number(token)] : undefined;
  return Object.hasOwn(value, token) ? value[token] : undefined;
}

/** The value at the pointer, or undefined. */
export function at(root: Json, pointer: string): Json | undefined {
  const tokens = tokensOf(pointer);
  return tokens === null ? undefined : tokens.reduce<Json | undefined>(step, root);
}
