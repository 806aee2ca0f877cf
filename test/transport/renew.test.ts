// What goes out on a connection of its own: a second look, and what is sent again.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { live } from '../../src/transport/live/live.ts';
import { hop, never, rawServer, toLoopback } from './support.ts';

describe('transport/renew', () => {
  it('opens a connection where one rests', async () => {
    const ports: (number | undefined)[] = [];
    const server = createServer((request, response) => {
      ports.push(request.socket.remotePort);
      response.end('x');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const transport = live({ private: true, target: new URL(origin) });
    const ask = async (renew?: true): Promise<void> => {
      const request = { method: 'GET' as const, url: `${origin}/`, headers: {} };
      await transport.send({ key: 'x', hop: 0, request, bytes: 100, ...(renew ? { renew } : {}) }, new AbortController().signal);
      await new Promise((resolve) => setTimeout(resolve, 20));
    };
    await ask();
    await ask();
    await ask(true);
    await transport.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect(ports[0], 'a resting connection is used').to.equal(ports[1]);
    expect(ports[2]).not.to.equal(ports[1]);
  });

  it('sends again on a new connection, since those that rest beside a closed one may be closed as well', async () => {
    // Each connection answers once, and is closed under the next request, as after a restart of the server.
    const answered = new Set<object>();
    const raw = await rawServer((socket) => {
      if (answered.has(socket)) socket.destroy();
      else setTimeout(() => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'), 20);
      answered.add(socket);
    });
    const transport = toLoopback(raw.origin);
    await Promise.all(['a', 'b', 'c'].map((path) => transport.send(hop(`${raw.origin}/${path}`), never)));
    expect(raw.connections).to.equal(3);
    expect((await transport.send(hop(`${raw.origin}/next`), never)).status).to.equal(200);
    expect(raw.connections).to.equal(4);
    await transport.close();
    await raw.close();
  });
});
