// Operations flattened: order, references, security, servers, payment, and what is declared for success.
import { expect } from 'chai';
import { doc, firstOperation, type Loose, view, withOperation } from './support.ts';

const ids = (document: Loose): string[] => view(document).operations.map(({ id }: Loose) => id);
const RESPONSES = { 200: { description: 'ok' } };

describe('openapi: operations', () => {
  it('lists them in document order, methods in upper case', () => {
    const item = { post: { responses: RESPONSES }, get: { responses: RESPONSES }, 'x-get': {}, summary: 's' };
    expect(ids(doc('3.0', { paths: { '/b': item, 'x-c': item, '/a': { head: { responses: RESPONSES } } } }))).to.deep.equal([
      'POST /b',
      'GET /b',
      'HEAD /a',
    ]);
  });

  for (const [line, expected] of [
    ['2.0', ['GET /a']],
    ['3.1', ['GET /a', 'TRACE /a']],
    ['3.2', ['GET /a', 'TRACE /a', 'QUERY /a', 'COPY /a']],
  ] as const)
    it(`knows the methods of ${line}`, () => {
      const one = { responses: RESPONSES };
      const item = { get: one, trace: one, query: one, additionalOperations: { COPY: one } };
      expect(ids(doc(line, { paths: { '/a': item } }))).to.deep.equal(expected);
    });

  it('follows the reference of a path item, and gives the place where the operation stands', () => {
    const shared = { parameters: [{ name: 'q', in: 'query', required: true, example: 'x y', schema: {} }], get: { responses: RESPONSES } };
    const document = doc('3.1', {
      paths: { '/a': { $ref: '#/components/pathItems/with%20space~1slash' } },
      components: { pathItems: { 'with space/slash': shared } },
    });
    const [operation] = view(document).operations;
    expect(operation).to.include({ id: 'GET /a', place: '/components/pathItems/with space~1slash/get' });
    expect(operation.url).to.equal('https://api.example/a?q=x%20y');
  });

  it('merges the members beside the reference of a path item', () => {
    const document = doc('3.0', {
      paths: { '/a': { $ref: '#/paths/~1b', post: { responses: RESPONSES } }, '/b': { get: { responses: RESPONSES } } },
    });
    expect(ids(document)).to.deep.equal(['POST /a', 'GET /a', 'GET /b']);
  });

  it('lets parameters of an operation override those of its path item', () => {
    const outer = { name: 'q', in: 'query', required: true, schema: { default: 'outer' } };
    const inner = { ...outer, schema: { default: 'inner' } };
    const document = doc('3.0', {
      paths: { '/a': { parameters: [outer], get: { parameters: [inner], responses: RESPONSES }, head: { responses: RESPONSES } } },
    });
    expect(view(document).operations.map(({ url }: Loose) => url)).to.deep.equal([
      'https://api.example/a?q=inner',
      'https://api.example/a?q=outer',
    ]);
  });

  it('lists statuses, and the media types of success', () => {
    const content = (...types: string[]) => ({ description: 'd', content: Object.fromEntries(types.map((type) => [type, {}])) });
    const responses = {
      '2XX': content('text/CSV'),
      404: content('text/plain'),
      200: { $ref: '#/components/responses/R' },
      default: content('x/y'),
    };
    const operation = firstOperation(
      withOperation('3.0', { responses }, { components: { responses: { R: content('application/json') } } }),
    );
    expect(operation.statuses).to.deep.equal(['200', '404', '2XX', 'default']);
    expect(operation.types).to.deep.equal(['application/json', 'text/csv']);
    expect(firstOperation(withOperation('3.0', { responses: { default: content('x/y') } })).types).to.deep.equal(['x/y']);
  });

  it('takes the media types of Swagger 2.0 from produces', () => {
    const responses = { 200: { description: 'ok', schema: { type: 'object' } } };
    const produces = { produces: ['application/json'] };
    expect(firstOperation(withOperation('2.0', { responses }, produces)).types).to.deep.equal(['application/json']);
    expect(firstOperation(withOperation('2.0', { responses, produces: ['text/xml'] }, produces)).types).to.deep.equal(['text/xml']);
  });

  for (const [name, line, operation, expected] of [
    ['a request body', '3.0', { requestBody: { content: {} } }, true],
    ['a body parameter', '2.0', { parameters: [{ name: 'b', in: 'body', schema: {} }] }, true],
    ['a form parameter', '2.0', { parameters: [{ name: 'b', in: 'formData', type: 'string' }] }, true],
    ['a query parameter', '2.0', { parameters: [{ name: 'b', in: 'query', type: 'string' }] }, false],
  ] as const)
    it(`sees the body in ${name}`, () => expect(firstOperation(withOperation(line, operation)).body).to.equal(expected));

  for (const [name, line, operation, expected] of [
    ['a body of 3.0', '3.0', { requestBody: { required: true, content: {} } }, true],
    ['a body that may be left out', '3.0', { requestBody: { content: {} } }, undefined],
    ['a body behind a reference that leads away', '3.0', { requestBody: { $ref: 'other.json#/b' } }, true],
    ['a body parameter', '2.0', { parameters: [{ name: 'b', in: 'body', required: true, schema: {} }] }, true],
    ['a body parameter that may be left out', '2.0', { parameters: [{ name: 'b', in: 'body', schema: {} }] }, undefined],
    ['no body', '3.0', {}, undefined],
  ] as const)
    it(`sees whether it is required: ${name}`, () =>
      expect(firstOperation(withOperation(line, operation)).bodyRequired).to.equal(expected));

  for (const [name, operation, item, expected] of [
    ['a declared 402', { responses: { 402: { description: 'pay' } } }, {}, true],
    ['x-payment-info', { 'x-payment-info': { price: '1' } }, {}, true],
    ['x-payment-info of the path item', {}, { 'x-payment-info': {} }, true],
    ['x-payment-info switched off', { 'x-payment-info': false }, {}, false],
    ['nothing', {}, {}, false],
  ] as const)
    it(`reads ${name} as ${expected ? 'paid' : 'free'}`, () => {
      const document = doc('3.0', { paths: { '/a': { ...item, get: { responses: RESPONSES, ...operation } } } });
      expect(firstOperation(document).paid).to.equal(expected);
    });
});

