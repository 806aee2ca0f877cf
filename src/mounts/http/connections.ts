// What a caller may hold by connections alone: they are answered one request at a time, and what is not read of long answers has a bound. It answers nobody.
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { MINUTE_MS, MiB } from '../../contract/units.ts';
import { siteBucket } from '../../service/budgets.ts';
import { Room } from '../../service/room.ts';
import { onceOver } from './caller.ts';

/** Milliseconds in which nothing comes and nothing is read. Longer than any answer takes (a spec may wait for a minute and a half before it is validated), or any stream is silent. */
export const MOST_SILENCE = 5 * MINUTE_MS;
/** Requests of a connection that wait behind another: node reads on for as long as none of them is answered. */
const MOST_WAITING = 32;
/** Bytes of all long answers that are on their way; of one caller a quarter. */
const MOST_AT_ONCE = 256 * MiB;
/** Bytes. */
const LONG = 64 * 1024;
/** How long a long answer may take: milliseconds, and one more for so many bytes. Who reads more slowly holds what others wait for. */
const PATIENCE = { least: MINUTE_MS, bytes: 16 };

/** The requests of a connection, as they wait for one another. */
export interface ConnectionLine {
  /** The end of the answer of the newest. */
  last?: Promise<void>;
  waiting: number;
  /** What is answered now. */
  answered?: FastifyReply;
  /** Its fault was told, or will be. */
  refused?: true;
}

export type ConnectionLines = WeakMap<Socket, ConnectionLine>;

/**
 * The next request of a connection waits for the end of the one before it: node has them all begun as they come, and where the connection closes, it tells no
 * answer of it that stood behind another.
 */
export function oneByOne(app: FastifyInstance, lines: ConnectionLines): void {
  app.addHook('onRequest', async ({ raw: { socket } }, reply) => {
    const line: ConnectionLine = lines.get(socket) ?? { waiting: 0 };
    lines.set(socket, line);
    const before = line.last;
    line.last = new Promise((over) =>
      onceOver(reply, () => {
        // A connection that stays open keeps nothing of what was sent.
        if (line.answered === reply) delete line.answered;
        over();
      }),
    );
    if (before) {
      line.waiting++;
      if (line.waiting > MOST_WAITING) socket.destroy();
      else await before;
      line.waiting--;
    }
    // Nobody is left to be answered.
    if (socket.destroyed) reply.hijack();
    else line.answered = reply;
  });
}

const sizeOf = (payload: unknown, length: unknown): number =>
  typeof payload === 'string' || payload instanceof Uint8Array ? payload.length : Number(length ?? 0);

/** An answer counts until it is read, or its caller has left. */
export function boundAnswers(app: FastifyInstance, { least, bytes } = PATIENCE): void {
  const room = new Room({ all: MOST_AT_ONCE, one: MOST_AT_ONCE / 4 }, 'are asked for');
  app.addHook('onSend', async (request, reply, payload) => {
    const size = sizeOf(payload, reply.getHeader('content-length'));
    if (size < LONG || request.method === 'HEAD') return;
    const hold = room.take(siteBucket(request.ip), size);
    const late = setTimeout(() => request.raw.socket.destroy(), least + size / bytes).unref();
    onceOver(reply, () => {
      clearTimeout(late);
      hold(0);
    });
  });
}
