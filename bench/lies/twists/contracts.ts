// Honest twists of documents: spellings, templates, and schemas of which a part cannot be judged.
import { stringify } from 'yaml';
import type { Contract } from '../documents.ts';
import { alter, honestReply, type Site } from '../site.ts';
import { addOperation, answer, keyed, linkInLlms, of, type Twist, twist } from './twist.ts';

const plain = (contract: Contract): string => stringify(contract, { aliasDuplicateObjects: false, lineWidth: 0 });

/** The document as text, with one spelling changed. */
const spelt = (name: string, why: string, change: (text: string) => string): Twist =>
  twist(
    name,
    why,
    (site) => {
      site.write = (contract) => change(plain(contract));
    },
    { yaml: true },
  );

/** The answer of an operation under another schema that it fits, or that nobody can run. */
export const schema = (name: string, why: string, put: (site: Site) => object, needs = {}): Twist =>
  twist(
    name,
    why,
    (site) => {
      of(site, 'stats').spec.responses['200'] = keyed(put(site) as never);
    },
    needs,
  );

const SAMPLE = `openapi: 3.0.3
info: {title: Sample, version: 0.0.1}
servers: [{url: /}]
paths:
  /pets:
    get: {operationId: listPets, responses: {"200": {description: Pets, content: {application/json: {schema: {type: array}}}}}}
`;

