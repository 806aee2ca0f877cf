// The JSON Schema dialects that OpenAPI lines use, as the differences that matter. It must not look at a schema's keywords.
import type { Json } from '../../contract/json.ts';
import { text } from '../members.ts';
import type { Line } from './document.ts';

export interface Dialect {
  /** Keywords beside $ref count. */
  refSiblings: boolean;
  /** exclusiveMaximum and exclusiveMinimum are booleans that sharpen maximum and minimum. */
  booleanExclusive: boolean;
  /** Member that lets null in beside another type. */
  nullable?: 'nullable' | 'x-nullable';
  /** A list of schemas in `items` is a tuple. */
  tupleItems: boolean;
  booleanSchemas: boolean;
  /** $id, $anchor and $schema mean something. */
  identifiers: boolean;
  /** `required` of a writeOnly member does not hold for answers. */
  writeOnly: boolean;
  keywords: ReadonlySet<string>;
}

const words = (line: string): string[] => line.split(' ');
const BASE = words(
  'type enum maximum minimum exclusiveMaximum exclusiveMinimum multipleOf maxLength minLength pattern maxItems minItems uniqueItems items maxProperties minProperties required properties additionalProperties allOf',
);
const DRAFT_4 = [...BASE, ...words('anyOf oneOf not patternProperties additionalItems dependencies')];
const DRAFT_7 = [...DRAFT_4, ...words('const contains propertyNames if then else')];
const NEWEST = [
  ...BASE,
  ...words('anyOf oneOf not patternProperties const contains minContains maxContains propertyNames if then else'),
  ...words('dependentRequired dependentSchemas unevaluatedProperties unevaluatedItems'),
];

const old = { refSiblings: false, tupleItems: true, booleanSchemas: true, identifiers: true, writeOnly: true };
const SWAGGER_2: Dialect = {
  ...old,
  booleanExclusive: true,
  booleanSchemas: false,
  identifiers: false,
  writeOnly: false,
  nullable: 'x-nullable',
  keywords: new Set(BASE),
};
const OAS_30: Dialect = { ...SWAGGER_2, writeOnly: true, nullable: 'nullable', keywords: new Set([...BASE, 'anyOf', 'oneOf', 'not']) };
const D4: Dialect = { ...old, booleanExclusive: true, booleanSchemas: false, keywords: new Set(DRAFT_4) };
const D7: Dialect = { ...old, booleanExclusive: false, keywords: new Set(DRAFT_7) };
const D2019: Dialect = { ...D7, refSiblings: true, keywords: new Set([...NEWEST, 'additionalItems']) };
const D2020: Dialect = { ...D2019, tupleItems: false, keywords: new Set([...NEWEST, 'prefixItems']) };

const NAMED: readonly (readonly [RegExp, Dialect])[] = [
  [/^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/, D2020],
  [/^https?:\/\/spec\.openapis\.org\/oas\/3\.[12]\/(?:dialect|schema-base)\//, D2020],
  [/^https?:\/\/json-schema\.org\/draft\/2019-09\/schema#?$/, D2019],
  [/^https?:\/\/json-schema\.org\/draft-0[67]\/schema#?$/, D7],
  [/^https?:\/\/json-schema\.org\/draft-04\/schema#?$/, D4],
];

/** The dialect of that URI; null when we do not know it. */
export const dialectNamed = (uri: string): Dialect | null => NAMED.find(([pattern]) => pattern.test(uri))?.[1] ?? null;

/** The dialect of schemas of a document that name none themselves. */
export function dialectOf(root: Json, line: Line): Dialect | null {
  if (line === '2.0') return SWAGGER_2;
  if (line === '3.0') return OAS_30;
  const named = text(root, 'jsonSchemaDialect');
  return named === undefined ? D2020 : dialectNamed(named);
}
