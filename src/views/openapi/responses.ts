// The responses of an operation: their keys, the one that answers a status, and the media types. It must not look at bodies.
import type { Json } from '../../contract/json.ts';
import { fields, list, member } from '../members.ts';

const KEY = /^(?:[1-5]\d\d|[1-5]XX|default)$/;

export const isStatusKey = (key: string): boolean => KEY.test(key);

export const statusKeys = (responses: Json | undefined): string[] => [...fields(responses)].map(([key]) => key);

/** The key that declares a status: the code itself, then its range, then (if asked) default; undefined when it is not declared. */
export function keyFor(keys: string[], status: number, byDefault = true): string | undefined {
  const range = `${Math.floor(status / 100)}XX`;
  const own = keys.find((key) => key === String(status)) ?? keys.find((key) => key.toUpperCase() === range);
  return own ?? (byDefault ? keys.find((key) => key === 'default') : undefined);
}

/** Keys that stand for success: 2xx codes and their range, or default when there are none. */
export function successKeys(keys: string[]): string[] {
  const success = keys.filter((key) => /^2(?:\d\d|XX)$/i.test(key));
  return success.length > 0 ? success : keys.filter((key) => key === 'default');
}

/** Media types that a Swagger 2.0 operation produces: its own list, or the document's. */
export function produces(root: Json, operation: Json): string[] {
  const own = member(operation, 'produces');
  return list(own === undefined ? root : operation, 'produces').filter((type) => typeof type === 'string');
}
