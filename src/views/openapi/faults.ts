// What ajv found, in our own words, with its place and value; and whether it can be held against an answer whose open
// places are not known. No library's wording and no text of the target may stand in a message.
import type { ErrorObject } from 'ajv/dist/2020.js';
import type { Json } from '../../contract/json.ts';
import { isWithin } from '../../contract/schema-words.ts';
import type { OpenPlace } from '../../contract/view.ts';
import { at, below, tokensOf } from '../../json/pointer.ts';
import type { ConformanceFault } from './conformance.ts';

/** Keywords that ajv reports after the errors of their branches. */
const BRANCHING = new Set(['anyOf', 'oneOf', 'contains', 'propertyNames']);
/** Of these, the ones where a miss inside tells more than the keyword itself. */
const ALTERNATIVES = new Set(['anyOf', 'oneOf']);

const depthOf = ({ instancePath }: ErrorObject): number => instancePath.split('/').length;

/** The deepest fault inside the branches of a summed up error. */
const closestOf = ({ params }: ErrorObject): ErrorObject | undefined => (params as { closest?: ErrorObject }).closest;

/**
 * Errors without those of branches: a failed anyOf stands for what failed inside it, and names the closest miss.
 * Linear: every error is taken in once and dropped at most once.
 */
export function summed(errors: ErrorObject[]): ErrorObject[] {
  const kept: ErrorObject[] = [];
  for (const error of errors) {
    if (!BRANCHING.has(error.keyword)) {
      kept.push(error);
      continue;
    }
    const telling = ALTERNATIVES.has(error.keyword);
    let closest = closestOf(error);
    for (let last = kept.at(-1); last && isWithin(last.instancePath, error.instancePath); last = kept.at(-1)) {
      const inner = closestOf(last) ?? last;
      if (telling && depthOf(inner) > depthOf(error) && (closest === undefined || depthOf(inner) >= depthOf(closest))) closest = inner;
      kept.pop();
    }
    kept.push(closest === undefined ? error : { ...error, params: { ...error.params, closest } });
  }
  return kept;
}

/** A failed call whose own errors were too many to keep. */
const CALL = 'x-call';
/** Keywords that fail or hold by what stands below their place. */
const DEEP = new Set([
  ...['enum', 'const', 'uniqueItems', 'anyOf', 'oneOf', 'not', 'if', 'contains', 'minContains', 'maxContains'],
  ...['unevaluatedProperties', 'unevaluatedItems', 'propertyNames', CALL],
]);
const MAX_FAULTS = 20;
const MAX_VALUE = 100;

const PATTERN = 'x-pattern';
const NAMES: Record<string, string> = { 'false schema': 'false', [CALL]: 'schema', [PATTERN]: 'pattern' };

type Params = Record<string, unknown>;
const types = (value: unknown): string => (Array.isArray(value) ? value.join(' or ') : String(value));

