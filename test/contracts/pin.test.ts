// A pack built from somebody's own OpenAPI document: it holds a deployment to that document, and says what it cannot ask.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { stringify } from 'yaml';
import { boundedSpec } from '../../src/gate/containment/bounded-spec.ts';
import { specOf } from '../../src/gate/spec.ts';
import { cli } from '../../src/mounts/cli/main.ts';
import { held, type Ran } from '../cli/io.ts';
import { json, shop } from './documents.ts';

const WIDGETS = { '/v1/widgets': [{ id: 7, description: 'round' }], '/v1/widgets/7': { id: 7, description: 'round' } };

describe('A pack built from an OpenAPI document', function () {
  this.timeout(20_000);
  let dir: string;
  let server: Server;
  let origin: string;
  let pages: { [path: string]: unknown };
  let asked: string[];
  const at = (name: string): string => join(dir, name);

  async function axproof(...args: string[]): Promise<Ran> {
    const { io, ran } = held();
    const status = await cli(args, io);
    return { status, ...ran() };
  }

  /** The digest of the pack that is built from a document. */
  async function built(document: unknown, name = 'openapi.yaml'): Promise<Ran & { digest: string }> {
    writeFileSync(at(name), name.endsWith('.json') ? JSON.stringify(document) : stringify(document));
    const ran = await axproof('pack', 'build', '--from', at(name), '--out', at('pin.json'));
    return { ...ran, digest: /sha256:[0-9a-f]{64}/.exec(ran.err)?.[0] ?? '' };
  }

  const verify = (digest: string, ...more: string[]): Promise<Ran> =>
    axproof('verify', origin, '--spec', at('pin.json'), '--expect-digest', digest, '--quiet', ...more);

  before(async () => {
    dir = mkdtempSync(join(tmpdir(), 'axproof-pin-'));
    server = createServer((request, response) => {
      const path = request.url ?? '';
      asked.push(`${request.method} ${path}`);
      const page = pages[path];
      response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'application/json' });
      response.end(typeof page === 'string' ? page : JSON.stringify(page ?? { error: 'not found' }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    pages = { ...WIDGETS };
    asked = [];
  });
  after(() => {
    server?.close();
    if (dir) rmSync(dir, { recursive: true });
  });

  it('lists what cannot be asked, each with its reason and its place, and counts the rest', async () => {
    const { status, err } = await built(shop());
    expect(status).to.equal(0);
    expect(err).to.contain('openapi.yaml#/paths/~1widgets/post: other-method POST /widgets');
    expect(err).to.contain('#/paths/~1logout/get: side-effects GET /logout');
    expect(err).to.contain('#/paths/~1orders~1{order}/get: no-example GET /orders/{order}');
    expect(err).to.contain('#/paths/~1mine/get: needs-credentials GET /mine');
    expect(err).to.contain('2 of 6 operations are asked');
  });

  it('carries the document without its prose, a member called description kept, and its servers at the target', async () => {
    await built(shop());
    const { documents, name, version } = JSON.parse(readFileSync(at('pin.json'), 'utf8'));
    expect([name, version]).to.deep.equal(['own/widget-shop', '2.1.0']);
    expect(documents.contract).to.not.contain('prose');
    const carried = JSON.parse(documents.contract);
    expect(carried.servers).to.deep.equal([{ url: '/v1' }]);
    expect(carried.components.schemas.Widget.required).to.deep.equal(['id', 'description']);
    expect(carried.components.schemas.Widget.properties).to.have.keys('id', 'description', 'kind');
  });

  it('is the same digest for YAML and JSON, and for other prose', async () => {
    const { digest } = await built(shop());
    expect(digest).to.match(/^sha256:/);
    expect((await built(shop(), 'openapi.json')).digest).to.equal(digest);
    expect((await built(shop({ info: { title: 'Widget Shop', version: '2.1.0', description: 'other words' } }))).digest).to.equal(digest);
    expect((await built(shop({ info: { title: 'Widget Shop', version: '2.1.1' } }))).digest).to.not.equal(digest);
  });

  it('asks for nothing that needs a credential, though its scheme has the name of its header', async () => {
    const operation = { responses: { 200: json({ type: 'object' }) } };
    const key = { 'x-api-key': { type: 'apiKey', in: 'header', name: 'X-Api-Key' } };
    const paths = { '/open': { get: { ...operation, security: [] } }, '/mine': { get: operation } };
    const security = [{ 'x-api-key': [] }];
    for (const document of [
      { ...shop({ paths, security }), components: { securitySchemes: key } },
      {
        swagger: '2.0',
        info: { title: 'Things', version: '1.0.0' },
        produces: ['application/json'],
        paths,
        security,
        securityDefinitions: key,
      },
    ])
      expect((await built(document)).err).to.contain('#/paths/~1mine/get: needs-credentials GET /mine');
  });

  it('passes for a deployment that answers as the document says, by the ids of its own lists', async () => {
    const { digest } = await built(shop());
    const { status, out } = await verify(digest);
    expect(out).to.contain('2 of 6 operations were asked');
    expect(status).to.equal(0);
    expect(asked).to.include.members(['GET /v1/widgets', 'GET /v1/widgets/7']);
    expect(asked.filter((line) => /logout|orders|mine|POST/.test(line))).to.deep.equal([]);
  });

  it('fails with the place in the document', async () => {
    const { digest } = await built(shop());
    pages['/v1/widgets/7'] = { id: 7 };
    const { status, out } = await verify(digest);
    expect(status).to.equal(1);
    expect(out.replace(/\s+/g, ' ')).to.contain('documents/contract#/paths/~1widgets~1{id}/get').and.to.contain('description');
  });

  for (const [what, change] of Object.entries<() => void>({
    'a list whose elements drop a member': () => {
      pages['/v1/widgets'] = [{ id: 7 }];
    },
    'an operation that is gone': () => {
      delete pages['/v1/widgets'];
    },
    'an undeclared value': () => {
      pages['/v1/widgets/7'] = { id: 7, description: 'round', kind: 'c' };
    },
  }))
    it(`fails for ${what}`, async () => {
      const { digest } = await built(shop());
      change();
      expect((await verify(digest)).status).to.equal(1);
    });

  it('is inconclusive where robots.txt keeps an operation from being asked', async () => {
    const { digest } = await built(shop());
    pages['/robots.txt'] = 'User-agent: *\nDisallow: /v1/widgets/\n';
    expect((await verify(digest)).status).to.equal(3);
  });

  it('passes without what an empty list has no id for, and fails where the list may not be empty', async () => {
    pages['/v1/widgets'] = [];
    const ran = await verify((await built(shop())).digest);
    expect([ran.status, asked.includes('GET /v1/widgets/7')]).to.deep.equal([0, false]);
    expect(ran.out).to.contain('1 of 6 operations were asked');
    const document = shop();
    const paths = document.paths as { [path: string]: { get: object } };
    const list = { type: 'array', minItems: 1, items: { $ref: '#/components/schemas/Widget' } };
    paths['/widgets']!.get = { responses: { 200: json(list) } };
    expect((await verify((await built(document)).digest)).status).to.equal(1);
  });

  it('fails for an element of a list whose query needs a value that the document gives', async () => {
    const document = shop();
    const paths = document.paths as { [path: string]: { get: object } };
    const limit = { name: 'limit', in: 'query', required: true, schema: { type: 'integer', default: 5 } };
    paths['/widgets']!.get = { ...paths['/widgets']!.get, parameters: [limit] };
    const { digest, err } = await built(document);
    expect(err).to.not.match(/widgets~1\{id\}.*no-example/);
    pages = { '/v1/widgets?limit=5': WIDGETS['/v1/widgets'], '/v1/widgets/7': WIDGETS['/v1/widgets/7'] };
    expect((await verify(digest)).status).to.equal(0);
    pages['/v1/widgets/7'] = { id: 7 };
    expect((await verify(digest)).status).to.equal(1);
  });

  it('lists what of the document is not read, and never says that every operation was asked', async () => {
    const get = { responses: { 200: json({ type: 'array' }) } };
    const paths = {
      '/widgets': { get },
      '/away': { $ref: 'items.yaml' },
      '/none': { $ref: '#/components/pathItems/None' },
      '/component': { $ref: '#/components/pathItems/Broken' },
      '/list': ['broken'],
      '/one': { get: { $ref: 'items.yaml#/one' } },
      '/later': { query: get },
    };
    const every = 'Every operation was asked';
    const whole = await verify((await built(shop({ paths: { '/widgets': { get } } }))).digest);
    expect([whole.status, whole.out.includes(every)], whole.out).to.deep.equal([0, true]);
    const { err, digest } = await built(shop({ paths, components: { pathItems: { Broken: [] } } }));
    for (const line of [
      '#/paths/~1away: other-document /away: ',
      '#/paths/~1none: unreadable /none: ',
      '#/components/pathItems/Broken: unreadable /component: ',
      '#/paths/~1list: unreadable /list: ',
      '#/paths/~1one/get: other-document GET /one: ',
      '#/paths/~1later/query: unreadable QUERY /later: ',
    ])
      expect(err).to.contain(line);
    expect(err).to.contain('1 of 7 operations are asked');
    const { status, out } = await verify(digest);
    expect(status, out).to.equal(0);
    expect(out.replace(/\s+/g, ' ')).to.contain('1 of 7 operations were asked').and.to.not.contain(every);
  });

  it('is not accepted at another digest, and not without one', async () => {
    const { digest } = await built(shop());
    expect((await verify(digest.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).status).to.equal(4);
    expect((await axproof('verify', origin, '--spec', at('pin.json'), '--quiet')).status).to.equal(1);
  });

  it('replays to the same bytes', async () => {
    const { digest } = await built(shop());
    await verify(digest, '--record', at('report.json'));
    expect((await axproof('replay', at('report.json'), '--pack', at('pin.json'))).status).to.equal(0);
  });

  for (const [what, document, said] of [
    ['nothing that can be asked', shop({ paths: { '/x': { post: { responses: { 200: json({}) } } } } }), 'no operation that can be asked'],
    ['nothing that can be read', shop({ paths: { '/x': { $ref: 'items.yaml' } } }), '/x: It stands in another document'],
    ['paths that are a list', shop({ paths: [] }), 'paths'],
    ['another kind of document', { title: 'notes' }, 'no OpenAPI document'],
    ['more than 2 MiB', shop({ components: { schemas: { Widget: { enum: [`${'x'.repeat(2_200_000)}`] } } } }), 'a pack carries at most'],
  ] as const)
    it(`refuses a document of ${what}`, async () => {
      const { status, err } = await built(document, 'openapi.json');
      expect(status).to.equal(2);
      expect(err).to.contain('axproof: bad-import:').and.to.contain(said);
    });

  it('of a large document is built in parts that hold all of it, lists beside what they have the ids of', async () => {
    const paths = Object.fromEntries(
      Array.from({ length: 100 }, (_, i) => [
        [`/api/t${i}`, { get: { responses: { 200: json({ type: 'array', items: { $ref: '#/components/schemas/Widget' } }) } } }],
        [
          `/api/t${i}/{id}`,
          {
            parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
            get: { responses: { 200: json({ $ref: '#/components/schemas/Widget' }) } },
          },
        ],
      ]).flat(),
    );
    const whole = await built(shop({ paths }), 'openapi.json');
    expect(whole.err).to.contain('200 of 200 operations are asked').and.to.contain('--part 1/2 to --part 2/2');
    const carried: string[] = [];
    for (const part of ['1/2', '2/2']) {
      const { err } = await axproof('pack', 'build', '--from', at('openapi.json'), '--part', part, '--out', at('pin.json'));
      expect(err).to.contain('100 of 100 operations are asked').and.to.not.contain('cannot pass');
      const { documents, name } = JSON.parse(readFileSync(at('pin.json'), 'utf8'));
      expect(name).to.equal(`own/widget-shop-part-${part[0]}-of-2`);
      carried.push(...Object.keys(JSON.parse(documents.contract).paths));
    }
    expect(carried).to.deep.equal(Object.keys(paths));
    const wrong = await axproof('pack', 'build', '--from', at('openapi.json'), '--part', '3/2');
    expect([wrong.status, wrong.err.split('\n')[0]]).to.deep.equal([
      2,
      "axproof: bad-usage: option '--part <i/n>' argument '3/2' is invalid. A part is I/N, such as 2/3.",
    ]);
  });

  it('takes the place of the one document of another pack', async () => {
    expect((await axproof('pack', 'build', 'ax', '--from', at('openapi.yaml'))).err).to.contain('has to carry one document');
  });

  it('counts documents apart from the 256 KiB of a spec', async () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 9000 }, (_, i) => [`S${i}`, { type: 'string', enum: [`"${i}"`, 'y'.repeat(60)] }]),
    );
    await built(shop({ components: { schemas: { Widget: { type: 'object' }, ...schemas } } }), 'openapi.json');
    const text = readFileSync(at('pin.json'), 'utf8');
    expect(text.length).to.be.above(1_000_000);
    expect(() => boundedSpec(text)).to.not.throw();
    const document = JSON.parse(text);
    expect(specOf(document).text).to.equal(text);
    expect(() => specOf({ ...document, title: 'x'.repeat(256 * 1024) })).to.throw('KiB beside its documents');
    expect(() => specOf({ ...document, documents: { contract: 'x'.repeat(2 * 1024 * 1024) } })).to.throw('the documents of a spec');
  });
});
