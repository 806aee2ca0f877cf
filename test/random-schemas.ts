// Random JSON Schemas out of every keyword that rules may use, and a second, plain judge of them that shares no code with ajv.
import fc from 'fast-check';
import { isObject, type Json, type JsonObject } from '../src/contract/json.ts';

const NAMES = ['a', 'b', 'c', 'toString'];
const PATTERNS = ['a', '^b', '[ab]', '.'];
const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];
const ONE = 'not if then else additionalProperties unevaluatedProperties items contains unevaluatedItems propertyNames'.split(' ');
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const MAPS = ['properties', 'patternProperties', 'dependentSchemas'];
const COUNTS = 'maxLength minLength maxItems minItems maxContains minContains maxProperties minProperties'.split(' ');
const LIMITS = 'maximum minimum exclusiveMaximum exclusiveMinimum'.split(' ');

const small = fc.nat(3);
const name = fc.constantFrom(...NAMES);
const names = fc.uniqueArray(name, { maxLength: 2 });
const scalar: fc.Arbitrary<Json> = fc.constantFrom<Json>(null, true, 0, 1, 0.5, '', 'a', 'ab');

/** Values that the keywords look at: few names, few numbers, so that schemas and values meet. */
export const anyValue: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 2 },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;

const plain: fc.Arbitrary<[string, Json]> = fc.oneof(
  fc.tuple(
    fc.constant('type'),
    fc.oneof(fc.constantFrom(...TYPES), fc.uniqueArray(fc.constantFrom(...TYPES), { minLength: 1, maxLength: 3 })),
  ),
  fc.tuple(fc.constant('enum'), fc.uniqueArray(scalar, { minLength: 1, maxLength: 3 })),
  fc.tuple(fc.constant('const'), anyValue),
  fc.tuple(fc.constant('multipleOf'), fc.constantFrom(1, 0.5, 2)),
  fc.tuple(fc.constantFrom(...LIMITS), small),
  fc.tuple(fc.constantFrom(...COUNTS), small),
  fc.tuple(fc.constant('pattern'), fc.constantFrom(...PATTERNS)),
  fc.tuple(fc.constant('uniqueItems'), fc.boolean()),
  fc.tuple(fc.constant('required'), names),
  fc.tuple(fc.constant('dependentRequired'), fc.dictionary(name, names, { maxKeys: 2, noNullPrototype: true })),
);

/** Keywords that hold schemas, whose own are chosen first. */
function holding(schema: fc.Arbitrary<Json>): fc.Arbitrary<[string, Json]> {
  return fc.oneof(
    fc.tuple(fc.constantFrom(...ONE), schema),
    fc.tuple(fc.constantFrom(...LISTS), fc.array(schema, { minLength: 1, maxLength: 2 })),
    fc.constantFrom(...MAPS).chain((keyword) => {
      const key = keyword === 'patternProperties' ? fc.constantFrom(...PATTERNS) : name;
      return fc.tuple(fc.constant(keyword), fc.dictionary(key, schema, { maxKeys: 2, noNullPrototype: true }));
    }),
  );
}

function schemaOf(depth: number): fc.Arbitrary<Json> {
  const leaf = fc.oneof(
    fc.boolean(),
    fc.array(plain, { maxLength: 2 }).map((pairs) => Object.fromEntries(pairs)),
  );
  if (depth === 0) return leaf;
  const below = schemaOf(depth - 1);
  const pair = fc.oneof({ weight: 2, arbitrary: holding(below) }, { weight: 1, arbitrary: plain });
  const object = fc.array(pair, { minLength: 1, maxLength: 4 }).map((pairs) => Object.fromEntries(pairs));
  return fc.oneof({ weight: 1, arbitrary: leaf }, { weight: 4, arbitrary: object });
}

export const anySchema = schemaOf(3);

interface Seen {
  valid: boolean;
  members: Set<string>;
  elements: Set<number>;
}

const canonical = (value: Json): string =>
  isObject(value)
    ? `{${Object.keys(value)
        .sort()
        .map((key) => JSON.stringify(key) + canonical(value[key] as Json))
        .join()}}`
    : Array.isArray(value)
      ? `[${value.map(canonical).join()}]`
      : JSON.stringify(value);

const kindOf = (value: Json): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
const isOf = (type: string, value: Json): boolean => type === kindOf(value) || (type === 'integer' && Number.isInteger(value));

/** By the letter of JSON Schema 2020-12: whether the value is valid, and what of it was evaluated. */
export function judge(schema: Json, value: Json): Seen {
  const seen: Seen = { valid: schema !== false, members: new Set(), elements: new Set() };
  if (!isObject(schema)) return seen;
  const refuse = (good: boolean): void => {
    seen.valid &&= good;
  };
  const keep = (other: Seen): boolean => {
    if (other.valid) for (const key of other.members) seen.members.add(key);
    if (other.valid) for (const index of other.elements) seen.elements.add(index);
    return other.valid;
  };
  inPlace(schema, value, keep, refuse);
  if (typeof value === 'string') ofText(schema, value, refuse);
  if (typeof value === 'number') ofNumber(schema, value, refuse);
  if (Array.isArray(value)) ofArray(schema, value, seen, refuse);
  else if (isObject(value)) ofObject(schema, value, keep, seen, refuse);
  return seen;
}

