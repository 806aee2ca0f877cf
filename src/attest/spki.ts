// Public keys in PEM (SubjectPublicKeyInfo, RFC 8410), as openssl and other stock tools read them.
import { toBase64 } from '../json/base64.ts';

/** DER of everything before the 32 bytes of the key. */
const PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

export const spkiDer = (publicKey: Uint8Array): Uint8Array => Buffer.concat([PREFIX, publicKey]);

/** 44 bytes of DER fit on one line. */
export const spkiPem = (publicKey: Uint8Array): string =>
  `-----BEGIN PUBLIC KEY-----\n${toBase64(spkiDer(publicKey))}\n-----END PUBLIC KEY-----\n`;
