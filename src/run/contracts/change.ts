// One change between two contracts, and what both halves of the comparison read of an operation.
import type { Json } from '../../contract/json.ts';
import { below } from '../../json/pointer.ts';
import type { Context } from '../../views/openapi/context.ts';
import type { ParameterList } from '../../views/openapi/parameters.ts';
import type { SchemaSource } from '../../views/openapi/schema-source.ts';
import type { Contract } from './read-contract.ts';
import { SameSchema } from './same-schema.ts';
import type { SchemaSubset } from './schema-subset.ts';

/** unknown: it may break clients, and that cannot be told from the documents. */
export type Effect = 'breaking' | 'unknown';

export interface Change {
  effect: Effect;
  code: string;
  text: string;
  /** Which document shows it, and where. */
  side: 'old' | 'new';
  place: string;
}

/** An operation of one of the two documents, as both halves of the comparison read it. */
export interface Side {
  contract: Contract;
  context: Context;
  source: SchemaSource;
  operation: Json;
  place: string;
  parameters: ParameterList;
}

/** Both sides of one operation, and the comparisons of their schemas. */
export interface Pair {
  was: Side;
  is: Side;
  requests: SchemaSubset;
  answers: SchemaSubset;
}

/** A schema at a place of a side. */
export const placedAt = ({ source }: Side, schema: Json) => ({ source, site: { ...source.root, schema } });

/** Who does not know what may be. */
const NOT_MET: { [code: string]: string } = {
  'request-narrowed': ', which is not taken any more',
  'answer-widened': ', which no client was told of',
};

/** What keeps the values of one schema from the other, as changes. Without a schema anything goes. */
export function schemaChanges(
  from: { side: Side; schema: Json | undefined },
  to: { side: Side; schema: Json | undefined },
  subset: SchemaSubset,
  told: Omit<Change, 'effect' | 'text'> & { what: string },
): Change[] {
  const { what, ...change } = told;
  if (to.schema === undefined) return [];
  const [a, b] = [placedAt(from.side, from.schema ?? true), placedAt(to.side, to.schema)];
  return subset.of([a], b).map(({ sure, at: place, text }) => ({
    ...change,
    effect: sure ? 'breaking' : 'unknown',
    text: `${what}${place === '' ? '' : ` at ${place}`} ${text}${sure ? (NOT_MET[change.code] ?? '') : ''}`,
  }));
}

/** Whether two values say the same, references followed. */
export const says = (a: Side, x: Json | undefined, b: Side, y: Json | undefined): boolean =>
  x === undefined || y === undefined ? x === y : new SameSchema().of(placedAt(a, x), placedAt(b, y));

export const placeOf = (side: Side, ...names: string[]): string => below(side.place, ...names);
