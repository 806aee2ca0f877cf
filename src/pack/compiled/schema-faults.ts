// Which faults make a value not valid under a JSON Schema, each in our own words: findings are part of verdicts.
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import type { Json } from '../../contract/json.ts';
import { expectedWords, withoutBranches } from '../../contract/schema-words.ts';
import type { SchemaCheck, SchemaFault } from './schema-types.ts';

const faultOf = (error: ErrorObject): SchemaFault => ({
  place: error.instancePath,
  keyword: error.keyword === 'false schema' ? 'false' : error.keyword,
  expected: expectedWords(error),
});

/** The faults that errors of ajv stand for; of a check that stops at the first fault, the last error is it. */
function schemaFaults(errors: readonly ErrorObject[], every: boolean): SchemaFault[] {
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
