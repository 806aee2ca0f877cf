// One address that leads to all workers: each connection goes to the next one that answers. What a load balancer does in production. It reads nothing.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Balancer {
  url: string;
  close(): void;
}

async function connected(ports: readonly number[], first: number): Promise<Socket | undefined> {
  for (const i of ports.keys()) {
    const socket = connect(ports[(first + i) % ports.length] as number, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return socket;
    } catch {
      socket.destroy();
    }
  }
  return undefined;
}

export async function balancer(ports: readonly number[]): Promise<Balancer> {
  let next = 0;
  const sockets = new Set<Socket>();
  const join = async (near: Socket): Promise<void> => {
    near.on('error', () => near.destroy());
    const far = await connected(ports, next++);
    if (!far) return void near.destroy();
    far.on('error', () => far.destroy());
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one.once('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  };
  const server = createServer((near) => void join(near));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
