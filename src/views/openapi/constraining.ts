// Which types of values the keywords of a schema can refuse: a pass shows something about these alone. It must not look at subschemas.
import type { Json } from '../../contract/json.ts';

/** Kinds of values, as bits; a number with a fraction is a kind of its own, for `integer` refuses it. */
const [NULL, BOOLEAN, STRINGS, INTEGER, FRACTION, ARRAYS, OBJECTS] = [1, 2, 4, 8, 16, 32, 64] as const;
const NUMBERS = INTEGER | FRACTION;
const ALL = 127;
const KINDS: Record<string, number> = {
  null: NULL,
  boolean: BOOLEAN,
  string: STRINGS,
  integer: INTEGER,
  number: NUMBERS,
  array: ARRAYS,
  object: OBJECTS,
};

type Refuses = (value: unknown, out: Record<string, unknown>) => number;
const when =
  (kinds: number, test: (value: unknown) => boolean): Refuses =>
  (value) =>
    test(value) ? kinds : 0;
const always = (kinds: number): Refuses => when(kinds, () => true);
const positive = (value: unknown): boolean => typeof value === 'number' && value > 0;
const holds = (value: unknown): boolean => typeof value === 'object' && value !== null && Object.keys(value).length > 0;
const isFalse = (value: unknown): boolean => value === false;

const KEYWORDS: Record<string, Refuses> = {
  type: when(ALL, (value) => kindsOf(value) !== ALL),
  enum: always(ALL),
  const: always(ALL),
  not: when(ALL, (value) => value !== false),
  maximum: always(NUMBERS),
  minimum: always(NUMBERS),
  exclusiveMaximum: always(NUMBERS),
  exclusiveMinimum: always(NUMBERS),
  multipleOf: always(NUMBERS),
  maxLength: always(STRINGS),
  minLength: when(STRINGS, positive),
  pattern: always(STRINGS),
  maxItems: always(ARRAYS),
  minItems: when(ARRAYS, positive),
  uniqueItems: when(ARRAYS, (value) => value === true),
  contains: (_, { minContains, maxContains }) => (minContains === 0 && maxContains === undefined ? 0 : ARRAYS),
  items: when(ARRAYS, isFalse),
  unevaluatedItems: when(ARRAYS, isFalse),
  maxProperties: always(OBJECTS),
  minProperties: when(OBJECTS, positive),
  required: when(OBJECTS, holds),
  dependentRequired: when(OBJECTS, holds),
  additionalProperties: when(OBJECTS, isFalse),
  unevaluatedProperties: when(OBJECTS, isFalse),
  propertyNames: when(OBJECTS, isFalse),
};

const kindsOf = (types: unknown): number =>
  Array.isArray(types) ? types.reduce<number>((kinds, type) => kinds | (KINDS[String(type)] ?? 0), 0) : ALL;

/** The kinds of values that the keywords of a written schema can refuse, and that it lets be: 0 when there are none. */
export function refusable(out: Record<string, unknown>): number {
  let kinds = 0;
  for (const name of Object.keys(out)) if (Object.hasOwn(KEYWORDS, name)) kinds |= KEYWORDS[name]!(out[name], out);
  return kinds & kindsOf(out.type);
}

/** The bit of a value's kind. */
export function kindOf(value: Json): number {
  if (value === null) return NULL;
  if (Array.isArray(value)) return ARRAYS;
  if (typeof value === 'number') return Number.isInteger(value) ? INTEGER : FRACTION;
  return KINDS[typeof value]!;
}

/**
 * Whether a listed text, number or truth value can be of none of the stated types, as what YAML makes of 1.0 or true without quotes beside
 * `type: string`: no value at all fits it, so another one is meant. Null is listed by many beside types that lack it.
 */
export function listsAnotherType(types: unknown, values: readonly Json[]): boolean {
  const kinds = kindsOf([types].flat()) || ALL;
  return values.some((value) => {
    const kind = kindOf(value) & (BOOLEAN | STRINGS | NUMBERS);
    return kind !== 0 && (kind & kinds) === 0;
  });
}
