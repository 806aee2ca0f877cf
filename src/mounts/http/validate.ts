// Checks what comes in against the shapes of schemas/: nothing is coerced, dropped or filled in.
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { FastifyRequest } from 'fastify';
import { ownAjv } from '../../contract/document-ajv.ts';
import { AxproofError } from '../../contract/errors.ts';
import { faultLines } from '../../contract/schema-words.ts';
import { definitions } from './definitions.ts';
import type { Route, RouteParameter } from './route.ts';

const MOST_MEMBERS = 100;

const options = { strict: false, validateFormats: false };
const first = ownAjv(options);
const every = ownAjv({ ...options, allErrors: true });

interface Shape {
  first: ValidateFunction;
  every: ValidateFunction;
}

function check(shape: Shape, value: unknown, what: string, ...hint: string[]): void {
  if (shape.first(value)) return;
  // Each of 40,000 wrong members would be a fault of its own: where there are that many, one is told.
  const validate = Object.keys(value ?? {}).length > MOST_MEMBERS ? shape.first : shape.every;
  validate(value);
  const faults = faultLines(validate.errors);
  throw new AxproofError('bad-request', `the ${what} is not what is asked for`, [...faults, ...hint]);
}

const parametersSchema = (parameters: readonly RouteParameter[], place: RouteParameter['in']): object => {
  const own = parameters.filter((parameter) => parameter.in === place);
  return {
    type: 'object',
    properties: Object.fromEntries(own.map(({ name, schema }) => [name, schema])),
    required: place === 'path' ? own.map(({ name }) => name) : [],
    // Members that nobody asked for are mistakes: a misspelt seed must not run another sampling.
    additionalProperties: place !== 'query',
  };
};

/** Compiled when the first request needs it: all routes at once would hold up the start. */
function compiled(schema: () => object): () => Shape {
  let made: Shape | undefined;
  return () => (made ??= { first: first.compile(schema()), every: every.compile(schema()) });
}

export function checkOf(route: Route): (incoming: Pick<FastifyRequest, 'params' | 'query' | 'headers' | 'body'>) => void {
  const { parameters = [], body } = route;
  const params = compiled(() => parametersSchema(parameters, 'path'));
  const query = compiled(() => parametersSchema(parameters, 'query'));
  const headers = compiled(() => parametersSchema(parameters, 'header'));
  const shape =
    body === undefined ? undefined : compiled(() => ({ $ref: `#/$defs/${body}`, $defs: definitions([body], (name) => `#/$defs/${name}`) }));
  return (incoming) => {
    check(params(), incoming.params, 'path');
    // Where nothing is asked for, whatever comes along means nothing; but beside a body it is meant, as `?seed=3` is, and would not hold.
    if (parameters.some((parameter) => parameter.in === 'query')) check(query(), incoming.query, 'query');
    else if (shape) check(query(), incoming.query, 'query', 'this takes no parameters in the query: its body says what is asked for');
    check(headers(), incoming.headers, 'header');
    if (shape) check(shape(), incoming.body, 'body');
  };
}
