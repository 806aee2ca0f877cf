// Checks of the bundled packs that the build compiled (scripts/build/checks.ts), by schemaKey. From sources there are none: the build puts its own module here.
import type { SchemaCheck } from './loaded-pack.ts';

/** `name` is the folder of a bundled pack. */
export const precompiledChecks = (_name: string): ReadonlyMap<string, SchemaCheck> | undefined => undefined;
