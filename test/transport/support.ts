// Loopback servers and hops for the transport tests. No other address is ever used.

import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { Answer, Request } from '../../src/contract/generated/types.ts';
import type { Hop, Transport } from '../../src/contract/transport.ts';
import { live } from '../../src/transport/live/live.ts';
import type { LiveOptions } from '../../src/transport/live/options.ts';

export const HEADERS = {
  accept: '*/*',
  'accept-language': '*',
  'sec-fetch-mode': 'cors',
  'user-agent': 'node',
  'accept-encoding': 'gzip, deflate',
};

export const never = new AbortController().signal;

export function hop(url: string, more: Partial<Request> & { bytes?: number } = {}): Hop {
  const { bytes = 256 * 1024, ...request } = more;
  return { key: url, hop: 0, bytes, request: { method: 'GET', url, headers: HEADERS, ...request } };
}

export interface RawServer {
  origin: string;
  port: number;
  /** Connections that were opened, and the most at one time. */
  connections: number;
  most: number;
  /** What was received, a text per connection. */
  heard: string[];
  close(): Promise<void>;
}

/** A TCP server that says what it likes to whoever sends a whole request head. */
export async function rawServer(speak: (socket: Socket, heard: string) => void): Promise<RawServer> {
  const open = new Set<Socket>();
  const server: Server = createServer();
  const raw: RawServer = {
    origin: '',
    port: 0,
    connections: 0,
    most: 0,
    heard: [],
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
  server.on('connection', (socket) => {
    const index = raw.connections++;
    raw.heard[index] = '';
    open.add(socket);
    // A moment later: the end of an earlier connection may be heard after the beginning of its successor.
    setTimeout(() => {
      raw.most = Math.max(raw.most, open.size);
    }, 4);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => {});
    let head = '';
    socket.on('data', (chunk) => {
      raw.heard[index] += chunk.toString('latin1');
      head += chunk.toString('latin1');
      if (!head.includes('\r\n\r\n')) return;
      const whole = head;
      head = '';
      speak(socket, whole);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  raw.port = (server.address() as AddressInfo).port;
  raw.origin = `http://127.0.0.1:${raw.port}`;
  return raw;
}

export const toLoopback = (origin: string, more: Partial<LiveOptions> = {}): Transport =>
  live({ private: true, target: new URL(origin), ...more });

/** Sends one hop over a transport of its own. */
export async function ask(
  origin: string,
  more: Parameters<typeof hop>[1] & { options?: Partial<LiveOptions>; path?: string } = {},
): Promise<Answer> {
  const { options, path = '/', ...rest } = more;
  const transport = toLoopback(origin, options);
  try {
    return await transport.send(hop(origin + path, rest), never);
  } finally {
    await transport.close();
  }
}
