// Sockets that a hostile caller opens by the hundred: what they say, when they are closed, and how many still stand. It reads nothing that comes.
import { connect, type Socket } from 'node:net';

export interface Crowd {
  /** Sockets that the service has not closed. */
  open(): number;
  each(act: (socket: Socket) => void): void;
  close(): void;
}

/** Opens them a hundred at a time, so that no queue of the kernel overflows. */
export async function crowd(url: string, count: number, begin: (socket: Socket) => void): Promise<Crowd> {
  const { hostname, port } = new URL(url);
  const open = new Set<Socket>();
  const one = (): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => resolve());
      socket.once('connect', () => {
        open.add(socket);
        begin(socket);
        resolve();
      });
      socket.once('close', () => {
        open.delete(socket);
        resolve();
      });
    });
  for (let left = count; left > 0; left -= 100) await Promise.all(Array.from({ length: Math.min(100, left) }, one));
  return {
    open: () => open.size,
    each(act) {
      for (const socket of open) act(socket);
    },
    close() {
      for (const socket of open) socket.destroy();
    },
  };
}
