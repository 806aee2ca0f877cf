// Keywords whose value stands for itself: checked, and given in the form that JSON Schema 2020-12 has for it.
import { isObject, type Json } from '../../contract/json.ts';

const TYPES = new Set(['null', 'boolean', 'object', 'array', 'number', 'string', 'integer']);
const MAX_VALUES = 5_000;

/** undefined: the value is none that the keyword may have. */
type Assertion = (value: Json) => Json | undefined;

const number: Assertion = (value) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined);
const positive: Assertion = (value) => (typeof value === 'number' && value > 0 && Number.isFinite(value) ? value : undefined);
const count: Assertion = (value) => (typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined);
const boolean: Assertion = (value) => (typeof value === 'boolean' ? value : undefined);
const names: Assertion = (value) =>
  Array.isArray(value) && value.length <= MAX_VALUES && value.every((item) => typeof item === 'string') ? [...new Set(value)] : undefined;

const type: Assertion = (value) => {
  const list = Array.isArray(value) ? [...new Set(value)] : [value];
  return list.length > 0 && list.every((item) => typeof item === 'string' && TYPES.has(item)) ? list : undefined;
};

export const ASSERTIONS: Record<string, Assertion> = {
  type,
  enum: (value) => (Array.isArray(value) && value.length > 0 && value.length <= MAX_VALUES ? value : undefined),
  const: (value) => value,
  maximum: number,
  minimum: number,
  exclusiveMaximum: number,
  exclusiveMinimum: number,
  multipleOf: positive,
  maxLength: count,
  minLength: count,
  maxItems: count,
  minItems: count,
  maxProperties: count,
  minProperties: count,
  minContains: count,
  maxContains: count,
  uniqueItems: boolean,
  required: names,
  dependentRequired: (value) =>
    isObject(value) && !Object.hasOwn(value, '__proto__') && Object.values(value).every((item) => names(item) !== undefined)
      ? value
      : undefined,
};
