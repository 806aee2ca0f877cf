// Which documents the view reads, and which it refuses by name.
import { expect } from 'chai';
import { redact } from '../../../src/report/redact.ts';
import { AnswerReader } from '../../../src/views/reader.ts';
import { doc, type Loose, read, sourceOf, view, withOperation } from './support.ts';

const failure = (document: Loose, type?: string): string => {
  const reading = read(document, type === undefined ? {} : { type });
  return reading.ok ? 'read' : reading.code;
};

describe('openapi: documents', () => {
  for (const [line, version] of [
    ['2.0', '2.0'],
    ['3.0', '3.0.3'],
    ['3.1', '3.1.0'],
    ['3.2', '3.2.0'],
  ] as const)
    it(`reads a document of ${line}`, () => {
      const value = view(withOperation(line, {}));
      expect(value).to.include({ line, version, title: 'Widgets', apiVersion: '1', webhooks: 0 });
      expect(value.problems).to.deep.equal([]);
      expect(value.operations).to.have.length(1);
      expect(value.operations[0]).to.include({ id: 'GET /a', method: 'GET', path: '/a', place: '/paths/~1a/get', templated: false });
    });

  const YAML =
    'openapi: 3.1.0\ninfo: {title: W, version: "1"}\npaths:\n  /a:\n    get:\n      responses:\n        200: {description: ok}\n';
  for (const type of ['application/yaml', 'text/plain', 'application/json'])
    it(`reads YAML served as ${type}`, () => {
      const value = view(YAML, { type });
      expect(value.operations[0].statuses).to.deep.equal(['200']);
      expect(value.problems).to.deep.equal([]);
    });

  it('reads JSON served as YAML, and flow style with comments', () => {
    expect(view(JSON.stringify(doc('3.0', {})), { type: 'application/yaml' }).line).to.equal('3.0');
    expect(view('{openapi: 3.0.1, info: {title: t, version: "1"}, paths: {}} # flow', { type: 'application/yaml' }).line).to.equal('3.0');
  });

  for (const [name, document, type, code] of [
    ['an empty object', '{}', 'application/json', 'shape'],
    ['other JSON', '{"linkset": []}', 'application/json', 'shape'],
    ['a list', '[]', 'application/json', 'shape'],
    ['AsyncAPI', '{"asyncapi": "3.0.0"}', 'application/json', 'shape'],
    ['an unknown line', '{"openapi": "4.0.0"}', 'application/json', 'shape'],
    ['3.10, which is not 3.1', '{"openapi": "3.10.0"}', 'application/json', 'shape'],
    ['Swagger 1.2', '{"swagger": "1.2"}', 'application/json', 'shape'],
    ['a version of a wrong type', '{"openapi": ["3.0.0"]}', 'application/json', 'shape'],
    ['an inherited version', '{"__proto__": {"openapi": "3.0.0"}}', 'application/json', 'shape'],
    ['other YAML', 'name: x\n', 'application/yaml', 'shape'],
    ['the page of Swagger UI', '<!doctype html><title>Swagger UI</title><div id="swagger-ui"></div>', 'text/html', 'shape'],
    ['JSON that breaks off', '{"openapi": "3.0.0", ', 'application/json', 'syntax'],
    ['no bytes', '', 'application/json', 'empty'],
    ['YAML with an alias for what it is in', 'openapi: 3.0.0\ninfo: &a {title: *a}\n', 'application/yaml', 'cyclic'],
  ] as const)
    it(`refuses ${name}`, () => expect(failure(document, type)).to.equal(code));

  for (const [version, problem] of [
    ['3.1', true],
    ['3.0.0-rc1', true],
    [3.1, true],
    ['3.0.4', false],
  ] as const)
    it(`tells whether ${JSON.stringify(version)} is a proper version string`, () => {
      const { problems } = view({ ...doc('3.0', {}), openapi: version });
      expect(problems.some(({ code }: Loose) => code === 'bad-version-string')).to.equal(problem);
    });

  it('takes the unquoted 2.0 of YAML for Swagger 2.0, with a problem', () => {
    const value = view('swagger: 2.0\ninfo: {title: t, version: "1"}\npaths: {}\n', { type: 'application/yaml' });
    expect(value.line).to.equal('2.0');
    expect(value.problems.map(({ code }: Loose) => code)).to.deep.equal(['bad-version-string']);
  });

  it('counts webhooks, and lists no operation of theirs', () => {
    const value = view(doc('3.1', { paths: undefined, webhooks: { created: { post: { responses: { 200: { description: 'ok' } } } } } }));
    expect(value).to.include({ webhooks: 1 });
    expect(value.operations).to.deep.equal([]);
    expect(value.problems).to.deep.equal([]);
  });
});

