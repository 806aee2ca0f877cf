// Public keys: their names, and what every one of them has to hold, in a ring that signs and in a set that is trusted alike.
import { createHash } from 'node:crypto';
import { soundPoint } from '../contract/ed25519.ts';
import type { PublicKey } from '../contract/generated/types.ts';
import { fromBase64Url32, toBase64 } from '../json/base64.ts';

/**
 * RFC 7638 thumbprint of an Ed25519 key: its kid, everywhere. `x` is the key as its JWK spells it; the members stand in code-unit order, as the RFC asks.
 */
export const thumbprint = (x: string): string =>
  createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`, 'utf8').digest('base64url');

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

/** SubjectPublicKeyInfo (RFC 8410), as openssl and other stock tools read it: DER of everything before the 32 bytes of the key. */
const PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

export const spkiDer = (publicKey: Uint8Array): Uint8Array => Buffer.concat([PREFIX, publicKey]);

/** 44 bytes of DER fit on one line. */
export const spkiPem = (publicKey: Uint8Array): string =>
  `-----BEGIN PUBLIC KEY-----\n${toBase64(spkiDer(publicKey))}\n-----END PUBLIC KEY-----\n`;
