// Plain JSON values, as every room passes them, and the one way to tell an object among them. No methods, no undefined.
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** An object whose members nobody has looked at yet. */
export type Members = { [name: string]: unknown };

/** Neither null nor an array. Of a Json it leaves the JsonObject, of an unknown the Members. */
export const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value);

export const isContainer = (value: Json): value is Json[] | JsonObject => typeof value === 'object' && value !== null;

/** The elements of an array, and none of anything else. */
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
