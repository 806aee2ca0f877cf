// Targets whose OpenAPI documents are made to cost: huge, deep, aliased, exponential, recursive, or full of patterns.
import { siteWith } from './site.ts';
import type { HostileTarget } from './target.ts';

const PATH = '/openapi.json';
const INFO = { openapi: '3.1.0', info: { title: 'x', version: '1' } };
const OK = { 200: { description: 'x' } };
const many = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const entries = <T>(count: number, make: (i: number) => [string, T]): Record<string, T> => Object.fromEntries(many(count, make));

const json = (value: unknown): { type: string; body: string } => ({
  type: 'application/json',
  body: typeof value === 'string' ? value : JSON.stringify(value),
});
const yaml = (body: string): { type: string; body: string } => ({ type: 'application/yaml', body });

/** One operation whose answer is held against a schema, with more schemas beside it. */
const held = (schema: object, schemas: object = {}): object => ({
  ...INFO,
  paths: {
    '/widgets': { get: { operationId: 'a', responses: { 200: { description: 'x', content: { 'application/json': { schema } } } } } },
  },
  components: { schemas },
});
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

/** a0 is any of two a1, each of them any of two a2, …: two to the power of the depth. */
const doubling = (depth: number, kind: 'anyOf' | 'allOf' | 'oneOf'): object =>
  entries(depth, (i) => [
    `a${i}`,
    i === depth - 1 ? { type: 'string' } : { [kind]: [ref(`a${i + 1}`), { ...ref(`a${i + 1}`), title: 'b' }] },
  ]);

/** A document whose schema is nested so deep; written as text, since what writes JSON has a depth of its own. */
function nested(depth: number): string {
  const schema = `${'{"type":"object","properties":{"a":'.repeat(depth)}{"type":"string"}${'}}'.repeat(depth)}`;
  return JSON.stringify(held({ title: 'nested' })).replace('{"title":"nested"}', schema);
}

const HEAD = 'openapi: 3.1.0\ninfo: {title: x, version: "1"}\n';
const laughs = `${HEAD}x0: &x0 [lol, lol]\n${many(40, (i) => `x${i + 1}: &x${i + 1} [*x${i}, *x${i}]`).join('\n')}\npaths: {}\n`;

const ROWS: [string, string, () => { type: string; body: string }][] = [
  ['paths', '100,000 paths', () => json({ ...INFO, paths: entries(100_000, (i) => [`/p/${i}`, { get: { responses: OK } }]) })],
  [
    'operations',
    'a 6.6 MB document of 55,000 paths that all may be called',
    () =>
      json({
        ...INFO,
        paths: entries(55_000, (i) => [`/things/${i}`, { get: { operationId: `g${i}`, summary: 'x'.repeat(30), responses: OK } }]),
      }),
  ],
  [
    'one-path',
    'one path item with 60,000 parameters',
    () => json({ ...INFO, paths: { '/a': { parameters: many(60_000, (i) => ({ name: `p${i}`, in: 'query' })), get: { responses: OK } } } }),
  ],
  ['any-of', 'anyOf that doubles 40 times', () => json(held(ref('a0'), doubling(40, 'anyOf')))],
  ['all-of', 'allOf that doubles 40 times', () => json(held(ref('a0'), doubling(40, 'allOf')))],
  ['one-of', 'oneOf that doubles 30 times', () => json(held(ref('a0'), doubling(30, 'oneOf')))],
  ['loop', 'schemas that are each other', () => json(held(ref('a'), { a: ref('b'), b: { allOf: [ref('c')] }, c: { anyOf: [ref('a')] } }))],
  [
    'recursive',
    'a schema that holds itself in every member',
    () =>
      json(
        held(ref('n'), { n: { type: 'object', additionalProperties: ref('n'), patternProperties: { '.*': ref('n') }, items: ref('n') } }),
      ),
  ],
  ['wide', 'anyOf with 20,000 branches', () => json(held({ anyOf: many(20_000, (i) => ({ type: 'object', required: [`m${i}`] })) }))],
  ['enum', 'an enum of 200,000 values', () => json(held({ enum: many(200_000, (i) => i) }))],
  [
    'pattern',
    'patterns that a backtracking matcher never ends',
    () => json(held({ type: 'object', patternProperties: { '^(a|a)*$': { type: 'string', pattern: '^(([a-z])+.)+[A-Z]([a-z])+$' } } })),
  ],
  ['schema-depth', 'a schema 5,000 deep', () => json(nested(5000))],
  ['depth', 'an array 200,000 deep', () => json(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)],
  ['members', '300,000 members in one object', () => json(entries(300_000, (i) => [`m${i}`, 0]))],
  [
    'numbers',
    'numbers that no double holds, doubled members, half a surrogate',
    () =>
      json(
        `{"openapi":"3.1.0","info":{"title":"\\ud800","version":"1e999","version":1e999},"paths":{},"x":[${many(50_000, () => '1e400').join()}]}`,
      ),
  ],
  ['aliases', 'YAML aliases that double 40 times', () => yaml(laughs)],
  ['yaml-depth', 'YAML nested 50,000 deep', () => yaml(`${HEAD}x: ${'['.repeat(50_000)}`)],
  ['yaml-dashes', 'YAML of 20,000 dashes on a line', () => yaml(`${HEAD}x:\n  ${'- '.repeat(20_000)}a\n`)],
  ['refs', '50,000 references to nothing', () => json(held({ allOf: many(50_000, (i) => ref(`none${i}`)) }))],
];

export const DOCUMENTS: readonly HostileTarget[] = ROWS.map(([name, does, made]) =>
  siteWith(`openapi-${name}`, `OpenAPI: ${does}`, () => ({ [PATH]: made() })),
);
