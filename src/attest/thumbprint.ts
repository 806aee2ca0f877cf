// RFC 7638 thumbprint of an Ed25519 public key: its kid, everywhere.
import { createHash } from 'node:crypto';

/** `x` is the public key as its JWK spells it. The members stand in code-unit order, as the RFC asks. */
export const thumbprint = (x: string): string =>
  createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`, 'utf8').digest('base64url');
