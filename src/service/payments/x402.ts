// Payments in the words of x402, version 2: what a paid route asks for, what a caller shows, and which payment that is. Pure; it pays and asks nobody.
import { sha256 } from '../../contract/digest.ts';
import type { Payment, PaymentRequirements } from '../../contract/generated/types.ts';
import { isObject, type Json } from '../../contract/json.ts';
import { readBase64 } from '../../json/base64.ts';
import { jcs } from '../../json/jcs.ts';

export const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value), 'utf8').toString('base64');

/** The content of a PAYMENT-REQUIRED header. */
export const paymentRequired = (accepts: readonly PaymentRequirements[], url: string, error: string): string =>
  encoded({ x402Version: 2, error, resource: { url, description: 'One run', mimeType: 'application/json' }, accepts });

/** Whatever a header holds, as JSON; undefined where it is none. */
export function decoded(header: string): unknown {
  try {
    return JSON.parse(Buffer.from(readBase64(header)?.bytes ?? []).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Which of the requirements was accepted: all of it, as it was asked for. */
export const acceptedOf = (payment: Payment, accepts: readonly PaymentRequirements[]): PaymentRequirements | undefined =>
  accepts.find((one) => jcs(one as unknown as Json) === jcs(payment.accepted as Json));

function unsigned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unsigned);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'signature')
      .map(([name, one]) => [name, unsigned(one)]),
  );
}

/** The same for every spelling of one payment: a signature may be written in more than one way, what it signs may not. */
export const paymentId = ({ accepted, payload }: Payment): string =>
  `x402-${sha256(jcs(unsigned({ accepted, payload }) as Json)).slice(7)}`;
