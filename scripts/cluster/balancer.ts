// One address that leads to all workers: each request goes to the one that has fewest under way. What an HTTP/2 load balancer does in production. It reads no body.
import { once } from 'node:events';
import {
  type ClientHttp2Session,
  connect,
  constants,
  createServer,
  type Http2Session,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo } from 'node:net';

export interface Balancer {
  url: string;
  close(): void;
}

class Worker {
  readonly #url: string;
  #session: ClientHttp2Session | undefined;
  underWay = 0;

  constructor(port: number) {
    this.#url = `http://127.0.0.1:${port}`;
  }

  /** Rejects where nobody listens. */
  async session(): Promise<ClientHttp2Session> {
    if (this.#session && !this.#session.closed && !this.#session.destroyed) return this.#session;
    const session = connect(this.#url);
    await once(session, 'connect');
    // One that breaks is told by its streams; without a listener it would end the process.
    session.on('error', () => session.destroy());
    this.#session = session;
    return session;
  }

  close(): void {
    this.#session?.destroy();
  }
}

function join(near: ServerHttp2Stream, headers: IncomingHttpHeaders, session: ClientHttp2Session): Promise<unknown> {
  const far = session.request(headers, { endStream: near.endAfterHeaders });
  far.once('response', (answer) => near.destroyed || near.respond(answer));
  near.pipe(far).pipe(near);
  // A stream that breaks on one side is told to the other, which would wait for ever.
  far.on('error', () => near.close(constants.NGHTTP2_INTERNAL_ERROR));
  near.on('error', () => far.close(constants.NGHTTP2_CANCEL));
  near.once('close', () => far.close(constants.NGHTTP2_CANCEL));
  return new Promise((resolve) => far.once('close', resolve));
}

export async function balancer(ports: readonly number[]): Promise<Balancer> {
  const workers = ports.map((port) => new Worker(port));
  const lead = async (near: ServerHttp2Stream, headers: IncomingHttpHeaders): Promise<void> => {
    for (const worker of [...workers].sort((a, b) => a.underWay - b.underWay)) {
      const session = await worker.session().catch(() => undefined);
      if (!session) continue;
      worker.underWay += 1;
      await join(near, headers, session);
      worker.underWay -= 1;
      return;
    }
    near.respond({ ':status': 503 }, { endStream: true });
  };
  const near = new Set<Http2Session>();
  const server = createServer();
  server.on('session', (session) => near.add(session.once('close', () => near.delete(session))));
  server.on('stream', (stream, headers) => void lead(stream, headers));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      for (const session of near) session.destroy();
      for (const worker of workers) worker.close();
    },
  };
}
