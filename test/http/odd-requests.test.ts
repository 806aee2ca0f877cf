// Requests as clients and proxies send them now and then: without a Host or with two, with an expectation, labelled without a body, at an address that cannot be decoded.
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { ask } from './ask.ts';
import { mounted, type Place } from './served.ts';

const ID = '0'.repeat(32);

describe('an odd request', () => {
  let place: Place;
  const stopped: string[] = [];
  before(async () => {
    const stop = async (id: string): Promise<void> => void stopped.push(id);
    place = await mounted({ entitled: async () => ({}) as never, monitors: { stop } as never });
  });
  after(() => place.close());

  async function raw(head: string): Promise<{ status: number; head: string; body: string }> {
    const socket = connect(Number(new URL(place.url).port), '127.0.0.1').on('error', () => {});
    socket.write(`${head}\r\nConnection: close\r\n\r\n`);
    const [top = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    return { status: Number(top.split(' ')[1]), head: top, body };
  }

  for (const [what, hosts] of [
    ['no Host', ''],
    ['two', '\r\nHost: a\r\nHost: b'],
    ['the same one twice', '\r\nHost: a\r\nHost: a'],
    ['a list of two', '\r\nHost: a, b'],
  ])
    it(`with ${what} is refused as a problem`, async () => {
      const { status, body } = await raw(`GET /robots.txt HTTP/1.1${hosts}`);
      expect([status, JSON.parse(body).code, JSON.parse(body).errors]).to.deep.equal([
        400,
        'bad-request',
        ['a request of HTTP/1.1 has one Host (RFC 9112, 3.2)'],
      ]);
    });

  for (const [path, leads] of [
    ['/example.com/', '/example.com'],
    ['/example.com/?pack=ax', '/example.com?pack=ax'],
    ['/health/', '/health'],
    ['/mcp/', '/mcp'],
    ['/\\example.com/', '/\\example.com'],
    ['/https%3A%2F%2Fexample.com/?a=/', '/https%3A%2F%2Fexample.com?a=/'],
  ] as const)
    it(`to ${path} is led to where there is something`, async () => {
      for (const method of ['GET', 'HEAD', 'POST']) {
        const { status, headers, text: body } = await ask(place.url + path, { method });
        expect([status, headers.location, body]).to.deep.equal([308, place.url + leads, '']);
      }
      expect((await ask(place.url + path, { method: 'OPTIONS' })).status).to.equal(204);
    });

  for (const path of ['//example.com/', '/example.com//', '/nothing/there/'])
    it(`to ${path} is led nowhere`, async () => {
      const { status, headers } = await ask(place.url + path);
      expect([status, headers.location]).to.deep.equal([404, undefined]);
    });

  it('of HTTP/1.0 needs no Host', async () => expect((await raw('GET /robots.txt HTTP/1.0')).status).to.equal(200));

  it('with an expectation that nobody knows is answered', async () => {
    const { status, body } = await raw('GET /robots.txt HTTP/1.1\r\nHost: a\r\nExpect: the-best');
    expect([status, body]).to.deep.equal([200, (await ask(`${place.url}/robots.txt`)).text]);
  });

  it('at an address that cannot be decoded has the headers of every answer', async () => {
    for (const path of ['/%', '/%ff']) {
      const { status, headers, json } = await ask(place.url + path);
      expect([status, json().code, headers['x-content-type-options'], headers['referrer-policy']]).to.deep.equal([
        400,
        'bad-request',
        'nosniff',
        'no-referrer',
      ]);
    }
  });

  for (const characters of [301, 501, 9000])
    it(`for a name of ${characters} characters is told how long one may be`, async () => {
      const { status, json } = await ask(`${place.url}/${'a'.repeat(characters)}`);
      expect([status, json().errors]).to.deep.equal([400, ['/domain: expected at most 300 characters']]);
    });

  for (const type of ['application/json', 'application/x-www-form-urlencoded'])
    it(`labelled ${type}, without a body where none is asked for, is taken`, async () => {
      stopped.length = 0;
      const { status } = await raw(`DELETE /monitors/${ID} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: 0`);
      expect([status, stopped]).to.deep.equal([204, [ID]]);
    });

  it('without a body where one is asked for is told so', async () => {
    const { status, json } = await ask(`${place.url}/verify`, { method: 'POST', headers: { 'content-type': 'application/json' } });
    expect([status, json().code]).to.deep.equal([400, 'bad-request']);
  });
});
