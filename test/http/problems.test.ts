// Every problem that an operation declares, out of a service that fails in that way; and methods that an address does not have.
import { expect } from 'chai';
import fc from 'fast-check';
import { AxproofError, type ErrorCode } from '../../src/contract/errors.ts';
import type { Service } from '../../src/service/service.ts';
import { sized } from '../whole.ts';
import { type Asking, ask, post } from './ask.ts';
import { Contract } from './contract.ts';
import { mounted, type Place } from './served.ts';

const NOWHERE = `sha256:${'0'.repeat(64)}`;
const posted = (body: unknown): Asking => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

describe('problems and methods', function () {
  this.timeout(60_000);
  let code = 'internal';
  let details: string[] = [];
  let failing: Place;
  let contract: Contract;
  const fails = (): never => {
    if (code === 'internal') throw new Error('a secret of ours');
    const limited = ['cooldown', 'too-many-runs', 'too-many-specs', 'busy'].includes(code);
    const remedy = { retryAfter: 7.2, lastReport: NOWHERE, quota: { name: 'caller', amount: 10, seconds: 3600 } };
    throw new AxproofError(code as ErrorCode, 'so it is', details, limited ? { remedy } : {});
  };
  before(async () => {
    const later = async (): Promise<never> => fails();
    const parts: Partial<Record<string | symbol, unknown>> = {
      checkTarget: fails,
      log: { key: fails, file: later },
      monitors: new Proxy({}, { get: () => later }),
    };
    const service = new Proxy({} as Service, { get: (_, name) => parts[name] ?? later });
    failing = await mounted(service, { AXPROOF_COOLDOWN: '60' });
    contract = new Contract((await ask(`${failing.url}/openapi.json`)).json());
  });
  after(() => failing.close());

  it('declares each problem under the status that it is answered with', async () => {
    const happy: Record<string, [string, Asking?]> = {
      'GET /{domain}': ['/example.com'],
      'GET /{domain}/badge.svg': ['/example.com/badge.svg'],
      'GET /{domain}/history': ['/example.com/history'],
      'GET /self': ['/self'],
      'GET /reports/{digest}': [`/reports/${NOWHERE}`],
      'GET /reports/{digest}/proof': [`/reports/${NOWHERE}/proof`],
      'GET /evidence/{digest}': [`/evidence/${NOWHERE}`],
      'GET /packs/{digest}': [`/packs/${NOWHERE}`],
      'GET /runs/{id}': [`/runs/${'0'.repeat(32)}`],
      'GET /runs/{id}/events': [`/runs/${'0'.repeat(32)}/events`],
      'GET /log/key': ['/log/key'],
      'GET /log/checkpoint': ['/log/checkpoint'],
      'GET /log/tile/{level}/{index}': ['/log/tile/0/000.p/5'],
      'GET /.well-known/jwks.json': ['/.well-known/jwks.json'],
      'POST /verify': ['/verify', posted({ target: 'example.com' })],
      'POST /monitors': ['/monitors', posted({ target: 'example.com', interval: 300 })],
      'POST /functional-tests': ['/functional-tests', posted({ target: 'example.com' })],
    };
    for (const [name, [path, asking]] of Object.entries(happy))
      for (const [declared, status] of contract.problems(name)) {
        code = declared;
        for (const accept of ['*/*', 'text/html']) {
          const answer = await ask(`${failing.url}${path}`, {
            method: name.split(' ')[0]!,
            ...asking,
            headers: { ...asking?.headers, accept },
          });
          contract.holds(name, answer);
          if (declared === 'body-too-large' || declared === 'unsupported-media-type') continue;
          expect(answer.status, `${name} ${declared}`).to.equal(status);
          expect(answer.type).to.equal(accept === '*/*' ? 'application/problem+json' : 'text/html');
          expect(answer.text).to.include(declared).and.not.include('secret');
          if (status === 429) expect(answer.headers).to.include({ 'retry-after': '8' }).and.to.have.property('ratelimit');
        }
      }
  });

  it("says nothing of the operator's machine", async () => {
    details = ['at a secret place of ours'];
    for (const [thrown, status, told] of [
      ['exposed-key', 500, 'internal'],
      ['bad-keys', 500, 'internal'],
      ['bad-file', 500, 'internal'],
      ['key-step-refused', 500, 'internal'],
      ['store-unavailable', 503, 'store-unavailable'],
      ['store-damaged', 500, 'store-damaged'],
    ] as const) {
      code = thrown;
      const answer = await ask(`${failing.url}/example.com`);
      expect([answer.status, answer.json().code], thrown).to.deep.equal([status, told]);
      expect(answer.text, thrown).to.not.include('secret');
      if (told === 'internal') expect(answer.text, thrown).to.not.include('so it is');
    }
    details = [];
  });

  it('keeps methods and preflights', async () => {
    for (const [path, allow] of [
      ['/verify', 'POST, OPTIONS'],
      ['/mcp', 'POST, OPTIONS'],
      ['/log/checkpoint', 'GET, HEAD, OPTIONS'],
      ['/log/tile/0/x001/234/067.p/5', 'GET, HEAD, OPTIONS'],
      ['/monitors', 'POST, OPTIONS'],
      ['/health', 'GET, HEAD, OPTIONS'],
      ['/example.com', 'GET, HEAD, OPTIONS'],
      [`/reports/${NOWHERE}`, 'GET, HEAD, OPTIONS'],
    ] as const) {
      for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'POST']) {
        if (allow.includes(method)) continue;
        const answer = await ask(`${failing.url}${path}`, { method });
        expect(answer.status, `${method} ${path}`).to.equal(405);
        expect(answer.headers.allow).to.equal(allow);
      }
      const headers = {
        origin: 'https://app.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type, prefer',
      };
      const preflight = await ask(`${failing.url}${path}`, { method: 'OPTIONS', headers });
      expect(preflight.status).to.equal(204);
      expect(preflight.headers).to.include({
        allow,
        // It may reach private targets: other sites read what it publishes about itself.
        ...(path === '/health' ? { 'access-control-allow-origin': '*' } : { vary: 'Origin' }),
        'access-control-allow-methods': allow,
        'access-control-allow-headers': 'content-type, prefer',
      });
    }
    // A page of another site is told nothing by the endpoint of MCP, whatever it asks.
    for (const [method, accept] of [
      ['OPTIONS', '*/*'],
      ['GET', 'text/html'],
      ['POST', '*/*'],
    ] as const) {
      const answer = await ask(`${failing.url}/mcp?x`, { method, headers: { origin: 'https://app.example', accept } });
      expect(answer.headers, method).to.not.have.any.keys('access-control-allow-origin', 'access-control-expose-headers');
    }
    const refused = await post(`${failing.url}/verify`, { target: 5 }, { origin: 'https://app.example' });
    expect(refused.headers).to.not.have.any.keys('access-control-allow-origin', 'access-control-expose-headers');
    const answer = await ask(`${failing.url}/health`, { headers: { origin: 'https://app.example' } });
    expect(answer.headers).to.include({ 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' });
  });

  it('never fails by itself, whatever it is asked', async () => {
    code = 'not-found';
    const text = fc.string({ unit: fc.constantFrom(...'abcz09/.:%@?#&=+~-_[]{}<>|^`\'"$\\'), maxLength: 60 });
    const headers = fc.record(
      { accept: text, 'if-none-match': text, prefer: text, 'last-event-id': text, 'idempotency-key': text },
      { requiredKeys: [] },
    );
    const method = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH');
    await fc.assert(
      fc.asyncProperty(method, text, headers, async (verb, path, fields) => {
        const answer = await ask(`${failing.url}/${path}`, { method: verb, headers: fields });
        expect(answer.status, answer.text).to.be.within(200, 499);
        if (verb === 'HEAD') return;
        if (answer.status >= 400) expect(answer.type).to.be.oneOf(['application/problem+json', 'text/html']);
        if (answer.type === 'application/problem+json') expect(answer.json()).to.include.keys('type', 'title', 'status', 'code');
      }),
      { numRuns: sized(300) },
    );
  });
});
