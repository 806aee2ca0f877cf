// Structural faults: every code of the table, with its place; and sound documents, which have none.
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { PROBLEMS } from '../../../src/views/openapi/problems.ts';
import { codes, doc, type Loose, view } from './support.ts';

const RESPONSES = { 200: { description: 'ok' } };
const get = (operation: Loose, path = '/a', line = '3.0', members: Loose = {}): Loose =>
  doc(line, { ...members, paths: { [path]: { get: { responses: RESPONSES, ...operation } } } });
const id = (required: unknown = true): Loose => ({ name: 'id', in: 'path', required, schema: {} });
const server = (members: Loose): Loose => doc('3.0', { servers: [{ url: 'https://{v}.example', ...members }] });

/** Code, document, place. */
const TABLE: [string, Loose, string][] = [
  ['bad-version-string', { ...doc('3.1', {}), openapi: '3.1' }, '/openapi'],
  ['missing-info', { ...doc('3.0', {}), info: undefined }, ''],
  ['missing-title', { ...doc('3.0', {}), info: { version: '1' } }, '/info'],
  ['missing-version', { ...doc('3.0', {}), info: { title: 't' } }, '/info'],
  ['missing-paths', { ...doc('3.0', { components: {} }), paths: undefined }, ''],
  ['missing-paths', { ...doc('3.1', {}), paths: undefined }, ''],
  ['missing-member', doc('3.0', { tags: [{}] }), '/tags/0'],
  ['unknown-member', doc('3.0', { webhooks: {} }), '/webhooks'],
  ['unknown-member', get({ consumes: [] }), '/paths/~1a/get/consumes'],
  ['wrong-type', get({ deprecated: 'yes' }), '/paths/~1a/get/deprecated'],
  ['wrong-type', doc('3.0', { paths: { '/a': null } }), '/paths/~1a'],
  ['wrong-type', doc('3.0', { components: { schemas: { A: { items: { $ref: 5 } } } } }), '/components/schemas/A/items/$ref'],
  ['wrong-value', get({ parameters: [{ name: 'q', in: 'body', schema: {}, style: 'odd' }] }), '/paths/~1a/get/parameters/0/style'],
  ['bad-component-name', doc('3.0', { components: { schemas: { 'a b': {} } } }), '/components/schemas/a b'],
  ['path-without-slash', get({}, 'a'), '/paths/a'],
  ['path-with-query', get({}, '/a?x={y}'), '/paths/~1a?x={y}'],
  ['bad-template', get({}, '/a/{id'), '/paths/~1a~1{id'],
  ['bad-template', get({ parameters: [{ ...id(), name: '' }] }, '/a/{}'), '/paths/~1a~1{}'],
  ['template-repeated', get({ parameters: [id()] }, '/a/{id}/{id}'), '/paths/~1a~1{id}~1{id}'],
  ['duplicate-template', doc('3.0', { paths: { '/a/{x}': {}, '/a/{y}': {} } }), '/paths/~1a~1{y}'],
  ['path-parameter-undeclared', get({}, '/a/{id}'), '/paths/~1a~1{id}/get'],
  ['path-parameter-unused', get({ parameters: [id()] }), '/paths/~1a/get'],
  ['path-parameter-not-required', get({ parameters: [id(false)] }, '/a/{id}'), '/paths/~1a~1{id}/get/parameters/0'],
  ['duplicate-parameter', get({ parameters: [id(), id()] }, '/a/{id}'), '/paths/~1a~1{id}/get/parameters/1'],
  ['parameter-without-schema', get({ parameters: [{ name: 'q', in: 'query' }] }), '/paths/~1a/get/parameters/0'],
  ['parameter-without-schema', get({ parameters: [{ name: 'q', in: 'query', schema: {}, content: {} }] }), '/paths/~1a/get/parameters/0'],
  ['no-responses', get({ responses: {} }), '/paths/~1a/get'],
  ['no-responses', get({ responses: { 'x-a': {} } }, '/a', '2.0'), '/paths/~1a/get'],
  ['bad-status-key', get({ responses: { '2xx': { description: '' } } }), '/paths/~1a/get/responses/2xx'],
  ['response-without-description', get({ responses: { 200: {} } }, '/a', '3.1'), '/paths/~1a/get/responses/200'],
  [
    'duplicate-operation-id',
    doc('3.0', { paths: { '/a': { get: { operationId: 'a', responses: RESPONSES }, put: { operationId: 'a', responses: RESPONSES } } } }),
    '/paths/~1a/put/operationId',
  ],
  ['unresolved-ref', get({ responses: { 200: { $ref: '#/components/responses/None' } } }), '/paths/~1a/get/responses/200/$ref'],
  [
    'unresolved-ref',
    doc('3.0', { components: { schemas: { A: { properties: { example: { $ref: '#/nowhere' } } } } } }),
    '/components/schemas/A/properties/example/$ref',
  ],
  ['remote-ref', get({ parameters: [{ $ref: 'other.yaml#/p' }] }), '/paths/~1a/get/parameters/0/$ref'],
  ['remote-ref', doc('3.0', { components: { schemas: { A: { $ref: 'https://x.example/s' } } } }), '/components/schemas/A/$ref'],
  ['ref-cycle', get({ parameters: [{ $ref: '#/paths/~1a/get/parameters/0' }] }), '/paths/~1a/get/parameters/0/$ref'],
  ['undefined-security-scheme', get({ security: [{ none: [] }] }), '/paths/~1a/get/security/0/none'],
  ['undefined-security-scheme', get({ security: [{ none: [] }] }, '/a', '2.0'), '/paths/~1a/get/security/0/none'],
  ['bad-security', get({ security: { a: [] } }), '/paths/~1a/get/security'],
  ['bad-server-url', doc('3.0', { servers: [{ url: 'http://' }] }), '/servers/0/url'],
  ['bad-server-url', doc('3.0', { servers: [{ url: 'wss://x.example' }] }), '/servers/0/url'],
  ['bad-server-url', doc('3.0', { servers: [{ url: 'wss://x.example' }, { url: 'http://' }] }), '/servers/1/url'],
  ['bad-server-url', doc('3.0', { servers: [{ url: 'api.x.example/v1' }] }), '/servers/0/url'],
  ['bad-server-url', doc('3.0', { servers: [{ url: 'x.example:8080' }] }), '/servers/0/url'],
  ['bad-server-url', doc('2.0', { host: 'https://x.example' }), '/host'],
  ['empty-host', doc('2.0', { host: '' }), '/host'],
  ['server-variable-undefined', server({}), '/servers/0/url'],
  ['server-variable-without-default', server({ variables: { v: {} } }), '/servers/0/variables/v'],
  ['server-variable-default-not-listed', server({ variables: { v: { default: 'a', enum: ['b'] } } }), '/servers/0/variables/v'],
];

