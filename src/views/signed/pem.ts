// Public keys in PEM (RFC 7468), by themselves, in certificates, or as texts of a document, as JWK. It must not keep a private one.
import { createPublicKey, type PublicKeyInput } from 'node:crypto';
import type { JsonObject } from '../../contract/json.ts';

const BLOCK = /-----BEGIN ([A-Z0-9 ]{1,40})-----([A-Za-z0-9+/=\s]{1,16384})-----END \1-----/g;
const MOST_BLOCKS = 32;
const MOST_TEXT = 256 * 1024;
const MOST_CERTIFICATE = 16 * 1024;
const PUBLIC = new Set(['PUBLIC KEY', 'RSA PUBLIC KEY', 'CERTIFICATE', 'X509 CERTIFICATE']);

/** Form of a key that can have no name. */
export const PEM = 'pem';
/** A key that cannot be told from its block says so in place of its type. */
export const UNREAD = 'unread';

export function jwkOf(key: PublicKeyInput | string): JsonObject {
  try {
    return { ...(createPublicKey(key).export({ format: 'jwk' }) as JsonObject) };
  } catch {
    return { kty: UNREAD };
  }
}

function jwk(label: string, body: string): JsonObject {
  const name = label === 'X509 CERTIFICATE' ? 'CERTIFICATE' : label;
  const lines = body.replace(/\s+/g, '').match(/.{1,64}/g) ?? [];
  return jwkOf([`-----BEGIN ${name}-----`, ...lines, `-----END ${name}-----`, ''].join('\n'));
}

/** The key of a certificate as JOSE and Sigstore carry it: base64 of its DER (RFC 7515, 4.1.6). Undefined where it cannot be read. */
export function certifiedKey(encoded: string | undefined): JsonObject | undefined {
  if (encoded === undefined || encoded.length > MOST_CERTIFICATE || !/^[A-Za-z0-9+/]+=*$/.test(encoded)) return undefined;
  const key = jwk('CERTIFICATE', encoded);
  return key.kty === UNREAD ? undefined : key;
}

export const looksPem = (text: string): boolean => text.includes('-----BEGIN ');

export interface PemKeys {
  keys: JsonObject[];
  /** A block holds a private key. */
  leaked: boolean;
}

export function pemKeys(text: string): PemKeys {
  const out: PemKeys = { keys: [], leaked: false };
  for (const [, label = '', body = ''] of text.slice(0, MOST_TEXT).matchAll(BLOCK)) {
    if (label.endsWith('PRIVATE KEY')) out.leaked = true;
    if (PUBLIC.has(label) && out.keys.length < MOST_BLOCKS) out.keys.push(jwk(label, body));
  }
  return out;
}
