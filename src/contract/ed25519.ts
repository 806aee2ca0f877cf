// Pure Ed25519 verification (RFC 8032), cofactorless, with the keys refused that verify anything.
// It must never throw, and must never accept a second encoding of a point.
import { verify } from '@stablelib/ed25519';

/**
 * y coordinates of the eight points of small order, little-endian. Under such a key one signature fits many messages,
 * so it proves nothing (standards 9.2); libraries accept them.
 */
const SMALL_ORDER = new Set([
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '0000000000000000000000000000000000000000000000000000000000000000',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
]);

/** y without the sign of x, in hex. */
function yOf(point: Uint8Array): string {
  const y = Buffer.from(point);
  y[31] = (y[31] as number) & 0x7f;
  return y.toString('hex');
}

/** y is below p = 2^255 − 19: no other encoding names the same point. */
const canonical = (y: string): boolean => !/^(?:e[d-f]|f[0-9a-f])(?:ff){30}7f$/.test(y);

/** A point that a signature may rest on: encoded in the only way, and not of small order. */
export function soundPoint(point: Uint8Array): boolean {
  if (point.length !== 32) return false;
  const y = yOf(point);
  return canonical(y) && !SMALL_ORDER.has(y);
}

/** The signature (64 bytes, R then S) of the message verifies under the public key (32 bytes). */
export function verifyEd25519(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const sound = signature.length === 64 && soundPoint(publicKey) && soundPoint(signature.subarray(0, 32));
  return sound && verify(publicKey, message, signature);
}
