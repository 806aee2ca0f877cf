// MCP over HTTP: a stock client of each era calls all three tools of a real service, and pages of other sites are turned away.
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { Client } from '@modelcontextprotocol/client';
import { expect } from 'chai';
import { openPack } from '../../src/run/bundled.ts';
import { TOOLS } from '../../src/service/description.ts';
import type { RunningService } from '../../src/start/places.ts';
import { loadFixture } from '../../src/transport/fixture/load.ts';
import { type FixtureServer, serveFixture } from '../../src/transport/fixture/server.ts';
import { clientAt, contentOf, ERAS, service, textOf } from './service.ts';

const OTHER = `sha256:${'0'.repeat(64)}`;

describe('MCP over HTTP', function () {
  this.timeout(60_000);
  let served: RunningService;
  let target: FixtureServer;
  before(async () => {
    served = await service();
    target = await serveFixture(loadFixture('fixtures/targets/good.yaml'));
  });
  after(async () => {
    await served.close();
    await target.close();
  });

  for (const era of ERAS) {
    describe(era, () => {
      let client: Client;
      before(async () => {
        client = await clientAt(served.url, era);
      });
      after(() => client.close());

      it('is the era that was negotiated', () => {
        expect(client.getNegotiatedProtocolVersion()).to.equal(era);
        expect(client.getServerVersion()).to.include({ name: 'axproof', version: '0.1.0' });
      });

      it('lists the tools of the description, with both schemas', async () => {
        const { tools } = await client.listTools();
        expect(tools.map(({ name, title, description }) => ({ name, title, description }))).to.deep.equal(TOOLS);
        for (const { inputSchema, outputSchema } of tools) {
          expect(inputSchema).to.include({ type: 'object', additionalProperties: false });
          expect(outputSchema).to.include({ type: 'object' });
        }
      });

      it('grades, and tells every check as it settles', async () => {
        const told: string[] = [];
        const result = await client.callTool(
          { name: 'verify_domain', arguments: { domain: target.origin, seed: ERAS.indexOf(era) } },
          { onprogress: ({ progress, message }) => told.push(`${progress} ${message}`) },
        );
        const content = contentOf(result);
        expect(result.isError ?? false).to.equal(false);
        expect(content).to.include({ target: target.origin, grade: 'A+', conclusive: true, attested: false, seed: ERAS.indexOf(era) });
        expect(content.checks).to.have.length(12);
        expect(told).to.have.length(12);
        expect(told.map((line) => line.split(' ')[0])).to.deep.equal(told.map((_, i) => String(i + 1)));
        expect(textOf(result)).to.match(/^# Grade A\+ for `http:/);
        const report = await fetch(content.reportUrl as string);
        const evidence = await fetch(content.evidenceUrl as string);
        expect([report.status, evidence.status]).to.deep.equal([200, 200]);
      });

      it('discovers', async () => {
        const result = await client.callTool({ name: 'discover_domain', arguments: { target: target.origin } });
        const { surfaces } = contentOf(result) as { surfaces: { url: string; dialect: string }[] };
        expect(surfaces.find(({ url }) => url === `${target.origin}/openapi.json`)?.dialect).to.equal('openapi 3.1.0');
      });

      it('holds to a pinned spec by its digest', async () => {
        const { digest } = await openPack(undefined);
        const result = await client.callTool({ name: 'verify_pinned_spec', arguments: { target: target.origin, expectedDigest: digest } });
        expect(contentOf(result)).to.include({ passed: true, ratified: true, specDigest: digest });
        expect(textOf(result)).to.match(/^# PASSED/);
      });

      it('judges a spec that is sent along, and sends nothing where it was edited by one character', async () => {
        const { document, digest } = await openPack('auth');
        const spec: Record<string, unknown> = { ...structuredClone(document) };
        const result = await client.callTool({ name: 'verify_pinned_spec', arguments: { target: target.origin, spec } });
        expect(contentOf(result)).to.include({ passed: false, ratified: false, specDigest: digest });
        const { requests } = target;
        const edited = { ...spec, title: `${document.title}.` };
        const args = { target: target.origin, spec: edited, expectedDigest: digest };
        expect(contentOf(await client.callTool({ name: 'verify_pinned_spec', arguments: args }))).to.include({ code: 'digest-mismatch' });
        expect(target.requests).to.equal(requests);
      });

      const refused: [string, string, Record<string, unknown>, string][] = [
        ['an unknown digest', 'verify_pinned_spec', { target: 'example.com', expectedDigest: OTHER }, 'unknown-digest'],
        ['neither spec nor digest', 'verify_pinned_spec', { target: 'example.com' }, 'bad-request'],
        ['no domain', 'verify_domain', {}, 'bad-request'],
        ['two names', 'verify_domain', { domain: 'example.com', target: 'example.com' }, 'bad-request'],
        ['a number for a name', 'verify_domain', { domain: 5 }, 'bad-request'],
        ['a text for a seed', 'verify_domain', { domain: 'example.com', seed: '7' }, 'bad-request'],
        ['an unknown argument', 'discover_domain', { domain: 'example.com', depth: 1 }, 'bad-request'],
        ['an unknown pack', 'verify_domain', { domain: 'example.com', pack: 'nope' }, 'unknown-pack'],
        ['what is no domain', 'verify_domain', { domain: 'not a domain' }, 'bad-domain'],
        ['what nobody answers at', 'discover_domain', { domain: 'http://127.0.0.1:1' }, 'unreachable'],
      ];
      for (const [what, name, args, code] of refused) {
        it(`answers ${what} with ${code}, which is no protocol error`, async () => {
          const result = await client.callTool({ name, arguments: args });
          expect(result.isError).to.equal(true);
          expect(contentOf(result)).to.include({ code });
          expect(contentOf(result).fix).to.be.a('string').with.length.above(10);
          expect(contentOf(result).errorUrl).to.equal(`${served.url}/errors/${code}`);
        });
      }

      it('refuses a tool that does not exist, as the protocol says', async () => {
        const error = await client.callTool({ name: 'verify_all' }).catch((thrown: unknown) => thrown as { code: number });
        expect(error).to.include({ code: -32602 });
      });
    });
  }

  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const post = (headers: Record<string, string>): Promise<Response> =>
    fetch(`${served.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body: JSON.stringify(ping),
    });

  it('answers a batch with one refusal, and calls nothing of it', async () => {
    const { requests } = target;
    const one = (id: number) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'verify_domain', arguments: { domain: target.origin, seed: id } },
    });
    for (const batch of [Array.from({ length: 30 }, (_, id) => one(id)), [ping], []]) {
      const answer = await fetch(`${served.url}/mcp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify(batch),
      });
      const said = (await answer.json()) as { error: { code: number } };
      expect([answer.status, said.error.code], JSON.stringify(said)).to.deep.equal([400, -32600]);
      expect(said).to.include({ jsonrpc: '2.0', id: null });
    }
    expect(target.requests).to.equal(requests);
  });

  for (const [origin, status] of [
    ['https://evil.example.com', 403],
    ['null', 403],
    ['http://127.0.0.1.evil.example', 403],
    ['http://localhost:6274', 200],
    ['http://127.0.0.1', 200],
  ] as const) {
    it(`answers a page of ${origin} with ${status}`, async () => {
      const answer = await post({ origin });
      expect(answer.status).to.equal(status);
      for (const [name, value] of [
        ['x-content-type-options', 'nosniff'],
        ['referrer-policy', 'no-referrer'],
      ] as const)
        expect(answer.headers.get(name)).to.equal(value);
      expect(answer.headers.get('access-control-allow-origin')).to.equal(status === 200 ? origin : null);
      await answer.text();
    });
  }

  for (const [host, status] of [
    ['rebound.example.com', 403],
    ['127.0.0.1.rebound.example.com', 403],
    ['localhost', 200],
  ] as const) {
    it(`answers a request to the host ${host} with ${status}`, async () => {
      const headers = { host, 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
      const asked = request(`${served.url}/mcp`, { method: 'POST', headers }).end(JSON.stringify(ping));
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      answer.resume();
      expect(answer.statusCode).to.equal(status);
    });
  }

  // RFC 9110, 12.5.1: what takes everything takes both, and names of media types have no case.
  for (const [accept, status] of [
    ['*/*', 200],
    ['application/*, text/*;q=0.5', 200],
    ['Application/JSON, TEXT/event-stream', 200],
    ['application/json', 406],
    ['text/html', 406],
    ['*/*, text/event-stream;q=0', 406],
  ] as const) {
    it(`answers a client that takes ${accept} with ${status}`, async () => {
      const answer = await post({ accept });
      expect(answer.status).to.equal(status);
      await answer.text();
    });
  }

  it('has neither streams to get nor sessions to delete', async () => {
    for (const method of ['GET', 'DELETE']) {
      const answer = await fetch(`${served.url}/mcp`, { method, headers: { accept: 'text/event-stream' } });
      expect(answer.status).to.equal(405);
      expect(answer.headers.get('allow')).to.contain('POST');
    }
  });
});
