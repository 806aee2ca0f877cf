// Who asks: the socket's address, or the entry of X-Forwarded-For that the operator's own proxies wrote (AXPROOF_TRUST_PROXY); what is paid with; and
// whether somebody is still there to be answered.
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../service/service.ts';

/** W3C Trace Context, version 00: nothing else that a caller sends there is kept. */
const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Some proxies write the port of the caller too, and then brackets around an address of IPv6. */
const withoutPort = (entry: string): string => /^(?:\[(.+)\]|([\d.]+))(?::\d+)?$/.exec(entry)?.slice(1).join('') ?? entry;

/** fastify has resolved the trusted proxies by then. */
export function callerOf({ ip, headers: { traceparent } }: FastifyRequest): Caller {
  return { address: withoutPort(ip), ...(typeof traceparent === 'string' && TRACEPARENT.test(traceparent) ? { traceparent } : {}) };
}

/** The payment of x402 (version 2), unread. An entitlement comes first: nobody pays who has one. */
export const paymentOf = ({ authorization, 'payment-signature': payment }: IncomingHttpHeaders): string | undefined =>
  authorization === undefined && typeof payment === 'string' ? payment : undefined;

/** Called once when the answer is whole or its client has left: at once where that was before it was asked, while something else was waited for. */
export function onceOver({ raw }: FastifyReply, act: () => void): void {
  if (raw.closed || raw.destroyed) act();
  else raw.once('close', act);
}

/** Fires when a client leaves before its answer is whole. */
export function leaving(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  onceOver(reply, () => gone.abort());
  return gone.signal;
}
