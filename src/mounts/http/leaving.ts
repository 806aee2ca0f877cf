// The signal of a client that leaves before its answer is whole.
import type { FastifyReply } from 'fastify';

export function leaving(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return gone.signal;
}
