// The DSSE envelope of a report: writes and opens it in one exact form. It judges no signature.
import type { ErrorCode } from '../contract/errors.ts';
import type { Envelope } from '../contract/generated/types.ts';
import { quote } from '../contract/quote.ts';
import { fromBase64, toBase64 } from '../json/base64.ts';
import { shaped } from './shape.ts';

export const PAYLOAD_TYPE = 'application/vnd.in-toto+json';
const SIGNATURE_BYTES = 64;
/** The names of pure Ed25519 in JOSE. DSSE knows no alg member; one that names anything else is an attempt. */
const PURE = new Set(['EdDSA', 'Ed25519']);

export interface Opened {
  ok: true;
  payload: Uint8Array;
  signature: Uint8Array;
  kid: string;
}
export type Opening = Opened | { ok: false; code: ErrorCode; detail: string };

export function seal(payload: Uint8Array, kid: string, signature: Uint8Array): Envelope {
  return { payloadType: PAYLOAD_TYPE, payload: toBase64(payload), signatures: [{ keyid: kid, sig: toBase64(signature) }] };
}

const no = (code: ErrorCode, detail: string): Opening => ({ ok: false, code, detail });

/** The first algorithm that an envelope names and that is not ours. */
function otherAlgorithm(value: object): string | undefined {
  const { signatures } = value as { signatures?: unknown };
  for (const holder of [value, ...(Array.isArray(signatures) ? signatures.slice(0, 16) : [])] as { alg?: unknown }[]) {
    const alg = typeof holder === 'object' && holder !== null && Object.hasOwn(holder, 'alg') ? holder.alg : undefined;
    if (alg !== undefined && !(typeof alg === 'string' && PURE.has(alg))) return typeof alg === 'string' ? alg : `of type ${typeof alg}`;
  }
  return undefined;
}

export function open(value: unknown): Opening {
  if (typeof value !== 'object' || value === null) return no('bad-envelope', 'the attestation is no object');
  const alg = otherAlgorithm(value);
  if (alg !== undefined) return no('wrong-algorithm', `the envelope names the algorithm ${quote(alg, 40)}`);
  const { payloadType } = value as { payloadType?: unknown };
  if (typeof payloadType === 'string' && payloadType !== PAYLOAD_TYPE)
    return no('wrong-payload-type', `the payload is of type ${quote(payloadType, 80)}`);
  const envelope = shaped('Envelope', value);
  if (!envelope.ok) return no('bad-envelope', envelope.detail);
  const { keyid, sig } = envelope.value.signatures[0]!;
  const payload = fromBase64(envelope.value.payload);
  const signature = fromBase64(sig);
  if (!payload) return no('bad-envelope', 'the payload is not in canonical base64');
  if (!signature) return no('bad-envelope', 'the signature is not in canonical base64');
  if (signature.length !== SIGNATURE_BYTES)
    return no('wrong-algorithm', `a signature of ${signature.length} bytes is not of Ed25519, which has ${SIGNATURE_BYTES}`);
  return { ok: true, payload, signature, kid: keyid };
}
