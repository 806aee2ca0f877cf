// Pages of other sites at the endpoint of MCP: a preflight promises exactly what the message after it will be granted.
import { expect } from 'chai';
import { crossOrigin, isForeignHost } from '../../src/mounts/http/cross-origin.ts';
import { ask, post } from './ask.ts';
import { served, type Whole } from './served.ts';

const OPEN = { 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' };
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
const BOTH = { accept: 'application/json, text/event-stream' };

describe('pages of other sites', function () {
  this.timeout(60_000);
  let whole: Whole;
  before(async () => {
    whole = await served();
  });
  after(() => whole.close());

  const ORIGINS = [
    ['https://evil.example.com', false],
    ['http://127.0.0.1.evil.example', false],
    ['http://localhost.evil.example', false],
    ['null', false],
    ['*', false],
    ['', false],
    ['not a url', false],
    ['http://localhost:6274', true],
    ['http://[::1]:8080', true],
    ['https://127.0.0.1', true],
  ] as const;
  for (const [origin, allowed] of ORIGINS)
    it(`of ${origin || 'nowhere'} ${allowed ? 'may' : 'may not'} speak MCP`, async () => {
      const url = `${whole.url}/mcp`;
      const preflight = await ask(url, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } });
      expect(preflight.status).to.equal(204);
      expect(preflight.headers['access-control-allow-origin']).to.equal(allowed ? origin : undefined);
      expect(preflight.headers.vary).to.equal('Origin');
      const unread = await post(url, '{', { origin });
      expect(unread.status).to.equal(400);
      expect(unread.headers['access-control-allow-origin']).to.equal(allowed ? origin : undefined);
      expect(unread.headers.vary).to.equal('Origin, Accept');
      if (origin === '') return;
      const message = await post(url, PING, { ...BOTH, origin });
      expect(message.status === 403).to.equal(!allowed);
      expect(message.headers['access-control-allow-origin']).to.equal(allowed ? origin : undefined);
    });

  it('are told by the path, however it is spelled', () => {
    const own = 'https://axproof.example';
    const granted = (origin: string) => ({ ...OPEN, vary: 'Origin', 'access-control-allow-origin': origin });
    for (const [url, origin, expected] of [
      ['/mcp', own, granted(own)],
      ['/mcp', 'http://axproof.example:8080', granted('http://axproof.example:8080')],
      ['/%6dcp?x=1', 'https://evil.example', { vary: 'Origin' }],
      ['/mcp', undefined, { vary: 'Origin' }],
      ['/%', 'https://evil.example', OPEN],
      ['/verify', 'https://evil.example', OPEN],
    ] as const)
      expect(crossOrigin(url, origin, own, true), `${url} ${origin}`).to.deep.equal(expected);
  });

  it('read of a service of private targets only what it publishes about itself', async () => {
    const readable = async (path: string, origin = 'https://evil.example'): Promise<unknown> =>
      (await ask(`${whole.url}${path}`, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'GET' } })).headers[
        'access-control-allow-origin'
      ];
    for (const path of ['/', '/health', '/openapi.json', '/.well-known/agents.json', '/icp.json', '/llms.txt', '/about'])
      expect(await readable(path), path).to.equal('*');
    const digest = `sha256:${'0'.repeat(64)}`;
    for (const path of [
      '/verify',
      '/%76erify?x',
      '/functional-tests',
      `/reports/${digest}`,
      `/evidence/${digest}`,
      `/packs/${digest}`,
      `/runs/${'0'.repeat(32)}/events`,
      '/example.com',
      '/http://127.0.0.1:1',
      '/http%3A%2F%2F127.0.0.1%3A1',
      '/HTTP://127.0.0.1:1/history',
      '/self',
      '/nowhere/at/all',
    ]) {
      expect(await readable(path), path).to.equal(undefined);
      expect(await readable(path, 'http://localhost:3000'), path).to.equal('http://localhost:3000');
    }
  });

  const HOSTS = [
    ['evil.example', true],
    ['127.0.0.1.evil.example', true],
    ['evil.localhost.example', true],
    ['localhost', false],
    ['axproof.localhost', false],
    ['axproof', false],
    ['127.0.0.1', false],
    ['[::1]', false],
    ['192.168.1.5', false],
  ] as const;
  for (const [host, foreign] of HOSTS)
    it(`a service of private targets ${foreign ? 'does not answer' : 'answers'} as ${host}`, async () => {
      const { status, text } = await ask(`${whole.url}/health`, { headers: { host: `${host}:${new URL(whole.url).port}` } });
      expect(status).to.equal(foreign ? 403 : 200);
      if (foreign) expect(JSON.parse(text)).to.include({ code: 'foreign-host' });
    });

  it('a service under a public name of its own answers as that', () => {
    expect([isForeignHost('axproof.example:443', 'https://axproof.example'), isForeignHost(undefined, 'http://127.0.0.1:1')]).to.deep.equal(
      [false, false],
    );
  });
});
