// Requests that never become one: what cannot be read, and what does not arrive. They end with a problem like any other, and the connection with them.
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { type FastifyInstance, fastify } from 'fastify';
import { type ConnectionLines, oneByOne } from '../../src/mounts/http/connections.ts';
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
      server.on('clientError', unread({ own: () => 'https://a.example', onRefusal: (code) => refused.push(code) }, new WeakMap()));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      try {
        await holds((server.address() as AddressInfo).port, bytes, 408, 'https://a.example');
        expect(refused).to.deep.equal(['bad-request']);
      } finally {
        server.close();
      }
    });

  describe('behind another that is being answered', () => {
    let app: FastifyInstance;
    let end: () => void = () => {};
    let refused = 0;
    beforeEach(async () => {
      refused = 0;
      const lines: ConnectionLines = new WeakMap();
      app = fastify({
        requestTimeout: 200,
        http: { headersTimeout: 200, connectionsCheckingInterval: 50 },
        clientErrorHandler: unread({ own: () => 'https://a.example', onRefusal: () => refused++ }, lines),
      });
      oneByOne(app, lines);
      const ended = new Promise<void>((resolve) => {
        end = resolve;
      });
      app.get('/late', async () => {
        await ended;
        return 'late';
      });
      app.get('/long', (_request, reply) => {
        reply.hijack();
        reply.raw.writeHead(200, { 'content-length': 4 }).write('lo');
        void ended.then(() => reply.raw.end('ng'));
      });
      app.get('/soon', async () => 'soon');
      app.post('/mcp', async () => 'never');
      await app.listen({ host: '127.0.0.1', port: 0 });
    });
    afterEach(() => app.close());

    for (const [path, body] of [
      ['/late', 'late'],
      ['/long', 'long'],
    ] as const)
      for (const [what, bytes, status] of [
        ['does not come whole', SLOW, 408],
        ['does not come to its end', SLOW.slice(0, 40), 408],
        ['is no HTTP', 'no such thing\r\n\r\n', 400],
      ] as const)
        it(`and ${what}: ${path} is answered whole before that is told`, async () => {
          const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
          socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n${bytes}`);
          setTimeout(end, 500);
          const said = await text(socket);
          expect([...said.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, one]) => Number(one))).to.deep.equal([200, status]);
          expect(said).to.contain(`\r\n\r\n${body}HTTP/1.1 ${status} `);
        });

    it('and others stand between: all are answered, and it is told once, whatever comes behind it', async () => {
      const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
      socket.write('GET /late HTTP/1.1\r\nHost: x\r\n\r\nGET /soon HTTP/1.1\r\nHost: x\r\n\r\nno such thing\r\n\r\n');
      for (const [i, byte] of ['m', 'o', 'r', 'e'].entries()) setTimeout(() => socket.write(byte), 50 * (i + 1));
      setTimeout(end, 400);
      const said = await text(socket);
      expect([...said.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, one]) => Number(one))).to.deep.equal([200, 200, 400]);
      expect(refused).to.equal(1);
    });

    it('is told in its place where the body of the first one never comes', async () => {
      const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
      socket.write(SLOW);
      expect(await text(socket)).to.match(/^HTTP\/1\.1 408 /);
    });
  });
});
