// A written target answers the same in process and over a socket, read by the live transport.
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import type { Answer, FixtureTarget, Request } from '../../src/contract/generated/types.ts';
import { type FixtureServer, serveFixture } from '../../src/transport/fixture/server.ts';
import { fixture } from '../../src/transport/fixture/transport.ts';
import { hop, never, toLoopback } from './support.ts';

const id = '$' + '{id}';
const target: FixtureTarget = {
  title: 'everything',
  target: 'http://127.0.0.1:1',
  routes: {
    '/json': { json: { a: ['ä', 1, null], path: '$' + '{path}' } },
    '/text': { type: 'text/plain; charset=utf-8', body: 'Grüße' },
    '/untyped': { body: 'x' },
    '/empty': { status: 404 },
    '/nothing': { status: 204 },
    '/not-modified': { status: 304, headers: { etag: '"1"' } },
    '/redirect': { status: 302, headers: { Location: '/json' } },
    '/headers': { headers: { 'X-Name': 'Gr\u00f6\u00dfe', Link: '</a>; rel="b", </c>; rel="d"', 'set-cookie': 'a=1' }, json: {} },
    '/binary': { base64: Buffer.from([0, 255, 254]).toString('base64'), type: 'application/octet-stream' },
    '/bom': { body: '\ufeff{}', type: 'application/json' },
    '/gzip': { base64: gzipSync('packed '.repeat(1000)).toString('base64'), headers: { 'content-encoding': 'gzip' }, type: 'text/plain' },
    '/big': { body: 'ü', pad: 300_000, type: 'text/plain' },
    '/huge': { body: '', pad: 9 * 1024 * 1024 },
    '/negotiated': [
      { accept: 'text/html', type: 'text/html', body: '<p>' },
      { accept: 'application/json', json: {} },
    ],
    'POST /rpc': [{ when: { body: { method: 'a' } }, json: { id, result: {} } }, { status: 202 }],
    '/busy': { status: 429, headers: { 'retry-after': '5' }, json: {} },
    '/fail/timed-out': { failure: 'timed-out' },
    '/fail/reset': { failure: 'connection-reset' },
    '/fail/protocol': { failure: 'protocol-error' },
    '/fail/headers': { failure: 'headers-too-large' },
    '/fail/encoding': { failure: 'unsupported-encoding', body: 'x' },
    '/fail/decoding': { failure: 'decoding-failed' },
    '/fail/late-reset': { failure: 'connection-reset', status: 200, type: 'text/plain', body: 'half' },
    '/fail/late-silence': { failure: 'timed-out', status: 200, type: 'text/plain', body: 'half' },
  },
};

const paths = Object.keys(target.routes ?? {}).map((key) => key.replace(/^POST /, ''));
const ASKED: [string, Partial<Request> & { bytes?: number }][] = [
  ...paths.map((path): [string, object] => [path, {}]),
  ...paths.filter((path) => !path.startsWith('/fail')).map((path): [string, object] => [path, { method: 'HEAD' }]),
  ['/nowhere', {}],
  ['/json?x=%20y', {}],
  ['/text', { bytes: 3 }],
  ['/text', { bytes: 4 }],
  ['/gzip', { bytes: 10 }],
  ['/huge', { bytes: 16 * 1024 * 1024 }],
  ['/negotiated', { headers: { accept: 'application/json' } }],
  ['/negotiated', { headers: { accept: 'image/png' } }],
  ['/rpc', { method: 'POST', body: '{"id":3,"method":"a"}' }],
  ['/rpc', { method: 'POST', body: '{"id":3,"method":"b"}' }],
  ['/json', { method: 'OPTIONS' }],
  ['/json', { method: 'DELETE' }],
];

/** Without what differs from run to run. */
function lasting({ timing: _, address: __, wireBytes, failure, ...answer }: Answer): object {
  const { detail: ___, ...named } = failure ?? { code: undefined };
  return { ...answer, failure: named, ...(answer.truncated ? {} : { wireBytes }) };
}

describe('fixture: in process and served', () => {
  let server: FixtureServer;
  before(async () => {
    server = await serveFixture(target);
  });
  after(() => server.close());

  for (const [path, request] of ASKED) {
    it(`${request.method ?? 'GET'} ${path} ${JSON.stringify({ ...request, method: undefined })} is the same`, async () => {
      const served = { ...target, target: server.origin };
      // Short where a time-out is what is written; a busy machine must not make others of them.
      const silent = path.startsWith('/fail/');
      const transport = toLoopback(server.origin, {
        limits: silent ? { firstByte: 500, exchange: 1000 } : { firstByte: 3000, exchange: 8000 },
      });
      const asked = hop(server.origin + path, request);
      const [inside, outside] = await Promise.all([fixture(served).send(asked, never), transport.send(asked, never)]);
      expect(lasting(outside)).to.deep.equal(lasting(inside));
      expect(inside.timing).to.deep.equal({ startedAt: '1970-01-01T00:00:00.000Z', firstByte: 0, total: 0 });
      await transport.close();
    });
  }

  it('answers twice with the same bytes in process', async () => {
    const asked = hop('http://127.0.0.1:1/gzip');
    const transport = fixture(target);
    expect(JSON.stringify(await transport.send(asked, never))).to.equal(JSON.stringify(await transport.send(asked, never)));
    expect((await transport.send(asked, AbortSignal.abort())).failure?.code).to.equal('aborted');
    expect((await transport.send(hop('no url'), never)).failure?.code).to.equal('own-fault');
    expect((await transport.send(hop('https://other.example/'), never)).failure).to.deep.equal({ code: 'name-not-found', phase: 'dns' });
  });

  it('counts and logs, waits as told, and serves no other origin', async () => {
    const slow = await serveFixture(
      { title: 't', wait: 60_000, routes: { '/a': { body: 'a' }, 'https://api.example/b': { body: 'b' } } },
      { wait: 60 },
    );
    const transport = toLoopback(slow.origin);
    const begun = performance.now();
    expect((await transport.send(hop(`${slow.origin}/a`), never)).body).to.deep.equal({ text: 'a' });
    expect(performance.now() - begun).to.be.within(55, 1000);
    expect((await transport.send(hop(`${slow.origin}/b`), never)).status).to.equal(404);
    expect(slow.requests).to.equal(2);
    expect(slow.log.map(({ method, path }) => `${method} ${path}`)).to.deep.equal(['GET /a', 'GET /b']);
    expect(slow.log[0]?.headers).to.include({ accept: '*/*' });
    await transport.close();
    await slow.close();
  });
});
