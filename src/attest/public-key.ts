// Public keys: their names, and what every one of them has to hold, in a ring that signs and in a set that is trusted alike.
import { createHash, createPublicKey } from 'node:crypto';
import { soundPoint } from '../contract/ed25519.ts';
import type { PublicKey } from '../contract/generated/types.ts';
import { fromBase64Url32 } from '../json/base64.ts';
import { jcs } from '../json/jcs.ts';

/** The members that a JWK of an Ed25519 key must have (RFC 8037, 2); `x` is the key as its JWK spells it. */
const required = (x: string): { kty: 'OKP'; crv: 'Ed25519'; x: string } => ({ kty: 'OKP', crv: 'Ed25519', x });

/** RFC 7638 thumbprint of an Ed25519 key: its kid, everywhere. */
export const thumbprint = (x: string): string =>
  createHash('sha256')
    .update(jcs(required(x)), 'utf8')
    .digest('base64url');

type ReadKey = { ok: true; bytes: Uint8Array } | { ok: false; detail: string };

/** The 32 bytes of a key whose form was checked already, or why nobody should rely on it. */
export function readKey(key: PublicKey): ReadKey {
  const no = (detail: string): ReadKey => ({ ok: false, detail: `key ${key.kid}: ${detail}` });
  const bytes = fromBase64Url32(key.x);
  if (!bytes) return no('x is not 32 bytes in base64url without stray bits');
  if (!soundPoint(bytes)) return no('it is of small order or not canonically encoded: signatures under it prove nothing');
  if (thumbprint(key.x) !== key.kid) return no('its kid is not its RFC 7638 thumbprint');
  if (key.exp <= key.nbf) return no('its window ends before it begins');
  return { ok: true, bytes };
}

/** SubjectPublicKeyInfo (RFC 8410) in PEM, as openssl and other stock tools read it. */
export const spkiPem = (x: string): string =>
  createPublicKey({ key: required(x), format: 'jwk' }).export({ format: 'pem', type: 'spki' }) as string;
