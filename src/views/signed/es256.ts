// ES256 (RFC 7518, 3.4): ECDSA on P-256 with SHA-256, under a public key as JWK. It must never throw, nor read a key in two ways.
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { Json } from '../../contract/json.ts';
import { readBase64Url } from '../../json/base64.ts';
import { text } from '../members.ts';

/** Bytes of a coordinate: always all of them (RFC 7518, 6.2.1.2). */
const COORDINATE = 32;
const SIGNATURE = 64;

const coordinate = (key: Json, name: 'x' | 'y'): string | null => {
  const value = text(key, name) ?? '';
  return readBase64Url(value)?.length === COORDINATE ? value : null;
};

/** The key, if it is a point of the curve. */
export function p256Key(key: Json): KeyObject | null {
  const [x, y] = [coordinate(key, 'x'), coordinate(key, 'y')];
  if (x === null || y === null) return null;
  try {
    return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  } catch {
    return null;
  }
}

function verified(key: KeyObject, message: Uint8Array, signature: Uint8Array, dsaEncoding: 'ieee-p1363' | 'der'): boolean {
  try {
    return verify('sha256', message, { key, dsaEncoding }, signature);
  } catch {
    return false;
  }
}

/** The signature (64 bytes, r then s) of the message verifies under the key. */
export const verifyEs256 = (key: KeyObject, message: Uint8Array, signature: Uint8Array): boolean =>
  signature.length === SIGNATURE && verified(key, message, signature, 'ieee-p1363');

/** The same of a signature in DER. */
export const verifyEcdsaDer = (key: KeyObject, message: Uint8Array, signature: Uint8Array): boolean =>
  verified(key, message, signature, 'der');