describe('openapi: problems', () => {
  for (const [code, document, place] of TABLE)
    it(`${code} at ${place === '' ? 'the root' : place}`, () => {
      const { problems } = view(document);
      expect(problems).to.deep.include({ code, place, message: PROBLEMS[code as keyof typeof PROBLEMS] });
    });

  it('has a case for every code', () => {
    const cases = new Set([...TABLE.map(([code]) => code), 'too-many-problems']);
    expect(Object.keys(PROBLEMS).filter((code) => !cases.has(code))).to.deep.equal([]);
  });

  it('explains every code in the docs', () => {
    const docs = readFileSync(new URL('../../../docs/views.md', import.meta.url), 'utf8');
    for (const [code, message] of Object.entries(PROBLEMS)) expect(docs).to.contain(`| \`${code}\` | ${message} |`);
  });

  for (const [name, document] of [
    ['no responses from 3.1 on', get({ responses: undefined }, '/a', '3.1')],
    ['no description from 3.2 on', get({ responses: { 200: {} } }, '/a', '3.2')],
    ['only components in 3.1', { ...doc('3.1', { components: {} }), paths: undefined }],
    ['a server of sockets beside another', doc('3.0', { servers: [{ url: 'WSS://x.example/v1' }, { url: 'https://x.example' }] })],
    ['a scheme by URI in 3.2', get({ security: [{ 'https://x.example/s#/a': [] }] }, '/a', '3.2')],
    [
      'a reference in an example',
      doc('3.0', { components: { schemas: { A: { example: { $ref: '#/nowhere' }, default: { $ref: 'x' } } } } }),
    ],
    ['a property that is named $ref', doc('3.0', { components: { schemas: { A: { properties: { $ref: { type: 'string' } } } } } })],
    ['an anchor in 3.1', doc('3.1', { components: { schemas: { A: { $anchor: 'a' }, B: { $ref: '#a' } } } })],
    [
      'a reference that is percent-encoded',
      doc('3.0', {
        paths: { '/a/{id}': { get: { parameters: [id()], responses: RESPONSES } }, '/b/{id}': { $ref: '#/paths/~1a~1%7Bid%7D' } },
      }),
    ],
    [
      'a parameter that cannot be read, which may be the one that is missing',
      doc('3.0', {
        paths: { '/a/{id}': { get: { parameters: [{ $ref: '#/components/parameters/P' }], responses: RESPONSES } } },
        components: { parameters: { P: { name: 'id', in: 'path', required: true, schema: {} } } },
      }),
    ],
    [
      'one path item under two paths',
      doc('3.1', {
        paths: { '/a': { $ref: '#/components/pathItems/P' }, '/b': { $ref: '#/components/pathItems/P' } },
        components: { pathItems: { P: { get: { operationId: 'x', responses: RESPONSES } } } },
      }),
    ],
    [
      'a reference to a schema that names itself',
      doc('3.1', {
        paths: {},
        components: {
          schemas: { A: { $ref: 'https://x.example/b#/$defs/c' }, B: { $id: 'https://x.example/b', $defs: { c: {} } }, C: { $ref: './b' } },
        },
      }),
    ],
  ] as const)
    it(`accepts ${name}`, () => expect(codes(document)).to.deep.equal([]));

  it('blames a template parameter no more where a parameter cannot be read', () => {
    expect(codes(get({ parameters: [{ $ref: 'other.yaml#/p' }] }, '/a/{id}'))).to.deep.equal(['remote-ref']);
  });

  it('lists the first of each code, says that there are more, and quotes nothing', () => {
    const paths = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`secret${index}`, { get: { responses: {} } }]));
    const { problems } = view(doc('3.0', { paths }));
    expect(problems.filter(({ code }: Loose) => code === 'path-without-slash')).to.have.length(25);
    expect(problems.filter(({ code }: Loose) => code === 'no-responses')).to.have.length(25);
    expect(problems.at(-1).code).to.equal('too-many-problems');
    for (const { message } of problems) expect(message).not.to.contain('secret');
  });
});