const MESSAGES: Record<string, (params: Params) => string> = {
  type: ({ type }) => `must be of type ${types(type)}`,
  required: () => 'a required member is missing',
  dependentRequired: () => 'a member is missing that another one requires',
  additionalProperties: () => 'a member that the schema does not allow',
  unevaluatedProperties: () => 'a member that the schema does not allow',
  unevaluatedItems: () => 'an element that the schema does not allow',
  enum: () => 'is none of the listed values',
  const: () => 'is not the one allowed value',
  pattern: () => 'does not match the pattern',
  [PATTERN]: () => 'does not match the pattern',
  multipleOf: () => 'is not a multiple of the stated number',
  minimum: ({ limit }) => `must be at least ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
  exclusiveMinimum: ({ limit }) => `must be greater than ${limit}`,
  exclusiveMaximum: ({ limit }) => `must be less than ${limit}`,
  minLength: ({ limit }) => `must have at least ${limit} characters`,
  maxLength: ({ limit }) => `must have at most ${limit} characters`,
  minItems: ({ limit }) => `must have at least ${limit} elements`,
  maxItems: ({ limit }) => `must have at most ${limit} elements`,
  minProperties: ({ limit }) => `must have at least ${limit} members`,
  maxProperties: ({ limit }) => `must have at most ${limit} members`,
  items: ({ limit }) => `must have at most ${limit} elements`,
  uniqueItems: () => 'holds the same element twice',
  contains: () => 'holds too few or too many elements of the stated kind',
  propertyNames: () => 'a member has a name that the schema does not allow',
  anyOf: () => 'fits none of the alternatives',
  oneOf: ({ passingSchemas }) => (passingSchemas ? 'fits more than one of the alternatives' : 'fits none of the alternatives'),
  not: () => 'fits what the schema excludes',
  'false schema': () => 'nothing is allowed here',
};

function excerpt(value: Json): string {
  if (typeof value === 'string') return value.length > MAX_VALUE ? `${JSON.stringify(value.slice(0, MAX_VALUE))}…` : JSON.stringify(value);
  if (Array.isArray(value)) return `array of ${value.length}`;
  if (value !== null && typeof value === 'object') return `object of ${Object.keys(value).length}`;
  return String(value);
}

/** The place that an error is about: the member itself where ajv names the object around it. */
function placeOf({ instancePath, params }: ErrorObject): string {
  const { missingProperty, additionalProperty, unevaluatedProperty, propertyName } = params as Record<string, unknown>;
  const name = missingProperty ?? additionalProperty ?? unevaluatedProperty ?? propertyName;
  return typeof name === 'string' ? below(instancePath, name) : instancePath;
}

function faultOf(error: ErrorObject, body: Json): ConformanceFault {
  const closest = closestOf(error);
  const told = closest ?? error;
  const place = placeOf(told);
  const message = Object.hasOwn(MESSAGES, told.keyword) ? MESSAGES[told.keyword]!(told.params) : 'breaks the schema';
  const value = at(body, place);
  return {
    keyword: NAMES[told.keyword] ?? told.keyword,
    place,
    message: closest ? `${message} (in the alternative that fits best)` : message,
    ...(value === undefined ? {} : { value: excerpt(value) }),
  };
}

const startsWith = (path: string[], start: string[]): boolean =>
  start.length <= path.length && start.every((token, index) => token === path[index]);

interface Open {
  path: string[];
  why: OpenPlace['why'];
}

/** A number that is not known exactly is a number all the same; only whether it is whole may be unknown. */
const wantsNoNumber = ({ keyword, params }: ErrorObject): boolean =>
  keyword === 'type' &&
  !types((params as Params).type)
    .split(' or ')
    .some((type) => type === 'integer' || type === 'number');

/** Whether the error could vanish if the open place held something else. */
function hangsOn(error: ErrorObject, { path: open, why }: Open, conditions: string[][]): boolean {
  const place = tokensOf(placeOf(error));
  const certain = why === 'inexact' && place.length === open.length && wantsNoNumber(error);
  if (startsWith(place, open) && !certain) return true;
  if (DEEP.has(error.keyword) && startsWith(open, tokensOf(error.instancePath))) return true;
  return conditions.some((condition) => startsWith(place, condition) && startsWith(open, condition));
}

/** The faults of a body; `open` is the reason when all of them hang on places about which nothing is known. */
export function faultsOf(errors: ErrorObject[], body: Json, places: OpenPlace[]): { faults: ConformanceFault[]; open?: OpenPlace['why'] } {
  const findings = errors.filter(({ keyword }) => keyword !== 'if');
  const conditions = errors.filter(({ keyword }) => keyword === 'if').map(({ instancePath }) => tokensOf(instancePath));
  const opens = places.map(({ path, why }): Open => ({ path: path.map(String), why }));
  const closed: ErrorObject[] = [];
  let open: OpenPlace['why'] | undefined;
  for (const finding of findings) {
    const cause = opens.find((place) => hangsOn(finding, place, conditions));
    if (cause === undefined) closed.push(finding);
    else open ??= cause.why;
  }
  if (closed.length === 0 && open !== undefined) return { faults: [], open };
  return { faults: closed.slice(0, MAX_FAULTS).map((finding) => faultOf(finding, body)) };
}
