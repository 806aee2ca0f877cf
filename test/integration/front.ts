// A front on loopback: some documents of its own, everything else passed on to a real server behind it.
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type RequestListener, request, type Server } from 'node:http';
import { type AddressInfo, createServer as createSocket } from 'node:net';

export interface Front {
  origin: string;
  close(): Promise<void>;
}

/** A document for GET, or whatever answers every method at its path. `*` stands for every path that has nothing of its own. */
export type Documents = { [path: string]: { type: string; body: string | Buffer } | RequestListener };

export async function front(documents: Documents, upstream: number): Promise<Front> {
  const server: Server = createServer((incoming, outgoing) => {
    const own = documents[new URL(incoming.url ?? '/', 'http://x').pathname] ?? documents['*'];
    if (typeof own === 'function') {
      own(incoming, outgoing);
      return;
    }
    if (own && incoming.method === 'GET') {
      outgoing.writeHead(200, { 'content-type': own.type }).end(own.body);
      return;
    }
    // The Host stays the front's own: software that names itself by it must name the front.
    const { headers } = incoming;
    const onward = request({ host: '127.0.0.1', port: upstream, path: incoming.url, method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.writeHead(502).end());
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export async function freePort(): Promise<number> {
  const socket = createSocket().listen(0, '127.0.0.1');
  await new Promise((resolve) => socket.once('listening', resolve));
  const { port } = socket.address() as AddressInfo;
  await new Promise((resolve) => socket.close(resolve));
  return port;
}

export interface Software {
  port: number;
  stop(): Promise<void>;
}

/** Starts a Node program that listens on a free port, and waits until it does. */
export async function start(
  script: string,
  args: (port: number) => string[],
  env: (port: number) => NodeJS.ProcessEnv = () => ({}),
  cwd?: string,
): Promise<Software> {
  const port = await freePort();
  const child: ChildProcess = spawn(process.execPath, [script, ...args(port)], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env(port) },
    stdio: 'ignore',
    ...(cwd === undefined ? {} : { cwd }),
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const answers = async (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
  for (let i = 0; i < 150; i++) {
    if (await answers()) break;
    if (child.exitCode !== null || i === 149) throw new Error(`${script} did not start`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    port,
    async stop() {
      child.kill();
      await ended;
    },
  };
}
