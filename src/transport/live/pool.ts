// Keep-alive connections to one target, at most six open at a time over all its origins. It must not open any by itself.
import { type ClientRequest, type ClientRequestArgs, Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

type Created = (error: Error | null, socket: Duplex) => void;
/** How got hands one request's own way of connecting to our agents. */
type Connecting = ClientRequestArgs & { createConnection: (options: ClientRequestArgs, done: Created) => void };

export interface AgentPool {
  /** Each is made when it is first asked for: a plain target never loads Node's TLS. */
  agents: { readonly http: HttpAgent; readonly https: HttpsAgent };
  /**
   * To be called before a connection opens: closes an idle one when all places are taken, and keeps the place.
   * What it gives is to be called with the connection, or with nothing when none came.
   */
  reserve(): (socket: Socket | undefined) => void;
  /** Closes whatever waits for a next request. */
  dropIdle(): void;
  close(): void;
}

class Sockets {
  readonly open = new Set<Duplex>();
  readonly idle = new Set<Duplex>();
  private readonly strays = new WeakMap<Duplex, () => void>();

  add(socket: Duplex): void {
    this.open.add(socket);
    socket.once('close', () => this.forget(socket));
  }

  forget(socket: Duplex): void {
    this.open.delete(socket);
    this.idle.delete(socket);
  }

  rest(socket: Duplex): void {
    // What comes on a resting connection answers nothing that was asked: the next request must not read it as its own.
    const stray = (): void => void socket.destroy();
    this.strays.set(socket, stray);
    socket.once('data', stray);
    this.idle.add(socket);
  }

  wake(socket: Duplex): void {
    const stray = this.strays.get(socket);
    if (stray) socket.off('data', stray);
    this.idle.delete(socket);
  }
}

/** The three hooks that both agents share; node:http calls them. */
function hooks(sockets: Sockets, keep: (socket: Duplex) => boolean, reuse: (socket: Duplex, request: ClientRequest) => void) {
  return {
    createConnection(options: Connecting, done: Created): void {
      options.createConnection(options, done);
    },
    keepSocketAlive(socket: Duplex): boolean {
      const kept = (socket as Socket).readableLength === 0 && keep(socket);
      if (kept) sockets.rest(socket);
      return kept;
    },
    reuseSocket(socket: Duplex, request: ClientRequest): void {
      sockets.wake(socket);
      reuse(socket, request);
    },
  };
}

function hooked<A extends HttpAgent>(agent: A, sockets: Sockets): A {
  const keep = agent.keepSocketAlive.bind(agent) as unknown as (socket: Duplex) => boolean;
  const reuse = agent.reuseSocket.bind(agent);
  return Object.assign(agent, hooks(sockets, keep, reuse)) as A;
}

export function pool(most: number): AgentPool {
  const sockets = new Sockets();
  // No cap of the agent's own: where a connection fails, node:http leaves whoever queued behind it waiting for ever. The slots of the transport are the cap.
  const settings = { keepAlive: true, maxFreeSockets: most, scheduling: 'lifo' as const };
  let http: HttpAgent | undefined;
  let https: HttpsAgent | undefined;
  let pending = 0;
  const dropIdle = (count: number): void => {
    for (const socket of [...sockets.idle].slice(0, count)) {
      // Its close event comes later, its place is free now.
      sockets.forget(socket);
      socket.destroy();
    }
  };
  return {
    agents: {
      get http() {
        http ??= hooked(new HttpAgent(settings), sockets);
        return http;
      },
      get https() {
        https ??= hooked(new HttpsAgent(settings), sockets);
        return https;
      },
    },
    reserve() {
      pending++;
      dropIdle(Math.max(0, sockets.open.size + pending - most));
      return (socket) => {
        pending--;
        if (socket) sockets.add(socket);
      };
    },
    dropIdle: () => dropIdle(sockets.idle.size),
    close() {
      for (const socket of [...sockets.open]) socket.destroy();
      http?.destroy();
      https?.destroy();
    },
  };
}
