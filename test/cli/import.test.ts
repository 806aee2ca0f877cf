// axproof import from outside: what it writes where, what it says, and a scenario that was imported and then run with and without consent.
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { ROOT } from '../sources.ts';
import { axproof } from './io.ts';
import { type Folder, folder } from './suite-folder.ts';

const original = (name: string): string => join(ROOT, 'fixtures/suites/imports', `${name}.json`);

/** Keeps orders, as the imported suite wants it; broken: an order stays after it was cancelled. */
function orders(broken: boolean): Server & { seen: string[] } {
  const kept = new Map<string, object>();
  const seen: string[] = [];
  const served = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = request.url ?? '';
    seen.push(`${request.method} ${path}`);
    const answer = (status: number, body?: object): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(body ? JSON.stringify(body) : '');
    if (request.method === 'POST' && path === '/orders') {
      const order = { id: kept.size + 1, ...JSON.parse(Buffer.concat(chunks).toString()) };
      kept.set(`/orders/${order.id}`, order);
      answer(201, order);
    } else if (!kept.has(path)) answer(404, { error: 'none' });
    else if (request.method === 'DELETE') {
      if (!broken) kept.delete(path);
      answer(204);
    } else answer(200, kept.get(path));
  };
  const server = createServer((request, response) => void served(request, response));
  return Object.assign(server, { seen });
}

describe('axproof import', function () {
  this.timeout(60_000);
  let dir: Folder;
  before(() => {
    dir = folder({ 'rows.csv': 'item\nlamp\nchair\n' });
  });
  after(() => dir.remove());

  it('writes a spec to stdout or a file, and its digest is the one it says', async () => {
    const ran = await axproof('import', original('notes.spec'));
    expect(ran.status).to.equal(0);
    const file = dir.path('notes.json');
    expect((await axproof('import', original('notes.spec'), '--out', file)).status).to.equal(0);
    expect(readFileSync(file, 'utf8')).to.equal(ran.out);
    expect(ran.err).to.include((await axproof('spec-digest', file)).out.trim());
    expect((await axproof('pack', 'lint', file)).status).to.equal(0);
  });

  it('lists what has no equivalent with its pointer, and --strict ends with 1', async () => {
    const ran = await axproof('import', original('beyond.spec'), '--out', dir.path('beyond.json'));
    expect(ran.status).to.equal(0);
    expect(ran.err).to.match(/beyond\.spec\.json#\/requirements\/2\/kind: no-equivalent .*minGrade/);
    expect(ran.err).to.match(/beyond\.spec\.json#\/standard: note/);
    const strict = async (name: string): Promise<number> =>
      (await axproof('import', original(name), '--strict', '--out', dir.path('strict'))).status;
    expect([await strict('beyond.spec'), await strict('notes.spec'), await strict('orders.suite')]).to.deep.equal([1, 0, 0]);
  });

  const refused: [string, string[], RegExp][] = [
    ['a file that is not there', ['nowhere.json'], /bad-file/],
    ['a document of another kind', [join(ROOT, 'package.json')], /bad-import.*\$type/],
    ['a suite without a folder', [original('orders.suite')], /bad-usage.*--out/],
  ];
  for (const [name, args, message] of refused) {
    it(`refuses ${name}`, async () => {
      const ran = await axproof('import', ...args);
      expect([ran.status, message.test(ran.err)], ran.err).to.deep.equal([2, true]);
    });
  }

  for (const [name, broken, args, status] of [
    ['passes with consent', false, ['--allow-writes'], 0],
    ['fails where the last step differs', true, ['--allow-writes'], 1],
    ['sends no write without consent', false, [], 5],
  ] as const) {
    it(`an imported scenario ${name}`, async () => {
      const server = orders(broken);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      dir.write({ 'orders.json': readFileSync(original('orders.suite'), 'utf8').replace('https://staging.orders.example', origin) });
      expect((await axproof('import', dir.path('orders.json'), '--out', dir.path('out'))).status).to.equal(0);
      const suite = dir.path('out/orders-by-environment.suite.yaml');
      const ran = await axproof('suite', suite, '--env', 'staging', '--data', dir.path('rows.csv'), '--reporter', 'json', ...args);
      server.closeAllConnections();
      server.close();
      expect(ran.status, ran.out.slice(0, 4000) + ran.err).to.equal(status);
      const steps = server.seen.filter((line) => line.includes('/orders'));
      if (status === 5) expect(steps).to.deep.equal([]);
      else {
        const each = (id: number): string[] => ['POST /orders', `GET /orders/${id}`, `DELETE /orders/${id}`, `GET /orders/${id}`];
        expect(steps).to.deep.equal([...each(1), ...each(broken ? 2 : 1)]);
      }
    });
  }
});
