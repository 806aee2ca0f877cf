// The pool holds so many connections over all origins together: an idle one goes before a new one comes.
import { get } from 'node:http';
import { connect } from 'node:net';
import { expect } from 'chai';
import { slots } from '../../src/transport/live/live.ts';
import { pool } from '../../src/transport/live/pool.ts';
import { rawServer } from './support.ts';

describe('transport: pool', () => {
  it('closes an idle connection of one origin for a new one of another', async () => {
    const servers = await Promise.all(
      [1, 2, 3, 4].map(() => rawServer((socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'))),
    );
    const open = new Set<object>();
    let most = 0;
    const kept = pool(2);
    const request = (port: number): Promise<void> =>
      new Promise((resolve, reject) => {
        const createConnection = (_options: unknown, done: (error: Error | null, socket: never) => void): undefined => {
          const place = kept.reserve();
          const socket = connect(port, '127.0.0.1', () => {
            place(socket);
            done(null, socket as never);
          });
          open.add(socket.once('close', () => open.delete(socket)));
          most = Math.max(most, [...open].filter((one) => !(one as typeof socket).destroyed).length);
        };
        get({ host: '127.0.0.1', port, agent: kept.agents.http, createConnection } as never, (response) => {
          response.resume().once('end', () => setImmediate(resolve));
        }).once('error', reject);
      });
    for (const server of [...servers, ...servers]) await request(server.port);
    expect(most).to.equal(2);
    expect(servers.map((server) => server.connections)).to.deep.equal([2, 2, 2, 2]);
    await request(servers[3]?.port as number);
    expect(servers[3]?.connections, 'the youngest is kept').to.equal(2);
    kept.close();
    await Promise.all(servers.map((server) => server.close()));
  });

  it('gives places in the order of asking, and none to who left', async () => {
    const places = slots(2);
    const order: string[] = [];
    const leaving = new AbortController();
    const never = new AbortController().signal;
    expect(await places.take(never)).to.equal(true);
    expect(await places.take(never)).to.equal(true);
    const waiting = [
      places.take(never).then((got) => order.push(`a ${got}`)),
      places.take(leaving.signal).then((got) => order.push(`b ${got}`)),
      places.take(never).then((got) => order.push(`c ${got}`)),
    ];
    leaving.abort();
    places.free();
    places.free();
    await Promise.all(waiting);
    expect(order).to.deep.equal(['b false', 'a true', 'c true']);
    places.free();
    places.free();
    expect(await places.take(never)).to.equal(true);
  });
});