export const CONTRACTS: readonly Twist[] = [
  spelt('yaml-tags', 'tags on texts and numbers are YAML', (text) =>
    text.replace(/^openapi: (.*)$/m, 'openapi: !!str $1').replace(/minimum: (\d+)/g, 'minimum: !!int $1'),
  ),
  spelt('yaml-unused-anchor', 'an anchor that nobody uses changes nothing', (text) => text.replace(/^info:$/m, 'info: &about')),
  spelt('yaml-merge-keys', 'a merge key says what it merges', (text) =>
    text
      .replace(/^paths:$/m, 'x-answer: &answer\n  description: What was asked for.\npaths:')
      .replace(/^( +)description: What was asked for\.$/gm, '$1<<: *answer')
      .replace('  <<: *answer\npaths:', '  description: What was asked for.\npaths:'),
  ),
  spelt('yaml-alias', 'an alias says what its anchor says', (text) =>
    text.replace(/^info:\n {2}title: (.*)$/m, 'info:\n  title: &title $1\n  description: *title'),
  ),
  spelt(
    'yaml-comments',
    'comments, a document start and folded texts are YAML',
    (text) => `# The contract.\n---\n${text.replace(/summary: (.*)$/gm, 'summary: >-\n          $1')}`,
  ),
  schema('external-schema', 'a schema in another file is not read', (site) => {
    site.routes.set('GET /schemas.json', { json: { Stats: { type: 'object' } } });
    return { $ref: `${site.origin}/schemas.json#/Stats` };
  }),
  schema('external-schema-elsewhere', 'a schema on another site is not read', () => ({ $ref: 'https://schemas.other.example/stats.json' })),
  schema(
    'schema-id',
    'an id of its own moves what references mean',
    () => ({ $id: 'https://ids.example/stats', $ref: '#/$defs/any', $defs: { any: {} } }),
    { line: '3.1' },
  ),
  schema(
    'dynamic-reference',
    'a dynamic reference cannot be followed here',
    () => ({ $dynamicRef: '#stats', $defs: { any: { $dynamicAnchor: 'stats' } } }),
    { line: '3.1' },
  ),
  schema('lookaround', 'a pattern that cannot be run says nothing', () => ({ type: 'object', patternProperties: { '^(?!no).*$': {} } })),
  schema('any-of-open', 'one fitting branch is enough', () => ({
    anyOf: [{ type: 'string' }, { type: 'object', required: ['count'], properties: { count: { type: 'integer' } } }],
  })),
  schema(
    'write-only',
    'what is write-only is not in answers',
    () => ({
      type: 'object',
      required: ['count', 'secret'],
      properties: { count: { type: 'integer' }, secret: { type: 'string', writeOnly: true } },
    }),
    { line: '3.0' },
  ),
  schema('empty-schema', 'an empty schema takes anything', () => ({})),
  twist('no-content', 'an answer without content takes any body', (site) => {
    of(site, 'stats').spec.responses['200'] = { description: 'Whatever.' };
  }),
  twist('status-range', '2XX covers 200', (site) => {
    const { responses } = of(site, 'stats').spec;
    responses['2XX'] = responses['200']!;
    delete responses['200'];
  }),
  twist('default-answer', 'default covers 200 where nothing else does', (site) => {
    const { responses } = of(site, 'stats').spec;
    responses.default = responses['200']!;
    delete responses['200'];
  }),
  twist('open-members', 'members that nobody forbade may be there', (site) =>
    alter(site, of(site, 'list'), (reply) => ({ ...reply, json: { ...(reply.json as object), took: 3, links: { self: '/' } } })),
  ),
  twist('vendor-type', 'application/vnd.…+json is JSON', (site) => {
    const { spec } = of(site, 'stats');
    const { content } = spec.responses['200']!;
    spec.responses['200'] = { description: 'Figures.', content: { 'application/vnd.stock.v1+json': Object.values(content!)[0]! } };
    alter(site, of(site, 'stats'), (reply) => ({ ...reply, type: 'application/vnd.stock.v1+json; charset=utf-8' }));
  }),
  twist(
    'root-code',
    'a template at the root is no claim about every path',
    (site) =>
      addOperation(
        site,
        '/{code}',
        '/a1b2',
        {
          parameters: [{ name: 'code', in: 'path', required: true, schema: { type: 'string' }, example: 'a1b2' }],
          responses: { '302': { description: 'To where it leads.' } },
        },
        { status: 302, headers: { location: '/docs' } },
      ),
    { prefix: '' },
  ),
  twist(
    'root-name',
    'a JSON template at the root is not what /docs and /llms.txt answer',
    (site) =>
      addOperation(
        site,
        '/{name}',
        '/alpha',
        {
          parameters: [{ name: 'name', in: 'path', required: true, schema: { type: 'string' }, example: 'alpha' }],
          responses: { '200': keyed({ type: 'object', required: ['letters'], properties: { letters: { type: 'integer' } } }) },
        },
        { json: { letters: 5 } },
      ),
    { prefix: '' },
  ),
  twist(
    'root-proxy',
    '/{proxy+} of a gateway is a template',
    (site) =>
      addOperation(
        site,
        '/{proxy+}',
        null,
        {
          parameters: [{ name: 'proxy+', in: 'path', required: true, schema: { type: 'string' } }],
          responses: { '200': keyed({ type: 'object', required: ['path'], properties: { path: { type: 'string' } } }) },
        },
        {},
      ),
    { prefix: '' },
  ),
  twist('equal-templates', 'of two templates equally concrete none can be held to an answer', (site) => {
    const name = (value: string) => [{ name: 'a', in: 'path', required: true, schema: { type: 'string' }, example: value }];
    const has = (member: string) => ({
      '200': keyed({ type: 'object', required: [member], properties: { [member]: { type: 'string' } } }),
    });
    addOperation(
      site,
      '/shapes/{a}',
      '/shapes/round',
      { parameters: name('round'), responses: has('shape') },
      { json: { shape: 'round' } },
    );
    addOperation(site, '/{a}/round', null, { parameters: name('shapes'), responses: has('round') }, {});
  }),
  twist('literal-before-template', 'a literal path wins over a template', (site) =>
    addOperation(
      site,
      '/kinds/{id}',
      '/kinds/7',
      {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' }, example: 7 }],
        responses: { '200': keyed({ type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } }) },
      },
      { json: { kind: 'seventh' } },
    ),
  ),
  twist('relative-server', 'a server may be relative to its document', (site) => {
    site.contract.servers = [{ url: site.prefix === '' ? '/' : site.prefix }];
  }),
  twist('api-host', 'an API may live on a host of its own', (site) => {
    const host = site.origin.replace('https://', 'https://api.');
    for (const [key, route] of [...site.routes]) {
      const path = key.replace(/^\w+ /, '');
      if (site.operations.some((operation) => operation.key.startsWith(key)) || path.startsWith(`${site.prefix}/`))
        site.routes.set(key.replace(' ', ` ${host}`), route);
    }
    site.contract.servers = [{ url: host + site.prefix }];
  }),
  twist('sample-document', 'a sample openapi.yaml of a docs host describes nobody', (site) => {
    linkInLlms(site, '/docs/samples/openapi.yaml');
    site.routes.set('GET /docs/samples/openapi.yaml', { type: 'application/yaml', body: SAMPLE });
  }),
  twist(
    'two-documents',
    'an older document that differs is a finding',
    (site) => {
      const older = structuredClone(site.contract);
      older.info.version = '1.3.0';
      for (const item of Object.values(older.paths)) for (const spec of Object.values(item)) spec.summary = `${spec.summary} (1.3)`;
      site.routes.set('GET /openapi.yaml', { type: 'application/yaml', body: plain(older) });
    },
    { yaml: false },
  ),
  twist('keyed-query', 'a parameter that carries a key is a credential', (site) =>
    addOperation(
      site,
      '/keyed',
      '/keyed',
      {
        parameters: [{ name: 'api_key', in: 'query', required: true, schema: { type: 'string' }, example: 'DEMO_KEY' }],
        responses: { '200': keyed({ type: 'object', required: ['count'] }) },
      },
      { status: 401, json: { error: 'bad key' } },
    ),
  ),
  twist('header-needed', 'a call without its required header is no valid call', (site) =>
    addOperation(
      site,
      '/tenant',
      '/tenant',
      {
        parameters: [{ name: 'X-Tenant', in: 'header', required: true, schema: { type: 'string' } }],
        responses: { '200': keyed({ type: 'object' }) },
      },
      { status: 404, json: { error: 'no tenant' } },
    ),
  ),
  twist('personal-ids', 'an address of a person is no id to ask by', (site) => {
    addOperation(
      site,
      '/people',
      '/people',
      {
        responses: {
          '200': keyed({ type: 'array', items: { type: 'object', properties: { email: { type: 'string', format: 'email' } } } }),
        },
      },
      { json: [{ email: 'ada@people.example' }] },
    );
    addOperation(
      site,
      '/people/{email}',
      null,
      {
        parameters: [{ name: 'email', in: 'path', required: true, schema: { type: 'string', format: 'email' } }],
        responses: { '200': keyed({ type: 'object', required: ['email'] }) },
      },
      {},
    );
  }),
  twist('side-effects', 'nobody logs out, unsubscribes or buys to see whether it works', (site) => {
    for (const path of ['/session/logout', '/unsubscribe', '/cart/buy'])
      addOperation(
        site,
        path,
        path,
        { operationId: `do${path.replace(/\W/g, '')}`, responses: { '200': keyed({ type: 'object', required: ['done'] }) } },
        { status: 404, json: { error: 'no session' } },
      );
  }),
  twist('empty-lists', 'a list may be empty', (site) => {
    for (const kind of ['list', 'search'] as const) answer(site, kind, { json: { items: [], total: 0, next: null } });
  }),
  twist('big-number', 'a number beyond doubles cannot be told', (site) => {
    // Divisible by three as it is written, but not once it is a double.
    const text = JSON.stringify(honestReply(site, of(site, 'stats')).json).replace('{', '{"serial":9007199254740993,');
    of(site, 'stats').spec.responses['200'] = keyed({ type: 'object', properties: { serial: { type: 'integer', multipleOf: 3 } } });
    answer(site, 'stats', { type: 'application/json', body: text });
  }),
  twist('equal-keys', 'of two equal members nobody knows which counts', (site) => {
    const text = JSON.stringify(honestReply(site, of(site, 'stats')).json).replace('{', '{"count":"many",');
    answer(site, 'stats', { type: 'application/json', body: text });
  }),
];
