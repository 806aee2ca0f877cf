// One change between two contracts, and what both halves of the comparison read of an operation.
import type { Json } from '../../contract/json.ts';
import { below } from '../../json/pointer.ts';
import type { ReadContext } from '../../views/openapi/context.ts';
import type { ParameterList } from '../../views/openapi/parameters.ts';
import type { SchemaSource } from '../../views/openapi/schema-source.ts';
import type { Contract } from './read-contract.ts';
import { SameSchema } from './same-schema.ts';
import type { SchemaSubset } from './schema-subset.ts';

/** Which document shows a change, and where. */
export interface ChangePlace {
  side: 'old' | 'new';
  place: string;
}

export interface ContractChange extends ChangePlace {
  /** unknown: it may break clients, and that cannot be told from the documents. */
  effect: 'breaking' | 'unknown';
  code: string;
  text: string;
}

export const breaking = (code: string, text: string, shown: ChangePlace): ContractChange => ({ effect: 'breaking', code, text, ...shown });
export const unknown = (code: string, text: string, shown: ChangePlace): ContractChange => ({ effect: 'unknown', code, text, ...shown });

/** An operation of one of the two documents, as both halves of the comparison read it. */
export interface ContractSide {
  contract: Contract;
  context: ReadContext;
  source: SchemaSource;
  operation: Json;
  place: string;
  parameters: ParameterList;
}

/** Both sides of one operation, and the comparisons of their schemas. */
export interface Pair {
  was: ContractSide;
  is: ContractSide;
  requests: SchemaSubset;
  answers: SchemaSubset;
}

/** A schema at a place of a side. */
const placedAt = ({ source }: ContractSide, schema: Json) => ({ source, site: { ...source.root, schema } });

/** The end of a change's sentence, by its code: why the difference breaks a client. */
const NOT_MET = {
  'request-narrowed': ', which is not taken any more',
  'answer-widened': ', which no client was told of',
};

/** What keeps the values of one schema from the other, as changes. Without a schema anything goes. */
function schemaChanges(
  [from, schema]: [ContractSide, Json | undefined],
  [to, wanted]: [ContractSide, Json | undefined],
  subset: SchemaSubset,
  [code, what]: [code: keyof typeof NOT_MET, what: string],
  shown: ChangePlace,
): ContractChange[] {
  if (wanted === undefined) return [];
  // Cases that fail alike are told once.
  const told = new Map(subset.of([placedAt(from, schema ?? true)], placedAt(to, wanted)).map((one) => [JSON.stringify(one), one]));
  return [...told.values()].map(({ sure, at: place, text }) => {
    const said = `${what}${place === '' ? '' : ` at ${place}`} ${text}`;
    return sure ? breaking(code, said + NOT_MET[code], shown) : unknown(code, said, shown);
  });
}

/** What clients send has to be taken still. */
export const requestNarrowed = (
  { was, is, requests }: Pair,
  old: Json | undefined,
  now: Json | undefined,
  what: string,
  shown: ChangePlace,
): ContractChange[] => schemaChanges([was, old], [is, now], requests, ['request-narrowed', what], shown);

/** What is answered has to be what clients were told of. */
export const answerWidened = (
  { was, is, answers }: Pair,
  old: Json | undefined,
  now: Json | undefined,
  what: string,
  shown: ChangePlace,
): ContractChange[] => schemaChanges([is, now], [was, old], answers, ['answer-widened', what], shown);

/** Whether two values say the same, references followed. */
export const says = (a: ContractSide, x: Json | undefined, b: ContractSide, y: Json | undefined): boolean =>
  x === undefined || y === undefined ? x === y : new SameSchema().of(placedAt(a, x), placedAt(b, y));

/** In the new document, below the operation. */
export const changePlace = ({ place }: ContractSide, ...names: string[]): ChangePlace => ({ side: 'new', place: below(place, ...names) });

/** The media type that takes the place of one: itself, or a range that it lies in. */
export const typeIn = (types: ReadonlyMap<string, unknown>, type: string): string | undefined =>
  [type, `${type.split('/')[0]}/*`, '*/*'].find((one) => types.has(one));
