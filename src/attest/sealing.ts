// Seals the secrets of monitors for the store: one JSON Web Encryption each (RFC 7516, compact; `dir` and A256GCM of RFC 7518). Its header is the associated data: of which monitor, and which secret. It keeps no key and logs nothing.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { readBase64Url, toBase64Url } from '../json/base64.ts';
import { jcs } from '../json/jcs.ts';

export interface SealingKey {
  kid: string;
  /** 32 bytes. */
  key: Uint8Array;
}

/** What a sealed value is bound to: nowhere else it opens. */
export interface SealedFor {
  monitor: string;
  name: string;
}

const NONCE = 12;
const TAG = 16;
const CIPHER = 'aes-256-gcm';

/** In one spelling, so that a reader holds it against its own: no other algorithm can be named. */
const headerOf = (kid: string, { monitor, name }: SealedFor): string =>
  toBase64Url(jcs({ alg: 'dir', enc: 'A256GCM', kid, monitor, name }));

export function seal({ kid, key }: SealingKey, about: SealedFor, secret: string): string {
  const header = headerOf(kid, about);
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(header, 'latin1'));
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return [header, '', toBase64Url(nonce), toBase64Url(text), toBase64Url(cipher.getAuthTag())].join('.');
}

/** undefined where none of the keys opens it: it names another, was changed, or was sealed for something else. */
export function unseal(keys: readonly SealingKey[], about: SealedFor, sealed: string): string | undefined {
  const [header, wrapped, nonce, text, tag, ...more] = sealed.split('.');
  const one = keys.find(({ kid }) => headerOf(kid, about) === header);
  const [iv, bytes, auth] = [nonce, text, tag].map((part) => readBase64Url(part ?? '.'));
  if (!one || wrapped !== '' || more.length > 0 || iv?.length !== NONCE || !bytes || auth?.length !== TAG) return undefined;
  const decipher = createDecipheriv(CIPHER, one.key, iv)
    .setAAD(Buffer.from(header as string, 'latin1'))
    .setAuthTag(auth);
  try {
    return Buffer.concat([decipher.update(bytes), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
