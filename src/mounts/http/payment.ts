// The headers of x402 (version 2) as a request has them. It reads none of what they hold.
import type { IncomingHttpHeaders } from 'node:http';

/** An entitlement comes first: nobody pays who has one. */
export const paymentOf = ({ authorization, 'payment-signature': payment }: IncomingHttpHeaders): string | undefined =>
  authorization === undefined && typeof payment === 'string' ? payment : undefined;
