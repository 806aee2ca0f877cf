// What the writers of keywords need of an emitter: it stands apart so that they and the emitter do not import each other. Types only.
import type { Json } from '../../contract/json.ts';
import type { Patterns } from './patterns.ts';
import type { Reason } from './reasons.ts';
import type { Sited } from './resources.ts';
import type { SchemaSource } from './schema-source.ts';

/** A schema for ajv. */
export type Emitted = boolean | Record<string, unknown>;

/** What the place of a schema means for it. */
export interface Site extends Sited {
  /** Inside not, if or oneOf: nothing may be left out here. */
  negative: boolean;
  /** What holds here shows nothing of the answer: a condition, or a branch whose failing would not be seen. */
  mute: boolean;
  /** Members that need not be present, from the schema around it. */
  hidden: ReadonlySet<string> | null;
  depth: number;
  /** References must be written out here (unevaluated… needs to see through them); holds those being written out. */
  spelled: readonly Json[] | null;
}

export interface Emitter {
  readonly patterns: Patterns;
  /** Where references lead. */
  readonly source: SchemaSource;
  /** A schema inside another one. */
  child(site: Site): Emitted;
  /** A schema that is compiled on its own, written as a call. */
  part(site: Site): Emitted;
  /** One of several schemas of which one is enough. */
  branch(site: Site): Emitted;
  /** What not, if and oneOf hold is not written here, for it cannot be judged. */
  readonly skipping: boolean;
  /** Stands for something that cannot be judged. */
  opaque(reason: Reason | 'skipped', site: Site): Emitted;
}