const KEY = { type: 'apiKey', in: 'header', name: 'X-Key' };
const schemes = (line: string, map: Loose) => (line === '2.0' ? { securityDefinitions: map } : { components: { securitySchemes: map } });

describe('openapi: security', () => {
  for (const line of ['2.0', '3.0', '3.1', '3.2'])
    for (const [name, root, own, keyless, names] of [
      ['nothing declared', undefined, undefined, true, []],
      ['a root rule', [{ 'x-key': [] }], undefined, false, [['x-key']]],
      ['a root rule that the operation lifts', [{ 'x-key': [] }], [], true, []],
      ['an entry that needs nothing', undefined, [{ 'x-key': [] }, {}], true, [['x-key'], []]],
      ['a root entry that needs nothing', [{}], undefined, true, [[]]],
      ['a rule of the operation under an open root', [{}], [{ 'x-key': [] }], false, [['x-key']]],
      ['two names in one entry', undefined, [{ 'x-key': [], other: [] }], false, [['x-key', 'other']]],
      ['a rule that cannot be read', undefined, { 'x-key': [] }, false, []],
      ['entries that cannot be read', undefined, ['x-key'], false, []],
    ] as const)
      it(`${line}: ${name}`, () => {
        const members = { ...schemes(line, { 'x-key': KEY, other: KEY }), ...(root ? { security: root } : {}) };
        const operation = firstOperation(withOperation(line, own ? { security: own } : {}, members));
        expect(operation).to.deep.include({ keyless, security: names });
      });

  for (const [name, scheme, payment] of [
    ['Payment', { type: 'http', scheme: 'Payment' }, true],
    ['L402', { type: 'http', scheme: 'l402' }, true],
    ['LSAT', { type: 'http', scheme: 'LSAT' }, true],
    ['the header of x402 1', { type: 'apiKey', in: 'header', name: 'X-PAYMENT' }, true],
    ['the header of x402 2', { type: 'apiKey', in: 'header', name: 'payment-signature' }, true],
    ['a parameter of that name', { type: 'apiKey', in: 'query', name: 'X-PAYMENT' }, false],
    ['a key', KEY, false],
    ['a login', { type: 'http', scheme: 'bearer' }, false],
  ] as const)
    it(`takes ${name} for ${payment ? 'a payment, which is no credential' : 'a credential'}`, () => {
      const document = withOperation('3.1', { security: [{ pay: [] }] }, schemes('3.1', { pay: scheme, 'x-key': KEY }));
      const { asks, paid, keyless } = firstOperation(document);
      expect({ asks, paid, keyless }).to.deep.equal({ asks: payment ? undefined : 'credentials', paid: payment, keyless: false });
    });

  for (const [name, security, asks] of [
    ['a key beside the payment', [{ pay: [], 'x-key': [] }], 'credentials'],
    ['a key or a payment', [{ pay: [] }, { 'x-key': [] }], undefined],
    ['one payment or another', [{ pay: [] }, { other: [] }], undefined],
  ] as const)
    it(`${name} asks for ${asks ?? 'nothing that a payment does not do'}`, () => {
      const pays = { pay: { type: 'http', scheme: 'Payment' }, other: { type: 'http', scheme: 'L402' }, 'x-key': KEY };
      expect(firstOperation(withOperation('3.1', { security }, schemes('3.1', pays))).asks).to.equal(asks);
    });

  it('lists the schemes with the issuer that their metadata URL names', () => {
    const map = {
      'x-key': KEY,
      bearer: { type: 'http', scheme: 'Bearer' },
      ref: { $ref: '#/components/securitySchemes/bearer' },
      oidc: { type: 'openIdConnect', openIdConnectUrl: '/tenant/.well-known/openid-configuration' },
      oauth: { type: 'oauth2', flows: {}, oauth2MetadataUrl: 'https://id.example/.well-known/oauth-authorization-server/t1' },
      odd: { type: 'openIdConnect', openIdConnectUrl: 'https://id.example/config' },
    };
    const place = (name: string) => `/components/securitySchemes/${name}`;
    expect(view(doc('3.2', schemes('3.2', map))).schemes).to.deep.equal([
      { name: 'x-key', type: 'apiKey', in: 'header', place: place('x-key') },
      { name: 'bearer', type: 'http', scheme: 'bearer', place: place('bearer') },
      { name: 'ref', type: 'http', scheme: 'bearer', place: place('bearer') },
      { name: 'oidc', type: 'openIdConnect', issuer: 'https://api.example/tenant', place: place('oidc') },
      { name: 'oauth', type: 'oauth2', issuer: 'https://id.example/t1', place: place('oauth') },
      { name: 'odd', type: 'openIdConnect', place: place('odd') },
    ]);
    expect(view(doc('2.0', schemes('2.0', { b: { type: 'basic' } }))).schemes).to.deep.equal([
      { name: 'b', type: 'http', scheme: 'basic', place: '/securityDefinitions/b' },
    ]);
  });
});

