// What every public key has to hold, in a ring that signs and in a set that is trusted alike: sound, named by its thumbprint, with a window.
import { soundPoint } from '../contract/ed25519.ts';
import type { PublicKey } from '../contract/generated/types.ts';
import { fromBase64Url32 } from '../json/base64.ts';
import { thumbprint } from './thumbprint.ts';

export type ReadKey = { ok: true; bytes: Uint8Array } | { ok: false; detail: string };

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
