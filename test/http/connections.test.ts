// What callers hold by their connections alone: requests that are sent before they can be answered, and answers that are asked for and not read.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { type FastifyInstance, fastify } from 'fastify';
import { MOST_SPEC_BODY } from '../../src/mounts/http/bodies.ts';
import { boundAnswers } from '../../src/mounts/http/connections.ts';
import { whole } from '../../src/report/written.ts';
import { ask } from './ask.ts';
import { mounted, type Place } from './served.ts';

const digest = (at: number): string => `sha256:${String(at).padStart(64, '0')}`;
const evidence = (at: number): string => `GET /evidence/${digest(at)} HTTP/1.1\r\nhost: x\r\n\r\n`;
const LONG = whole(Buffer.alloc(8 * 1024 * 1024, ' '));

async function opened({ url }: Pick<Place, 'url'>): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').pause();
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

describe('a connection', () => {
  let place: Place;
  let asked = 0;
  let answer: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const sockets: Socket[] = [];
  before(async () => {
    place = await mounted({
      document: async (_kind, of) => {
        asked++;
        if (of === digest(0)) await held;
        return { state: 'here', content: LONG };
      },
    });
  });
  after(async () => {
    for (const socket of sockets) socket.destroy();
    answer();
    await place.close();
  });

  it('is answered one request at a time, however many it sends at once', async () => {
    const socket = await opened(place);
    sockets.push(socket);
    socket.write(evidence(1).repeat(30));
    while (asked === 0) await pause(10);
    await pause(100);
    // The first one is not read, so that it is not whole.
    expect(asked).to.equal(1);
  });

  it('ends where more wait behind an answer than any client sends', async () => {
    const socket = await opened(place);
    const closed = new Promise((resolve) => socket.resume().once('close', resolve));
    socket.write(evidence(0) + evidence(1).repeat(1000));
    await closed;
  });

  it('is answered in the order in which it asks', async () => {
    const socket = await opened(place);
    const said: string[] = [];
    socket.on('data', (bytes) => said.push(String(bytes))).resume();
    socket.write(['/errors/gone', '/nothing/there', '/errors/busy'].map((path) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`).join(''));
    while (said.join('').split('HTTP/1.1 ').length < 4) await pause(10);
    expect([...said.join('').matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).to.deep.equal(['200', '404', '200']);
    socket.destroy();
  });

  it('holds no room for a message that it sent behind another and left', async () => {
    for (let i = 0; i < 30; i++) {
      const socket = await opened(place);
      socket.write(
        `${evidence(0)}POST /verify HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${MOST_SPEC_BODY}\r\n\r\n[`,
      );
      await pause(10);
      socket.destroy();
    }
    await pause(200);
    const { status } = await ask(`${place.url}/verify`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify('a'.repeat(2_000_000)),
    });
    expect(status).to.equal(400);
  });

  describe('with a long answer', () => {
    const SIZE = 32 * 1024 * 1024;
    const GET = 'GET /long HTTP/1.1\r\nhost: x\r\n\r\n';
    let app: FastifyInstance;
    /** A connection to what lets answers take so long, and how much it has read. */
    async function patient(least: number): Promise<{ socket: Socket; read: () => number }> {
      app = fastify();
      boundAnswers(app, { least, bytes: SIZE });
      app.get('/long', (_, reply) => reply.send('a'.repeat(SIZE)));
      const url = await app.listen({ host: '127.0.0.1', port: 0 });
      const socket = await opened({ url });
      let read = 0;
      socket.on('data', (bytes) => {
        read += bytes.length;
      });
      socket.pause().write(GET);
      return { socket, read: () => read };
    }
    afterEach(async () => {
      app.server.closeAllConnections();
      await app.close();
    });

    it('ends where that is not read in time', async () => {
      const { socket, read } = await patient(200);
      await pause(1000);
      const closed = new Promise((resolve) => socket.once('close', resolve));
      socket.resume();
      await closed;
      expect(read()).to.be.below(SIZE);
    });

    it('stays where that was read', async () => {
      const { socket, read } = await patient(3000);
      socket.resume();
      while (read() < SIZE) await pause(10);
      await pause(3200);
      socket.write(GET);
      while (read() < 2 * SIZE) await pause(10);
      socket.destroy();
    });
  });

  it('is refused long answers while its address leaves too many of them unread', async () => {
    for (let i = 0; i < 12; i++) {
      const socket = await opened(place);
      sockets.push(socket);
      socket.write(evidence(1));
    }
    const status = async (): Promise<number> => (await ask(`${place.url}/evidence/${digest(1)}`)).status;
    while ((await status()) === 200) await pause(10);
    expect(await status()).to.equal(503);
    expect((await ask(`${place.url}/evidence/${digest(1)}`, { method: 'HEAD' })).status, 'what sends nothing').to.equal(200);
    for (const socket of sockets) socket.destroy();
    while ((await status()) === 503) await pause(10);
    expect(await status()).to.equal(200);
  });
});
