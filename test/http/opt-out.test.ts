// The hosted verifier and a site that wants no verification: no grade, no report, one look, and a day of silence.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { ask } from './ask.ts';
import { served, type Whole } from './served.ts';

describe('opting out of the hosted verifier', function () {
  this.timeout(60_000);
  let whole: Whole;
  let now = Date.now();
  const servers: Server[] = [];
  before(async () => {
    whole = await served({}, { now: () => now });
  });
  after(async () => {
    await whole.close();
    for (const server of servers) server.close();
  });

  async function site(routes: Record<string, string>): Promise<{ host: string; asked: string[] }> {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      const body = routes[request.url ?? ''];
      response.writeHead(body === undefined ? 404 : 200).end(body);
    });
    servers.push(server);
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
  }

  for (const [how, routes, looks] of [
    ['robots.txt', { '/robots.txt': 'User-agent: axproof\nDisallow: /\n' }, ['/robots.txt']],
    ['axproof.json', { '/.well-known/axproof.json': '{"verification": false}' }, ['/robots.txt', '/.well-known/axproof.json']],
  ] as const)
    it(`by ${how}: declined, one look a day, and never a grade`, async () => {
      const { host, asked } = await site(routes);
      const get = (): ReturnType<typeof ask> => ask(`${whole.url}/${host}?format=json`);
      const first = await get();
      expect([first.status, first.json().code]).to.deep.equal([403, 'declined']);
      expect(asked).to.deep.equal(looks);
      const again = await get();
      expect([again.status, again.json().code]).to.deep.equal([403, 'declined']);
      const gate = await ask(`${whole.url}/verify`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ target: host }),
      });
      expect([gate.status, gate.json().code]).to.deep.equal([403, 'declined']);
      expect((await ask(`${whole.url}/${host}/badge.svg`)).text).not.to.match(/>F</);
      expect(asked).to.deep.equal(looks);
      now += 86_400_001;
      expect((await get()).json().code).to.equal('declined');
      expect(asked).to.deep.equal([...looks, ...looks]);
    });
});