describe('openapi: relative addresses of documentation', () => {
  const valuesOf = (line: string, address: string, members: Loose) =>
    view(doc(line, { ...members, externalDocs: { url: address } }), { url: 'https://api.example/openapi.json' });
  const server = (...urls: string[]) => ({ servers: urls.map((url) => ({ url })) });
  for (const [name, line, address, members, expected] of [
    ['no server', '3.0', 'guide', {}, ['https://api.example/guide']],
    ['a server at the root', '3.0', 'guide', server('https://api.example/'), ['https://api.example/guide']],
    ['a server below the root', '3.0', 'guide', server('/v1'), []],
    ['a path from the root', '3.0', '/guide', server('/v1'), ['https://api.example/guide']],
    ['a server on another host', '3.1', '/guide', server('https://b.example'), []],
    ['one of several on another host', '3.1', '/guide', server('/v1', 'https://b.example'), []],
    ['an absolute address', '3.0', 'https://c.example/guide', server('https://b.example/v1'), ['https://c.example/guide']],
    ['2.0, which knows no such reading', '2.0', 'guide', { basePath: '/v1' }, ['https://api.example/guide']],
  ] as const)
    it(name, () => {
      const { documentation, unresolved } = valuesOf(line, address, members);
      expect(documentation).to.deep.equal(expected.map((href) => ({ href, written: address, place: '/externalDocs/url' })));
      expect(unresolved).to.deep.equal(expected.length > 0 ? [] : [address]);
    });

  it('names each address once, with the first place that has it', () => {
    const externalDocs = { url: '/guide' };
    const operation = { externalDocs, responses: { 200: { description: 'k' } } };
    const { documentation } = view(
      doc('3.1', {
        info: { title: 'T', version: '1', termsOfService: 'None', contact: { url: '/us' }, license: { name: 'MIT', url: '/licence' } },
        tags: [{ name: 'a' }, { name: 'b', externalDocs }],
        paths: { '/x': { get: operation, put: { ...operation, externalDocs: { url: '/put' } } } },
      }),
      { url: 'https://api.example/openapi.json' },
    );
    expect(documentation).to.deep.equal([
      { href: 'https://api.example/None', written: 'None', place: '/info/termsOfService' },
      { href: 'https://api.example/us', written: '/us', place: '/info/contact/url' },
      { href: 'https://api.example/licence', written: '/licence', place: '/info/license/url' },
      { href: 'https://api.example/guide', written: '/guide', place: '/tags/1/externalDocs/url' },
      { href: 'https://api.example/put', written: '/put', place: '/paths/~1x/put/externalDocs/url' },
    ]);
  });
});

describe('openapi: what was masked', () => {
  const TOKEN = ['sk', 'live', '4eC39HqLyjWDarjtT1zdp7dc'].join('_');
  const GET = { responses: { 200: { description: 'd' } } };
  const asked = (example: string) => ({ get: { ...GET, parameters: [{ name: 'q', in: 'query', required: true, schema: {}, example }] } });
  const open = (document: object): string[] => {
    const { body, redactions } = redact({ status: 200, headers: {}, body: { text: JSON.stringify(document) } }, true);
    const source = sourceOf(body!.text!, 'application/json');
    const reading = new AnswerReader({ ...source, ...(redactions ? { redactions } : {}) }).read('openapi');
    return reading.ok ? (reading.places ?? []).map(({ path, why }) => `${path.join('.')} ${why}`) : [reading.code];
  };

  it('makes no address that anybody wrote', () => {
    const paths = { '/a': { get: GET }, '/b': { servers: [{ url: 'https://b.example' }], get: GET } };
    expect(open(doc('3.1', { servers: [{ url: `https://api.example/${TOKEN}` }], paths }))).to.deep.equal([
      'operations.0.url redacted',
      'operations.0.address redacted',
      'operations.0.server redacted',
      'servers.0.url redacted',
    ]);
    expect(open(doc('3.1', { paths: { '/a': asked('jane@mail.example'), '/b': asked(TOKEN), '/c': asked('plain') } }))).to.deep.equal([
      'operations.0.url redacted',
      'operations.1.url redacted',
    ]);
  });

  it('leaves addresses alone that have nothing of it', () => {
    const described = { '/a': { get: { ...GET, description: TOKEN } } };
    expect(open(doc('3.1', { servers: [{ url: 'https://api.example/v1' }], paths: described }))).to.deep.equal([]);
    expect(open(doc('3.1', { paths: { '/xxxxxxxxxxxx': { get: GET } } }))).to.deep.equal([]);
  });
});
