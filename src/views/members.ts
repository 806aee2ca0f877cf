// Reading members of foreign JSON: own members only, so that __proto__, constructor and the like are plain names.
import { isObject, type Json } from '../contract/json.ts';

export function member(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

export function text(value: Json | undefined, name: string): string | undefined {
  const found = member(value, name);
  return typeof found === 'string' ? found : undefined;
}

/** The own member if it is an array, else an empty one. */
export function list(value: Json | undefined, name: string): Json[] {
  const found = member(value, name);
  return Array.isArray(found) ? found : [];
}

/** Own members of a map of the document. */
export function* entries(value: Json | undefined): Generator<[string, Json]> {
  if (isObject(value)) for (const name of Object.keys(value)) yield [name, value[name]!];
}

/** Own members of an object that may be extended, without its extensions. */
export function* fields(value: Json | undefined): Generator<[string, Json]> {
  for (const entry of entries(value)) if (!entry[0].startsWith('x-')) yield entry;
}
