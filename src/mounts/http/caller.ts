// Who asks: the socket's address, or the entry of X-Forwarded-For that the operator's own proxies wrote (AXPROOF_TRUST_PROXY).
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../service/service.ts';

/** fastify has resolved the trusted proxies by then. */
export const callerOf = (request: FastifyRequest): Caller => ({ address: request.ip });
