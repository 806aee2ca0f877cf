// Public keys of DID documents that are written as publicKeyMultibase (Multikey: base58btc of a code and the key), as JWK.
// It must stay bounded: base58 takes the square of the length.
import { createPublicKey } from 'node:crypto';
import type { JsonObject } from '../../contract/json.ts';
import { toBase64Url } from '../base64.ts';
import { UNREAD } from './pem.ts';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const MOST_CHARACTERS = 100;
const ED25519 = 'ed01';
const P256 = '8024';
/** SubjectPublicKeyInfo of a compressed point of P-256, before the point. */
const P256_SPKI = Buffer.from('3039301306072a8648ce3d020106082a8648ce3d030107032200', 'hex');

function base58(text: string): Buffer | null {
  let number = 0n;
  for (const character of text) {
    const digit = ALPHABET.indexOf(character);
    if (digit < 0) return null;
    number = number * 58n + BigInt(digit);
  }
  const hex = number.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
}

function p256(point: Buffer): JsonObject {
  try {
    const key = createPublicKey({ key: Buffer.concat([P256_SPKI, point]), format: 'der', type: 'spki' });
    return { ...(key.export({ format: 'jwk' }) as JsonObject) };
  } catch {
    return { kty: UNREAD };
  }
}

/** The key as JWK; one of another kind says that it was not read. */
export function multibaseKey(text: string): JsonObject {
  const bytes = text.startsWith('z') && text.length <= MOST_CHARACTERS ? base58(text.slice(1)) : null;
  const [code, key] = [bytes?.subarray(0, 2).toString('hex'), bytes?.subarray(2)];
  if (code === ED25519 && key?.length === 32) return { kty: 'OKP', crv: 'Ed25519', x: toBase64Url(key) };
  if (code === P256 && key?.length === 33) return p256(key);
  return { kty: UNREAD };
}
