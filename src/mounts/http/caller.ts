// Who asks: the socket's address, or the entry of X-Forwarded-For that the operator's own proxies wrote (AXPROOF_TRUST_PROXY).
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../service/service.ts';

/** W3C Trace Context, version 00: nothing else that a caller sends there is kept. */
const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** fastify has resolved the trusted proxies by then. */
export function callerOf({ ip, headers: { traceparent } }: FastifyRequest): Caller {
  return { address: ip, ...(typeof traceparent === 'string' && TRACEPARENT.test(traceparent) ? { traceparent } : {}) };
}
