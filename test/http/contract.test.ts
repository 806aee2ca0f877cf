// Calls every route, in every way that it can answer, and holds every answer against /openapi.json. No free route ever answers 401 or 402.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { loadFixture } from '../../src/transport/fixture/load.ts';
import { type FixtureServer, serveFixture } from '../../src/transport/fixture/server.ts';
import { builtChild } from '../gate/containment/built.ts';
import { spec, writing } from '../gate/support.ts';
import { type Answer, type Asking, ask } from './ask.ts';
import { Contract } from './contract.ts';
import { entitled } from './entitled.ts';
import { monitorsHold, paidHolds } from './paid-contract.ts';
import { served, target, type Whole } from './served.ts';

const NOWHERE = `sha256:${'0'.repeat(64)}`;
const PAGE = { headers: { accept: 'text/html' } };
const JSON_TYPE = { 'content-type': 'application/json' };
const posted = (body: unknown, headers: Record<string, string> = {}): Asking => ({
  method: 'POST',
  headers: { ...JSON_TYPE, ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe('the contract of the service', function () {
  this.timeout(90_000);
  let whole: Whole;
  let good: FixtureServer;
  let slow: FixtureServer;
  let shy: FixtureServer;
  let contract: Contract;
  let host: string;
  let dead: string;

  before(async () => {
    await builtChild();
    whole = await served({ AXPROOF_UNISOLATED_SPECS: 'true' });
    good = await target('good');
    slow = await target('empty');
    const refusal = { type: 'text/plain', body: 'User-agent: axproof\nDisallow: /\n' };
    shy = await serveFixture({
      ...loadFixture(new URL('../../fixtures/targets/empty.yaml', import.meta.url).pathname),
      routes: { '/robots.txt': refusal },
    });
    contract = new Contract((await ask(`${whole.url}/openapi.json`)).json());
    host = new URL(good.origin).host;
    dead = `127.0.0.1:${await freePort()}`;
  });
  after(async () => {
    await Promise.all([good.close(), slow.close(), shy.close()]);
    await whole.close();
  });

  /** [operation, path, expected status, request]. */
  async function hold(rows: [string, string, number, Asking?][]): Promise<Answer[]> {
    const answers: Answer[] = [];
    for (const [name, path, status, asking] of rows) {
      const answer = await ask(`${whole.url}${path}`, { method: name.split(' ')[0]!, ...asking });
      expect(answer.status, `${name} at ${path}: ${answer.text.slice(0, 300)}`).to.equal(status);
      contract.holds(name, answer);
      answers.push(answer);
    }
    return answers;
  }

  const again = ({ headers }: Answer): Asking => ({ headers: { 'if-none-match': headers.etag! } });

  it('holds for what the service publishes about itself', async () => {
    const free = contract.operations().flatMap(([name]) => (name.startsWith('GET ') && !name.includes('{') ? [name.slice(4)] : []));
    for (const path of free) {
      const answer = await ask(`${whole.url}${path}`);
      if (path !== '/offers/attested-run') expect(answer.status, path).to.equal(200);
      contract.holds(`GET ${path}`, answer);
      if (answer.status === 200) await hold([[`GET ${path}`, path, 304, again(answer)]]);
      for (const accept of ['text/html', 'application/json', 'text/markdown', 'application/problem+json'])
        contract.holds(`GET ${path}`, await ask(`${whole.url}${path}`, { headers: { accept } }));
    }
    await hold([
      ['GET /errors/{code}', '/errors/bad-domain', 200],
      ['GET /errors/{code}', '/errors/bad-domain', 200, PAGE],
      ['GET /errors/{code}', '/errors/no-such-code', 404],
      ['GET /errors/{code}', '/errors/NO', 400],
      ['GET /errors/{code}', '/errors/__proto__', 400],
      ['GET /errors/{code}', '/errors/constructor', 404],
      ['GET /self', '/self?format=xml', 400],
    ]);
  });

  it('holds for grades and their documents', async () => {
    const [graded] = await hold([['GET /{domain}', `/${host}`, 200, { headers: { accept: 'application/json' } }]]);
    const { verdict, evidence } = graded!.json();
    const digest = /reports\/(sha256:[0-9a-f]{64})/.exec(String(graded!.headers.link))![1]!;
    const [report, , , , , archive] = await hold([
      ['GET /reports/{digest}', `/reports/${digest}`, 200],
      ['GET /reports/{digest}', `/reports/${digest}`, 200, { headers: { accept: 'text/markdown' } }],
      ['GET /reports/{digest}', `/reports/${digest}`, 200, PAGE],
      ['GET /reports/{digest}', `/reports/${digest}`, 200, { headers: { accept: 'application/har+json' } }],
      ['GET /evidence/{digest}', `/evidence/${evidence.digest}`, 200],
      ['GET /evidence/{digest}', `/evidence/${evidence.digest}`, 200, { headers: { accept: 'application/har+json' } }],
      ['GET /reports/{digest}/receipts', `/reports/${digest}/receipts`, 200, PAGE],
      ['GET /reports/{digest}/receipts', `/reports/${digest}/receipts`, 304, { headers: { 'if-none-match': '*' } }],
      ['GET /reports/{digest}/prompt', `/reports/${digest}/prompt`, 200],
      ['GET /reports/{digest}/prompt', `/reports/${digest}/prompt`, 304, { headers: { 'if-none-match': '*' } }],
      ['GET /packs/{digest}', `/packs/${verdict.pack.digest}`, 200],
      ['GET /packs/{digest}', `/packs/${verdict.pack.digest.slice(7)}`, 200],
      ['GET /packs/{digest}/blind-spots', `/packs/${verdict.pack.digest}/blind-spots`, 200],
      ['GET /packs/{digest}/blind-spots', `/packs/${verdict.pack.digest}/blind-spots`, 304, { headers: { 'if-none-match': '*' } }],
      ['GET /{domain}', `/${host}?pack=ax-whole`, 422],
      ['GET /reports/{digest}/proof', `/reports/${digest}/proof`, 200],
      ['GET /log/tile/{level}/{index}', '/log/tile/0/000.p/1', 200],
      ['GET /log/tile/{level}/{index}', '/log/tile/entries/000.p%2F1', 200],
      ['GET /log/tile/{level}/{index}', '/log/tile/0/000.p/1', 304, { headers: { 'if-none-match': '*' } }],
      ['GET /log/tile/{level}/{index}', '/log/tile/0/x001/000', 404],
      ['GET /log/tile/{level}/{index}', '/log/tile/0/../checkpoint', 400],
      ['GET /log/tile/{level}/{index}', '/log/tile/x/000', 400],
      ['GET /{domain}/badge.svg', `/${host}/badge.svg`, 200],
      ['GET /{domain}/badge.svg', `/${host}/badge.svg?pack=no-such`, 404],
      ['GET /{domain}/badge.svg', '/nowhere/badge.svg', 400],
      ['GET /{domain}/card.svg', `/${host}/card.svg`, 200],
      ['GET /{domain}/card.svg', `/${host}/card.svg`, 304, { headers: { 'if-none-match': '*' } }],
      ['GET /{domain}/card.svg', '/nowhere/card.svg', 400],
      ['GET /{domain}', `/${host}?format=html`, 200],
      ['GET /{domain}', `/${host}?format=html&seed=3`, 202],
      ['GET /{domain}', `/${host}?format=json&seed=7`, 200],
      ['GET /{domain}', `/${host}?format=md&seed=7`, 200],
      ['GET /{domain}', `/${host}?seed=minus`, 400],
      ['GET /{domain}', `/${host}?seeed=1`, 400],
      ['GET /{domain}', `/${host}?seed=9999999999999999`, 400],
      ['GET /{domain}', `/${host}?pack=no-such`, 404],
      ['GET /{domain}', '/localhost', 400],
      ['GET /{domain}', '/localhost', 400, PAGE],
      ['GET /{domain}', `/${dead}`, 502],
      ['GET /{domain}', `/${new URL(shy.origin).host}`, 403],
      ['GET /{domain}', `/${new URL(shy.origin).host}`, 403, PAGE],
      ['GET /{domain}/history', `/${host}/history`, 402],
      ['GET /{domain}/history', `/${host}/history`, 402, PAGE],
      ['GET /{domain}/history', '/nowhere/history', 400],
    ]);
    expect(archive!.json().log.version).to.equal('1.2');
    const rows: [string, string][] = [
      ['GET /reports/{digest}', '/reports/'],
      ['GET /evidence/{digest}', '/evidence/'],
      ['GET /packs/{digest}', '/packs/'],
    ];
    for (const [name, path] of rows)
      await hold([
        [name, `${path}${NOWHERE}`, 404],
        [name, `${path}no-digest`, 400],
        [name, `${path}${NOWHERE}`, 404, PAGE],
      ]);
    await hold([
      ['GET /reports/{digest}', `/reports/${digest}`, 304, again(report!)],
      ['GET /evidence/{digest}', `/evidence/${evidence.digest}`, 304, { headers: { 'if-none-match': '*' } }],
      ['GET /packs/{digest}', `/packs/${verdict.pack.digest}`, 304, { headers: { 'if-none-match': '*' } }],
      ['GET /reports/{digest}/proof', `/reports/${digest}/proof`, 304, { headers: { 'if-none-match': '*' } }],
      ['GET /reports/{digest}/proof', `/reports/${NOWHERE}/proof`, 404],
      ['GET /reports/{digest}/proof', '/reports/x/proof', 400],
      ['GET /{domain}/badge.svg', `/${host}/badge.svg`, 304, { headers: { 'if-none-match': '*' } }],
      ['GET /errors/{code}', '/errors/gone', 304, { headers: { 'if-none-match': '*' } }],
      ['GET /{domain}', `/${host}?format=md`, 304, { headers: { 'if-none-match': '*' } }],
    ]);
  });

  it('holds for verifications and their runs', async () => {
    const pinned = { target: good.origin, spec: spec.document, expectedDigest: spec.digest };
    const [first] = await hold([
      ['POST /verify', '/verify', 200, posted({ target: good.origin })],
      ['POST /verify', '/verify', 200, posted(pinned)],
      ['POST /verify', '/verify', 400, posted({ target: 5 })],
      ['POST /verify', '/verify?x=1', 400, posted({ target: good.origin })],
      ['POST /verify', '/verify', 400, posted({ target: 'localhost' })],
      ['POST /verify', '/verify', 402, posted({ target: good.origin, spec: writing.document })],
      ['POST /verify', '/verify', 402, posted({ target: good.origin, spec: writing.document }, { accept: 'text/html' })],
      ['POST /verify', '/verify', 404, posted({ target: good.origin, expectedDigest: NOWHERE })],
      ['POST /verify', '/verify', 409, posted({ ...pinned, expectedDigest: NOWHERE })],
      ['POST /verify', '/verify', 413, posted({ target: 'x'.repeat(3 * 1024 * 1024) })],
      ['POST /verify', '/verify', 415, { ...posted({ target: host }), headers: { 'content-type': 'text/plain' } }],
      ['POST /verify', '/verify', 422, posted({ target: good.origin, spec: { ...spec.document, rules: [] } })],
      ['POST /verify', '/verify', 502, posted({ target: dead })],
      ['POST /verify', '/verify', 403, posted({ target: shy.origin })],
    ]);
    expect(first!.json().kind).to.equal('VerificationReport');
    const [started] = await hold([['POST /verify', '/verify', 202, posted(pinned, { prefer: 'respond-async' })]]);
    const { id } = started!.json();
    const [events] = await hold([
      ['GET /runs/{id}/events', `/runs/${id}/events`, 200],
      ['GET /runs/{id}', `/runs/${id}`, 200],
      ['GET /runs/{id}', `/runs/${id}`, 303, PAGE],
      ['GET /runs/{id}', `/runs/${id}`, 304, { headers: { 'if-none-match': '*' } }],
      ['GET /runs/{id}', `/runs/${'0'.repeat(32)}`, 404],
      ['GET /runs/{id}', '/runs/x', 400],
      ['GET /runs/{id}/events', `/runs/${'0'.repeat(32)}/events`, 404],
      ['GET /runs/{id}/events', '/runs/x/events', 400],
      ['GET /runs/{id}/events', `/runs/${id}/events`, 204, { headers: { 'last-event-id': '999' } }],
    ]);
    expect(events!.text).to.match(/event: done\n/);
    const { authorization } = await entitled(whole);
    for (const path of ['/monitors', '/functional-tests']) {
      const more = path === '/monitors' ? { interval: 300 } : {};
      await hold([
        [`POST ${path}`, path, 402, posted({ target: host, ...more })],
        [`POST ${path}`, path, 402, posted({ target: host, ...more }, { accept: 'text/html' })],
        [`POST ${path}`, path, 400, posted({}, { authorization })],
        [`POST ${path}`, `${path}?x=1`, 400, posted({ target: host, ...more }, { authorization })],
        [`POST ${path}`, path, 400, posted({ target: 'localhost', ...more }, { authorization })],
        [`POST ${path}`, path, 413, posted(`"${'x'.repeat(3 * 1024 * 1024)}"`, { authorization })],
        [`POST ${path}`, path, 415, { ...posted('a=b'), headers: { 'content-type': 'application/x-www-form-urlencoded', authorization } }],
      ]);
    }
  });

  it('holds for what is paid, with an entitlement', () => paidHolds({ whole, hold, origin: good.origin }));

  it('holds for monitors, and for what is public of them', () => monitorsHold({ whole, hold, origin: good.origin }));

  it('holds for MCP as far as HTTP goes', async () => {
    const init = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
    };
    const both = { accept: 'application/json, text/event-stream' };
    await hold([
      ['POST /mcp', '/mcp', 200, posted(init, both)],
      ['POST /mcp', '/mcp?x=1', 200, posted(init, both)],
      ['POST /mcp', '/mcp', 202, posted({ jsonrpc: '2.0', method: 'notifications/initialized' }, both)],
      ['POST /mcp', '/mcp', 400, posted('{', both)],
      ['POST /mcp', '/mcp', 403, posted(init, { ...both, origin: 'https://evil.test' })],
      ['POST /mcp', '/mcp', 413, posted(`"${'x'.repeat(3 * 1024 * 1024)}"`)],
      ['POST /mcp', '/mcp', 415, { ...posted('a=b'), headers: { 'content-type': 'text/plain' } }],
      ['POST /mcp', '/mcp', 415, { ...posted(''), headers: both }],
    ]);
  });

  it('was called with every operation, and with every status but those of our own failure', () => {
    const missed: string[] = [];
    // Only a service of our own making fails, waits or forgets: the next test.
    const elsewhere = new Set(['500', '503', '429', '410', '202', '404', '406', '502', '400']);
    for (const [name, { responses }] of contract.operations())
      for (const status of Object.keys(responses))
        if (!contract.seen.get(name)?.has(status) && !elsewhere.has(status)) missed.push(`${name} ${status}`);
    expect(missed).to.deep.equal([]);
    expect(contract.operations().filter(([name]) => !contract.seen.has(name))).to.deep.equal([]);
  });

  it('never asks for a key or for money on the free path', () => {
    const paid = ['GET /offers/attested-run', 'GET /{domain}/history', 'POST /functional-tests', 'POST /verify'];
    paid.push('POST /monitors', 'GET /monitors/{id}', 'DELETE /monitors/{id}', 'POST /monitors/{id}/alerts/{alert}/resend');
    expect([...contract.seen.get('POST /verify')!]).to.not.include('401');
    for (const [name, statuses] of contract.seen) {
      if (paid.includes(name)) continue;
      expect([...statuses], name)
        .to.not.include('401')
        .and.not.include('402');
    }
  });
});