type Keep = (other: Seen) => boolean;
type Refuse = (good: boolean) => void;

function inPlace(schema: JsonObject, value: Json, keep: Keep, refuse: Refuse): void {
  const list = (keyword: string): Json[] => schema[keyword] as Json[];
  if ('type' in schema) refuse([schema.type].flat().some((type) => isOf(type as string, value)));
  if ('enum' in schema) refuse(list('enum').some((one) => canonical(one) === canonical(value)));
  if ('const' in schema) refuse(canonical(schema.const as Json) === canonical(value));
  if ('allOf' in schema) for (const one of list('allOf')) refuse(keep(judge(one, value)));
  if ('anyOf' in schema)
    refuse(
      list('anyOf')
        .map((one) => keep(judge(one, value)))
        .includes(true),
    );
  if ('oneOf' in schema) refuse(list('oneOf').filter((one) => keep(judge(one, value))).length === 1);
  if ('not' in schema) refuse(!judge(schema.not as Json, value).valid);
  if (!('if' in schema)) return;
  const next = keep(judge(schema.if as Json, value)) ? 'then' : 'else';
  if (next in schema) refuse(keep(judge(schema[next] as Json, value)));
}

function ofText(schema: JsonObject, value: string, refuse: Refuse): void {
  if ('minLength' in schema) refuse([...value].length >= (schema.minLength as number));
  if ('maxLength' in schema) refuse([...value].length <= (schema.maxLength as number));
  if ('pattern' in schema) refuse(new RegExp(schema.pattern as string, 'u').test(value));
}

function ofNumber(schema: JsonObject, value: number, refuse: Refuse): void {
  if ('multipleOf' in schema) refuse(Number.isInteger(value / (schema.multipleOf as number)));
  if ('minimum' in schema) refuse(value >= (schema.minimum as number));
  if ('maximum' in schema) refuse(value <= (schema.maximum as number));
  if ('exclusiveMinimum' in schema) refuse(value > (schema.exclusiveMinimum as number));
  if ('exclusiveMaximum' in schema) refuse(value < (schema.exclusiveMaximum as number));
}

function ofArray(schema: JsonObject, value: Json[], seen: Seen, refuse: Refuse): void {
  if ('minItems' in schema) refuse(value.length >= (schema.minItems as number));
  if ('maxItems' in schema) refuse(value.length <= (schema.maxItems as number));
  if (schema.uniqueItems === true) refuse(new Set(value.map(canonical)).size === value.length);
  const tuple = (schema.prefixItems as Json[] | undefined) ?? [];
  const below = (one: Json, index: number): void => {
    seen.elements.add(index);
    refuse(judge(one, value[index] as Json).valid);
  };
  value.forEach((_, index) => {
    if (index < tuple.length) below(tuple[index] as Json, index);
    else if ('items' in schema) below(schema.items as Json, index);
  });
  if ('contains' in schema) {
    const found = value.flatMap((one, index) => (judge(schema.contains as Json, one).valid ? [index] : []));
    for (const index of found) seen.elements.add(index);
    refuse(found.length >= ((schema.minContains as number | undefined) ?? 1));
    if ('maxContains' in schema) refuse(found.length <= (schema.maxContains as number));
  }
  if (!('unevaluatedItems' in schema)) return;
  for (const index of value.keys()) if (!seen.elements.has(index)) below(schema.unevaluatedItems as Json, index);
}

function ofObject(schema: JsonObject, value: JsonObject, keep: Keep, seen: Seen, refuse: Refuse): void {
  const members = Object.keys(value);
  const has = (key: string): boolean => members.includes(key);
  const map = <T>(keyword: string): [string, T][] => Object.entries((schema[keyword] as Record<string, T> | undefined) ?? {});
  if ('minProperties' in schema) refuse(members.length >= (schema.minProperties as number));
  if ('maxProperties' in schema) refuse(members.length <= (schema.maxProperties as number));
  refuse(((schema.required as string[] | undefined) ?? []).every(has));
  for (const [key, needed] of map<string[]>('dependentRequired')) refuse(!has(key) || needed.every(has));
  for (const [key, one] of map<Json>('dependentSchemas')) if (has(key)) refuse(keep(judge(one, value)));
  if ('propertyNames' in schema) for (const key of members) refuse(judge(schema.propertyNames as Json, key).valid);
  const own = new Set<string>();
  const below = (one: Json, key: string): void => {
    own.add(key);
    refuse(judge(one, value[key] as Json).valid);
  };
  for (const [key, one] of map<Json>('properties')) if (has(key)) below(one, key);
  for (const [pattern, one] of map<Json>('patternProperties'))
    for (const key of members) if (new RegExp(pattern, 'u').test(key)) below(one, key);
  if ('additionalProperties' in schema) for (const key of members) if (!own.has(key)) below(schema.additionalProperties as Json, key);
  for (const key of own) seen.members.add(key);
  if ('unevaluatedProperties' in schema)
    for (const key of members)
      if (!seen.members.has(key)) {
        seen.members.add(key);
        refuse(judge(schema.unevaluatedProperties as Json, value[key] as Json).valid);
      }
}