describe('openapi: servers', () => {
  for (const [name, line, members, expected] of [
    ['none: the root of the document’s origin', '3.0', {}, 'https://api.example'],
    ['an empty list', '3.0', { servers: [] }, 'https://api.example'],
    ['an absolute URL', '3.0', { servers: [{ url: 'https://other.example/v1/' }] }, 'https://other.example/v1'],
    ['no words', '3.0', { servers: [{ url: '' }] }, 'https://api.example'],
    ['no words by default', '3.0', { servers: [{ url: '{b}', variables: { b: { default: '' } } }] }, 'https://api.example'],
    ['a path', '3.0', { servers: [{ url: '/v1' }] }, 'https://api.example/v1'],
    ['a relative path, against the document’s URL', '3.0', { servers: [{ url: 'v1' }] }, 'https://api.example/v0/v1'],
    [
      '$self, which does not count for servers',
      '3.2',
      { $self: 'https://self.example/x', servers: [{ url: '/v1' }] },
      'https://api.example/v1',
    ],
    [
      'variables',
      '3.0',
      { servers: [{ url: 'https://{h}.example:{p}/{p}', variables: { h: { default: 'eu' }, p: { default: '81' } } }] },
      'https://eu.example:81/81',
    ],
    [
      'a variable with a slash of its own behind a slash',
      '3.0',
      { servers: [{ url: 'https://x.execute-api.example/{basePath}', variables: { basePath: { default: '/prod' } } }] },
      'https://x.execute-api.example/prod',
    ],
    [
      'a variable with a slash of its own behind a host',
      '3.0',
      { servers: [{ url: 'https://x.example{base}', variables: { base: { default: '/prod' } } }] },
      'https://x.example/prod',
    ],
    ['a variable without default', '3.0', { servers: [{ url: 'https://{h}.example', variables: { h: { enum: ['a'] } } }] }, undefined],
    ['an undefined variable', '3.0', { servers: [{ url: 'https://{h}.example' }] }, undefined],
    ['a script', '3.0', { servers: [{ url: 'api.php/v1' }] }, 'https://api.example/v0/api.php/v1'],
    ['a version with a point', '3.0', { servers: [{ url: 'v1.2/a' }] }, 'https://api.example/v0/v1.2/a'],
    ['a host without its scheme', '3.0', { servers: [{ url: 'b.example.com/v1' }] }, undefined],
    ['another scheme', '3.0', { servers: [{ url: 'wss://a.example' }] }, undefined],
    ['a query', '3.0', { servers: [{ url: 'https://a.example/?x=1' }] }, undefined],
    ['credentials', '3.0', { servers: [{ url: 'https://u:p@a.example' }] }, undefined],
    [
      'the document’s own origin among others',
      '3.0',
      { servers: [{ url: 'https://a.example' }, { url: 'https://api.example/b' }] },
      'https://api.example/b',
    ],
    ['https before http', '3.0', { servers: [{ url: 'http://a.example' }, { url: 'https://b.example' }] }, 'https://b.example'],
    ['host and basePath', '2.0', { host: 'h.example:8443', basePath: '/v2', schemes: ['http', 'https'] }, 'https://h.example:8443/v2'],
    ['basePath alone', '2.0', { basePath: '/v2' }, 'https://api.example/v2'],
    ['no host, no basePath', '2.0', {}, 'https://api.example'],
    ['a host and a basePath of no words', '2.0', { host: '', basePath: '' }, 'https://api.example'],
    ['a host of no words beside a path', '2.0', { host: '', basePath: '/v1' }, 'https://api.example/v1'],
    ['a host that is none', '2.0', { host: '{{host}}/x' }, undefined],
    ['web sockets only', '2.0', { host: 'h.example', schemes: ['ws'] }, undefined],
  ] as const)
    it(`${line}: ${name}`, () => {
      const operation = firstOperation(withOperation(line, {}, members));
      expect(operation.server).to.equal(expected);
      expect(operation.callable).to.equal(expected !== undefined);
      expect(operation.url).to.equal(expected && `${expected}/a`);
    });

  for (const [name, url, variables, expected] of [
    [
      'a host that is filled in by an example',
      'https://{tenant}.b.example/{v}',
      { tenant: { default: 'a' }, v: { default: '1' } },
      ['tenant'],
    ],
    ['a host of which the values are listed', 'https://{r}.b.example', { r: { default: 'eu', enum: ['eu'] } }, undefined],
    ['a path alone', 'https://b.example/{v}', { v: { default: '1' } }, undefined],
    ['a port', 'https://b.example:{port}', { port: { default: '81' } }, ['port']],
    ['no host', '/{v}', { v: { default: '1' } }, undefined],
  ] as const)
    it(`tells variables without listed values: ${name}`, () => {
      const { servers, operations } = view(doc('3.0', { servers: [{ url, variables }], paths: { '/a': { get: {} } } }));
      expect([servers[0].unlisted, operations[0].unlisted]).to.deep.equal([expected, expected]);
    });

  it('prefers those of the operation, then those of the path item', () => {
    const server = (name: string) => ({ servers: [{ url: `https://${name}.example` }] });
    const document = doc('3.0', {
      ...server('root'),
      paths: {
        '/a': { ...server('item'), get: { ...server('own'), responses: RESPONSES }, head: { responses: RESPONSES } },
        '/b': { get: { responses: RESPONSES } },
      },
    });
    expect(view(document).operations.map(({ server: url }: Loose) => url)).to.deep.equal([
      'https://own.example',
      'https://item.example',
      'https://root.example',
    ]);
  });

  it('lists all that can be resolved, with their places', () => {
    const document = doc('3.0', { servers: [{ url: '{x}' }, { url: '/v1' }, { url: 'https://b.example' }] });
    expect(view(document).servers).to.deep.equal([
      { url: 'https://api.example/v1', place: '/servers/1', absolute: false },
      { url: 'https://b.example', place: '/servers/2', absolute: true },
    ]);
  });
});
