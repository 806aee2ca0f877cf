// Entitlements: what an operator lets somebody use of what is paid, as a JSON Web Token (RFC 7519, RFC 8037) under the key that signs reports. It meters nothing.
import { toBase64Url } from '../json/base64.ts';
import { jcs } from '../json/jcs.ts';

export interface Entitlement {
  /** Its id; what is used up is counted under it. */
  jti: string;
  /** Whom it was issued to, in the operator's words. */
  sub: string;
  /** Capabilities, with spaces between them (RFC 8693). */
  scope: string;
  /** Hosts; `*.` before one stands for all names below it, and `*` for every host. */
  targets: string[];
  /** Runs, never one more. */
  ceiling: number;
  /** Unix seconds. */
  iat: number;
  exp: number;
}

/** In one spelling, so that a reader holds it against its own: no other algorithm can be named. Reports are signed as DSSE, which begins otherwise: neither passes for the other. */
export const entitlementHeader = (kid: string): string => toBase64Url(jcs({ alg: 'EdDSA', kid, typ: 'entitlement+jwt' }));

/** What is kept of one: its claims, and the key that it was issued under. */
export const entitlementRecord = (entitlement: Entitlement, kid: string): string => jcs({ ...entitlement, kid });

interface Signing {
  kid: string;
  sign(bytes: Uint8Array): Promise<Uint8Array>;
}

export async function entitlementToken(entitlement: Entitlement, signer: Signing): Promise<string> {
  const signed = `${entitlementHeader(signer.kid)}.${toBase64Url(jcs({ ...entitlement }))}`;
  return `${signed}.${toBase64Url(await signer.sign(Buffer.from(signed, 'latin1')))}`;
}
