// Requests that node could not parse, or that never arrived whole. No route sees them: the problem document is written to the connection.
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import { AxproofError } from '../../contract/errors.ts';
import { onceOver } from './caller.ts';
import type { ConnectionLine, ConnectionLines } from './connections.ts';
import type { HttpContext } from './context.ts';
import { MEDIA } from './negotiate.ts';
import { problemOf } from './problem.ts';

/** Milliseconds in which a request has to be there whole. */
export const MOST_WAIT = 60_000;

const IN_TIME = `a request has to arrive whole, with its headers and its body, within ${MOST_WAIT / 1000} seconds`;
const SAID: Record<string, [status: number, message: string, right: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'the request did not arrive in time', IN_TIME],
  HPE_HEADER_OVERFLOW: [431, 'the headers of the request are too long', 'all headers together have to be less than 16 KiB'],
};
const OTHERWISE = [400, 'the request cannot be read as HTTP/1.1', 'a request has to be well formed, as RFC 9112 has it'] as const;

/** The answer under way, of a request that came before the one that cannot be read: whose own body never comes is told at once, unless it was answered without. */
function answerBefore(line: ConnectionLine | undefined): FastifyReply | undefined {
  const { answered } = line ?? {};
  if (!answered || answered.raw.closed || answered.raw.destroyed) return undefined;
  return answered.request.raw.complete || answered.raw.headersSent ? answered : undefined;
}

export const unread =
  ({ own, onRefusal }: Pick<HttpContext, 'own' | 'onRefusal'>, lines: ConnectionLines) =>
  (fault: NodeJS.ErrnoException, socket: Socket): void => {
    const line = lines.get(socket);
    // Nobody is left to hear of it, or it is told again with whatever comes behind.
    if (fault.code === 'ECONNRESET' || socket.destroyed || line?.refused) return;
    const tell = (): void => {
      const [status, message, right] = SAID[fault.code ?? ''] ?? OTHERWISE;
      const problem = { ...problemOf(new AxproofError('bad-request', message, [right]), own()), status };
      const body = `${JSON.stringify(problem, null, 2)}\n`;
      const head = [
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
        `content-type: ${MEDIA.problem}`,
        `content-length: ${Buffer.byteLength(body)}`,
        'cache-control: no-store',
        'x-content-type-options: nosniff',
        'connection: close',
      ];
      onRefusal('bad-request');
      if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
      socket.destroy(fault);
    };
    if (line) line.refused = true;
    // Written now, it would stand in the middle of an answer, or be taken for it; behind that one another request may wait.
    const tellInTurn = (): void => {
      const before = answerBefore(line);
      if (before) onceOver(before, () => setImmediate(tellInTurn));
      else if (!socket.destroyed) tell();
    };
    tellInTurn();
  };
