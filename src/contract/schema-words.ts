// What a JSON Schema expected, in our own words, and which errors of ajv are faults. No wording of a library reaches findings or errors.
import type { ErrorObject } from 'ajv/dist/2020.js';
import { countOf } from './count-of.ts';
import { quote } from './quote.ts';

type Params = { [name: string]: unknown };

const quoteValue = (value: unknown): string => quote(JSON.stringify(value) ?? 'nothing', 80);
const name = (value: unknown): string => quote(JSON.stringify(String(value)), 80);

const TYPES: { [type: string]: string } = {
  string: 'text',
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  null: 'null',
  array: 'a list',
  object: 'an object',
};

/** Type names of a schema as words, joined with or. */
function typeWords(types: unknown): string {
  const list = (Array.isArray(types) ? types : String(types).split(',')).map((t) => TYPES[String(t)] ?? String(t));
  return list.length < 2 ? (list[0] ?? 'a value') : `${list.slice(0, -1).join(', ')} or ${list.at(-1)}`;
}

function oneOfThese(values: unknown): string {
  const list = Array.isArray(values) ? values : [];
  const some = list.slice(0, 8).map(quoteValue).join(', ');
  return list.length > 8 ? `one of ${some} and ${list.length - 8} more` : `one of ${some}`;
}

const COMPARED: { [sign: string]: string } = { '>=': 'at least', '<=': 'at most', '>': 'more than', '<': 'less than' };

/** Patterns that everybody writes, in words. */
const FORMS: readonly [RegExp, string][] = [
  [/^\\S$/, 'text that is not blank'],
  [/^\^https\?:\/\/\[\^[^\]]+\]\+(\[\^\\s\]\*)?\$?$/, 'a whole address, with http:// or https://'],
];

function formWords(pattern: string): string {
  return FORMS.find(([form]) => form.test(pattern))?.[1] ?? `text that matches ${quote(pattern, 120)}`;
}

const EXPECTED: { [keyword: string]: (p: Params) => string } = {
  type: (p) => typeWords(p.type),
  required: (p) => `the member ${name(p.missingProperty)}`,
  const: (p) => quoteValue(p.allowedValue),
  enum: (p) => oneOfThese(p.allowedValues),
  pattern: (p) => formWords(String(p.pattern)),
  minLength: (p) => `at least ${countOf(Number(p.limit), 'character')}`,
  maxLength: (p) => `at most ${countOf(Number(p.limit), 'character')}`,
  minimum: (p) => `a number of ${COMPARED[String(p.comparison)]} ${p.limit}`,
  maximum: (p) => `a number of ${COMPARED[String(p.comparison)]} ${p.limit}`,
  exclusiveMinimum: (p) => `a number of ${COMPARED[String(p.comparison)]} ${p.limit}`,
  exclusiveMaximum: (p) => `a number of ${COMPARED[String(p.comparison)]} ${p.limit}`,
  multipleOf: (p) => `a multiple of ${p.multipleOf}`,
  minItems: (p) => `a list of at least ${p.limit}`,
  maxItems: (p) => `a list of at most ${p.limit}`,
  uniqueItems: () => 'a list without doubles',
  items: (p) => `a list of at most ${p.limit}`,
  contains: (p) =>
    `a list with ${p.maxContains === undefined ? `at least ${p.minContains}` : `${p.minContains} to ${p.maxContains}`} fitting items`,
  minProperties: (p) => `an object of at least ${countOf(Number(p.limit), 'member')}`,
  maxProperties: (p) => `an object of at most ${countOf(Number(p.limit), 'member')}`,
  additionalProperties: (p) => `no member ${name(p.additionalProperty)}`,
  unevaluatedProperties: (p) => `no member ${name(p.unevaluatedProperty)}`,
  unevaluatedItems: (p) => `a list of at most ${p.len}`,
  propertyNames: (p) => `another member name than ${name(p.propertyName)}`,
  dependentRequired: (p) => `the member ${name(p.missingProperty)} beside ${name(p.property)}`,
  anyOf: () => 'one of the forms that are allowed here',
  oneOf: (p) =>
    Array.isArray(p.passingSchemas)
      ? 'one of several forms, and it has more than one of them'
      : 'one of several forms, and it has none of them',
  not: () => 'another value',
  if: () => 'the form that its other members ask for',
  'false schema': () => 'nothing here',
};

export const expectedWords = ({ keyword, params }: ErrorObject): string =>
  `expected ${EXPECTED[keyword]?.(params as Params) ?? 'a value of another form'}`;

/** More of them help nobody who mends the first. */
const MOST_LINES = 20;

/** The first errors as lines: where in the value, as a JSON Pointer, and what was expected there. */
export const faultLines = (errors: readonly ErrorObject[] | null | undefined): string[] =>
  (errors ?? []).slice(0, MOST_LINES).map((error) => `${quote(error.instancePath, 100) || '/'}: ${expectedWords(error)}`);

/** Keywords that judge by other schemas: the faults of those are no faults of the value on their own. */
const COMPOSITE = new Set(['anyOf', 'oneOf', 'not', 'if', 'contains', 'propertyNames']);

/** Whether one JSON pointer is another, or leads further down from it. */
export const isWithin = (place: string, outer: string): boolean => place === outer || place.startsWith(`${outer}/`);

/** An error of then or else is a fault of the value on its own, and names its place: the condition has nothing to add. */
const isExplainedBy = (error: ErrorObject, last: ErrorObject | undefined): boolean =>
  error.keyword === 'if' && last !== undefined && isWithin(last.instancePath, error.instancePath);

/**
 * Errors without those that only explain a composite one. The composite error comes right after them.
 * Where places are uncertain a condition may be so too, and then it speaks for what it asked for.
 */
export function withoutBranches(errors: readonly ErrorObject[], uncertain = false): ErrorObject[] {
  const out: ErrorObject[] = [];
  for (const error of errors) {
    if (!uncertain && isExplainedBy(error, out.at(-1))) continue;
    if (COMPOSITE.has(error.keyword))
      while (out.length > 0 && isWithin((out.at(-1) as ErrorObject).instancePath, error.instancePath)) out.pop();
    out.push(error);
  }
  return out;
}
