// Callers who leave while something else is waited for, before their message is read: nothing of theirs is held, and what would have been done for them is not.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import fastify, { type FastifyInstance } from 'fastify';
import { MOST_SPEC_BODY, readBodies } from '../../src/mounts/http/bodies.ts';
import { leaving } from '../../src/mounts/http/caller.ts';

const LONG = 600_000;

describe('callers who leave early', () => {
  let app: FastifyInstance;
  let port: number;
  const heard: boolean[] = [];
  before(async () => {
    app = fastify({ bodyLimit: MOST_SPEC_BODY });
    readBodies(app);
    app.post('/waits', { onRequest: () => pause(150) }, async () => 'read');
    app.get('/leaves', { onRequest: () => pause(150) }, async (_request, reply) => {
      heard.push(leaving(reply).aborted);
      return 'left';
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    port = (app.server.address() as AddressInfo).port;
  });
  after(() => app.close());

  async function abandoned(head: string): Promise<void> {
    const socket: Socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(`${head}\r\nhost: x\r\ncontent-type: application/json\r\n`);
    socket.write(head.startsWith('POST') ? `content-length: ${LONG}\r\n\r\n[` : '\r\n');
    await pause(50);
    socket.destroy();
  }

  it('leave the room that their messages would have had', async () => {
    await Promise.all(Array.from({ length: 40 }, () => abandoned('POST /waits HTTP/1.1')));
    await pause(400);
    const answer = await fetch(`http://127.0.0.1:${port}/waits`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify('a'.repeat(LONG)),
    });
    expect(answer.status).to.equal(200);
  });

  it('are known to have left', async () => {
    await abandoned('GET /leaves HTTP/1.1');
    await pause(400);
    expect(heard).to.deep.equal([true]);
  });
});
