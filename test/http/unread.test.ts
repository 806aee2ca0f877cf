// Requests that never become one: what cannot be read, and what does not arrive. They end with a problem like any other, and the connection with them.
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { unread } from '../../src/mounts/http/unread.ts';
import { mounted, type Place } from './served.ts';

const SLOW = 'POST /mcp HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n';
const ROWS: [what: string, bytes: string, status: number][] = [
  ['no HTTP', 'no such thing\r\n\r\n', 400],
  ['a header without a colon', 'GET / HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n', 400],
  ['two lengths', 'POST /mcp HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
  ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(70_000)}\r\n\r\n`, 431],
];

describe('a request that is never read', () => {
  let place: Place;
  before(async () => {
    place = await mounted({});
  });
  after(() => place.close());

  async function holds(port: string | number, bytes: string, status: number, base: string): Promise<void> {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
    socket.write(bytes);
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    expect(head)
      .to.match(new RegExp(`^HTTP/1\\.1 ${status} `))
      .and.match(/^content-type: application\/problem\+json$/im);
    expect(head)
      .to.match(/^connection: close$/im)
      .and.match(new RegExp(`^content-length: ${Buffer.byteLength(body)}$`, 'im'));
    const problem = JSON.parse(body);
    expect(problem).to.include({ status, code: 'bad-request', type: `${base}/errors/bad-request` });
    expect(problem.fix).to.be.a('string');
    expect(problem.errors).to.have.length(1);
  }

  for (const [what, bytes, status] of ROWS)
    it(`since it has ${what} is told so`, () => holds(new URL(place.url).port, bytes, status, place.url));

  for (const [what, bytes] of [
    ['body', SLOW],
    ['end of headers', SLOW.slice(0, 40)],
  ] as const)
    it(`since its ${what} never comes is told so`, async () => {
      const refused: string[] = [];
      const server = createServer({ requestTimeout: 200, headersTimeout: 200, connectionsCheckingInterval: 50 }, (request) =>
        request.resume(),
      );
      server.on('clientError', unread({ own: () => 'https://a.example', onRefusal: (code) => refused.push(code) }));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      try {
        await holds((server.address() as AddressInfo).port, bytes, 408, 'https://a.example');
        expect(refused).to.deep.equal(['bad-request']);
      } finally {
        server.close();
      }
    });
});
