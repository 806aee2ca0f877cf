// What the writers of keywords need of an emitter: it stands apart so that they and the emitter do not import each other. Types only.
import type { Json } from '../../contract/json.ts';
import type { Patterns } from './patterns.ts';
import type { Sited } from './schema-source.ts';

/** A schema for ajv. */
export type Emitted = boolean | Record<string, unknown>;

/** What the place of a schema means for it. */
export interface Site extends Sited {
  /** Inside not, if or oneOf: nothing may be left out here. */
  negative: boolean;
  /** Members that need not be present, from the schema around it. */
  hidden: ReadonlySet<string> | null;
  depth: number;
  /** References must be written out here (unevaluated… needs to see through them); holds those being written out. */
  spelled: readonly Json[] | null;
}

export interface Emitter {
  readonly patterns: Patterns;
  /** A schema inside another one. */
  child(site: Site): Emitted;
  /** A schema that is compiled on its own, written as a call. */
  part(site: Site): Emitted;
}
