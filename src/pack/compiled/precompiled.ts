// Checks of the bundled packs' schemas that the build compiled (scripts/build/checks.ts). From sources there are none: the build puts its own module here.
import type { SchemaCheck } from './schema-types.ts';

/** key: a schemaKey. */
export const precompiledCheck = (_key: string): SchemaCheck | undefined => undefined;
