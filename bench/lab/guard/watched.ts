// Every connection that this process begins, whoever begins it: where to. Nothing is held back.
import { Socket } from 'node:net';

interface Place {
  host?: string;
  port?: number | string;
  path?: string;
}

/** Where node:net was asked to connect to, since this was called; `end` puts everything back. */
export function connections(): { places: string[]; end(): void } {
  const places: string[] = [];
  const own = Socket.prototype.connect;
  Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
    // node:net hands its own functions one array: the options first.
    const [first] = args;
    const { host = '', port = '', path } = ((Array.isArray(first) ? (first as unknown[])[0] : first) ?? {}) as Place;
    places.push(path ?? `${host}:${port}`);
    return own.apply(this, args as Parameters<typeof own>);
  } as typeof own;
  return {
    places,
    end() {
      Socket.prototype.connect = own;
    },
  };
}
