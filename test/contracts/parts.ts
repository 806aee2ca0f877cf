// The parts that pairs of documents are made of.
import { json, type Members } from './documents.ts';

export const document = (operation: Members, more: Members = {}): Members => ({
  openapi: '3.1.0',
  info: { title: 'Things', version: '1.0.0' },
  paths: { '/things': { post: operation } },
  ...more,
});
export const answers = (schema: unknown, more: Members = {}): Members => document({ responses: { 200: { ...json(schema), ...more } } });
export const takes = (schema: unknown, more: Members = {}): Members =>
  document({ requestBody: { content: { 'application/json': { schema } }, ...more }, responses: { 204: { description: 'done' } } });
export const asks = (...parameters: Members[]): Members => document({ parameters, responses: { 204: { description: 'done' } } });
export const query = (name: string, schema: Members, more: Members = {}): Members => ({ name, in: 'query', schema, ...more });
export const object = (properties: Members, required: string[] = [], more: Members = {}): Members => ({
  type: 'object',
  required,
  properties,
  ...more,
});
export const text = { type: 'string' };
export const whole = { type: 'integer' };
export const node = (kind: unknown): Members => ({
  components: { schemas: { Node: object({ kind, children: { type: 'array', items: { $ref: '#/components/schemas/Node' } } }, ['kind']) } },
});
export const tree = (kind: unknown): Members => ({ ...answers({ $ref: '#/components/schemas/Node' }), ...node(kind) });
export const either = (...kinds: string[]): Members => ({
  oneOf: kinds.map((kind) => object({ kind: { const: kind }, [kind]: text }, ['kind'])),
});
export const keyed = (security: unknown): Members => ({
  ...document({ responses: { 204: { description: 'done' } } }),
  security,
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' }, login: { type: 'http', scheme: 'bearer' } } },
});
export const in30 = (made: Members): Members => ({ ...made, openapi: '3.0.3' });
export const in2 = (parameter: Members, schema: Members): Members => ({
  swagger: '2.0',
  info: { title: 'Things', version: '1' },
  basePath: '/v1',
  produces: ['application/json'],
  paths: { '/things': { get: { parameters: [parameter], responses: { 200: { description: 'ok', schema } } } } },
});
