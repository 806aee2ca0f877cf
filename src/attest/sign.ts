// The seam that signing stands behind, and the signer whose key lies in memory. It decides nothing about what is signed.
import { generateKeyPairFromSeed, sign } from '@stablelib/ed25519';
import { AxproofError } from '../contract/errors.ts';
import type { Envelope } from '../contract/generated/types.ts';
import { pae } from '../contract/pae.ts';
import { toBase64Url } from '../json/base64.ts';
import { PAYLOAD_TYPE, seal } from './envelope.ts';
import type { Window } from './instant.ts';
import { thumbprint } from './public-key.ts';

/**
 * Whoever can sign: a key file, a KMS, a machine that is offline. One signer is one key.
 *
 * Reports know three modes: `advisory-local` is never signed; `attested-remote` is signed by a verifier that stands apart from the caller. The third,
 * `grant-bound`, is only declared here: such a signer would hold a grant of the target and sign what the grant covers, so it would
 * add a member `grant` to this interface and one to the predicate, under a new predicate type. Nothing implements it.
 */
export interface Signer {
  /** RFC 7638 thumbprint of the public key. */
  readonly kid: string;
  /** Reports issued outside it are not signed. */
  readonly window: Window;
  /** Pure Ed25519 (RFC 8032) over the bytes: 64 bytes. */
  sign(bytes: Uint8Array): Promise<Uint8Array>;
}

export const publicKeyOf = (seed: Uint8Array): Uint8Array => generateKeyPairFromSeed(seed).publicKey;

/** A signer out of the 32 bytes of a private key. */
export function seedSigner(seed: Uint8Array, window: Window): Signer {
  const { publicKey, secretKey } = generateKeyPairFromSeed(seed);
  return {
    kid: thumbprint(toBase64Url(publicKey)),
    window: { nbf: window.nbf, exp: window.exp },
    sign: async (bytes) => sign(secretKey, bytes),
  };
}

/** The envelope of a statement. Throws not-signable where the signer gives no Ed25519 signature. */
export async function signEnvelope(payload: Uint8Array, signer: Signer): Promise<Envelope> {
  const signature = await signer.sign(pae(PAYLOAD_TYPE, payload));
  if (signature.length !== 64) throw new AxproofError('not-signable', 'the signer gave no Ed25519 signature');
  return seal(payload, signer.kid, signature);
}
