// The checks of schemas as judging uses them. Plain types.
import type { Json } from '../../contract/json.ts';

/** One fault of a value under a schema: where (JSON pointer into the value), which keyword, and what was expected, in our own words. */
export interface SchemaFault {
  place: string;
  keyword: string;
  expected: string;
}

/** Empty when the value is valid. Wanted is the first fault, every one (true), or only whether there is any: such a fault says nothing. */
export type SchemaCheck = (value: Json, all?: boolean | 'whether') => readonly SchemaFault[];

/** A schema of a pack, and what one look at a value can cost: the schema's values once every reference is written out. */
export interface CompiledSchema {
  readonly check: SchemaCheck;
  readonly weight: number;
}
