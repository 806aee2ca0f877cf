// A service on the reader's own machine that writes another of its names into its documents is judged as it would be under that name.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { run } from '../src/run/run.ts';
import { live } from '../src/transport/live/live.ts';
import { packAt } from './packs.ts';

const pack = packAt(fileURLToPath(new URL('../rules/ax', import.meta.url)));
const ANSWER = { description: 'All items.', content: { 'application/json': { schema: { type: 'array', items: { type: 'string' } } } } };

/** What a framework makes of one operation, with the name that it has for its machine. */
const description = (server: string): object => ({
  openapi: '3.1.0',
  info: { title: 'Items', version: '1' },
  servers: [{ url: server }],
  paths: { '/items': { get: { operationId: 'items', security: [], responses: { 200: ANSWER } } } },
});

const served = (items: unknown, named: string): Promise<Server> => {
  const server = createServer(({ url }, response) => {
    const here = `http://${named}:${(server.address() as AddressInfo).port}`;
    const json = (body: unknown) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    if (url === '/openapi.json') json(description(here));
    else if (url === '/items') json(items);
    else response.writeHead(404).end();
  });
  return new Promise((resolve) => void server.listen(0, '127.0.0.1', () => resolve(server)));
};

async function reasons(server: Server, named: string): Promise<Record<string, string>> {
  const target = `http://${named}:${(server.address() as AddressInfo).port}`;
  const transport = live({ private: true, target: new URL(target) });
  const { verdict } = await run({
    pack,
    target,
    seed: 7,
    seedOrigin: 'caller',
    transport,
    now: () => '2026-11-21T00:00:00.000Z',
    recorded: false,
  });
  await transport.close();
  return Object.fromEntries(verdict.checks.map(({ id, verdict: is, reason }) => [id, `${is} ${reason.code}`]));
}

describe('a service on the own machine', function () {
  this.timeout(60_000);

  for (const [written, typed] of [
    ['127.0.0.1', 'localhost'],
    ['localhost', '127.0.0.1'],
  ] as const) {
    it(`whose documents say ${written} is judged as well where ${typed} is graded`, async () => {
      const server = await served(['a', 'b'], written);
      const [other, same] = [await reasons(server, typed), await reasons(server, written)];
      server.close();
      expect(other).to.deep.equal(same);
      expect(other).to.include({ 'keyless-flow': 'pass pass', 'claims-exist': 'pass whole' });
    });

    it(`whose documents say ${written} is caught as well where ${typed} is graded`, async () => {
      const server = await served({ none: true }, written);
      const other = await reasons(server, typed);
      server.close();
      expect(other['schema-conformance']).to.equal('fail nonconforming');
    });
  }
});
