// x402, version 2: the offer of a paid route, the payment that a caller presents, and its identity. Pure; it settles nothing.
import { sha256 } from '../../contract/digest.ts';
import type { Payment, PaymentRequirements } from '../../contract/generated/types.ts';
import { isObject, parsedJson } from '../../contract/json.ts';
import { readBase64 } from '../../json/base64.ts';
import { jcs } from '../../json/jcs.ts';

export const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value), 'utf8').toString('base64');

/** The content of a PAYMENT-REQUIRED header. */
export const paymentRequired = (accepts: readonly PaymentRequirements[], url: string, error: string): string =>
  encoded({ x402Version: 2, error, resource: { url, description: 'One run', mimeType: 'application/json' }, accepts });

/** Whatever a header holds, as JSON; undefined where it is none. */
export const decoded = (header: string): unknown => parsedJson(Buffer.from(readBase64(header)?.bytes ?? []).toString('utf8'));

/** Which of the requirements was accepted: all of it, as it was asked for. */
export const acceptedOf = (payment: Payment, accepts: readonly PaymentRequirements[]): PaymentRequirements | undefined =>
  accepts.find((one) => jcs(one) === jcs(payment.accepted));

/** Hex is read in either case. */
const lower = (text: string): string => (/^0x[0-9a-f]*$/i.test(text) ? text.toLowerCase() : text);

function unsigned(value: unknown): unknown {
  if (typeof value === 'string') return lower(value);
  if (Array.isArray(value)) return value.map(unsigned);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'signature')
      .map(([name, one]) => [name, unsigned(one)]),
  );
}

const ADDRESS = /^0x[0-9a-f]{40}$/i;
const BYTES_32 = /^0x[0-9a-f]{64}$/i;
/** As many digits as 256 bits need at most. */
const UINT = /^(?:0|[1-9]\d{0,77})$/;

const isText = (value: unknown, form: RegExp): value is string => typeof value === 'string' && form.test(value);

/**
 * What of an authorization of the scheme exact on EVM no other has, in one spelling: its contract takes each nonce of a payer once, whatever else was signed
 * with it. ERC-3009 counts by token, Permit2 for all of them. Undefined: it is neither, or could be read as both.
 */
function exactOnEvm({ accepted, payload }: Payment): unknown {
  const { network, asset } = accepted;
  const { authorization, permit2Authorization } = payload;
  if ((authorization === undefined) === (permit2Authorization === undefined)) return undefined;
  const signed = authorization ?? permit2Authorization;
  if (!isObject(signed)) return undefined;
  const { from, nonce } = signed as Record<string, unknown>;
  if (!isText(from, ADDRESS) || !isText(nonce, authorization === undefined ? UINT : BYTES_32)) return undefined;
  const by = authorization === undefined ? 'permit2' : lower(String(asset));
  return { network, by, from: lower(from), nonce: lower(nonce) };
}

/** The same for every spelling of one payment: a signature may be written in more than one way, what it signs may not. Undefined: it is none of its scheme. Throws for what is no canonical JSON. */
export function paymentId(payment: Payment): string | undefined {
  const { accepted, payload } = payment;
  // Of a scheme that is not known here anything may be signed. What is no canonical JSON is refused of every scheme.
  const all = jcs(unsigned({ accepted, payload }));
  const isKnown = accepted.scheme === 'exact' && isText(accepted.network, /^eip155:/);
  const known = isKnown ? exactOnEvm(payment) : undefined;
  if (isKnown && known === undefined) return undefined;
  return `x402-${sha256(isKnown ? jcs(known) : all).slice(7)}`;
}
