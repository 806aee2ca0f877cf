// What the build made of the bundled packs (scripts/build/checks.ts): the checks of their schemas, and what opening them comes to. From sources there is
// none of it: the build puts its own module here.
import type { SchemaCheck } from './schema-types.ts';

/** key: a schemaKey. */
export const precompiledCheck = (_key: string): SchemaCheck | undefined => undefined;

/** What was worked out of a pack (stored-pack.ts), and its checks by their numbers. */
export interface OpenedByBuild {
  readonly text: string;
  readonly check: (number: number) => SchemaCheck;
}

/** digest: of a pack. What it is looked up by says all that it was worked out of. */
export const openedByBuild = (_digest: string): OpenedByBuild | undefined => undefined;
