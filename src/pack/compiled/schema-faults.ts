// Which faults make a value not valid under a JSON Schema, each in our own words: findings are part of verdicts.
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import type { Json } from '../../contract/json.ts';
import { expectedWords } from '../../contract/schema-words.ts';
import type { SchemaCheck, SchemaFault } from './schema-types.ts';

/** Keywords that judge by other schemas: the faults of those are no faults of the value on their own. */
const COMPOSITE = new Set(['anyOf', 'oneOf', 'not', 'if', 'contains', 'propertyNames']);

const within = (place: string, outer: string): boolean => place === outer || place.startsWith(`${outer}/`);

/** An error of then or else is a fault of the value on its own, and names its place: the condition has nothing to add. */
const told = (error: ErrorObject, last: ErrorObject | undefined): boolean =>
  error.keyword === 'if' && last !== undefined && within(last.instancePath, error.instancePath);

/**
 * Errors without those that only explain a composite one. The composite error comes right after them.
 * Where places are uncertain a condition may be so too, and then it speaks for what it asked for.
 */
export function withoutBranches(errors: readonly ErrorObject[], uncertain = false): ErrorObject[] {
  const out: ErrorObject[] = [];
  for (const error of errors) {
    if (!uncertain && told(error, out.at(-1))) continue;
    if (COMPOSITE.has(error.keyword))
      while (out.length > 0 && within((out.at(-1) as ErrorObject).instancePath, error.instancePath)) out.pop();
    out.push(error);
  }
  return out;
}

const faultOf = (error: ErrorObject): SchemaFault => ({
  place: error.instancePath,
  keyword: error.keyword === 'false schema' ? 'false' : error.keyword,
  expected: expectedWords(error),
});

/** The faults that errors of ajv stand for; of a check that stops at the first fault, the last error is it. */
export function schemaFaults(errors: readonly ErrorObject[], every: boolean): SchemaFault[] {
  const own = withoutBranches(errors, every);
  return (every ? own : own.slice(-1)).map(faultOf);
}

/** Words take longer than the check. */
const ANY: readonly SchemaFault[] = [{ place: '', keyword: '', expected: '' }];

/** A check out of two compiled functions: one that stops at the first fault and one that finds all. */
export function checkOf(first: () => ValidateFunction, all: () => ValidateFunction): SchemaCheck {
  return (value: Json, every = false) => {
    const validate = every === true ? all() : first();
    if (validate(value)) return [];
    const errors = validate.errors ?? [];
    validate.errors = null;
    return every === 'whether' ? ANY : schemaFaults(errors, every);
  };
}
