// Plain JSON values, as every room passes them, how they are told apart, and read from a text. No methods, no undefined.
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** An object whose members nobody has looked at yet. */
export type Members = { [name: string]: unknown };

/** Neither null nor an array. Of a Json it leaves the JsonObject, of an unknown the Members. */
export const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value);

export const isContainer = (value: Json): value is Json[] | JsonObject => typeof value === 'object' && value !== null;

/** The elements of an array, and none of anything else. */
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Every text of a value, at whatever depth; names of members are none. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Undefined where the text is no JSON: where nothing else about it matters. Documents of targets are read strictly (json/read-strict.ts). */
export function parsedJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
