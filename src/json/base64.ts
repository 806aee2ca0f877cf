// Base64 and base64url (RFC 4648) read strictly: one text for one value. It must never skip a character as Buffer does.

export type Base64Form = 'url' | 'standard';

export interface Base64Read {
  bytes: Uint8Array;
  /** Alphabet: `url` also when neither alphabet's own characters occur. */
  form: Base64Form;
  padded: boolean;
}

const STANDARD = /^[A-Za-z0-9+/]*={0,2}$/;
const URL_SAFE = /^[A-Za-z0-9_-]*={0,2}$/;

/** The bytes of a text in one alphabet, padded rightly or not at all, with no stray bits; null when it is not that. */
export function readBase64(text: string): Base64Read | null {
  const form: Base64Form | null = URL_SAFE.test(text) ? 'url' : STANDARD.test(text) ? 'standard' : null;
  if (form === null) return null;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bare = padding === 0 ? text : text.slice(0, -padding);
  if (padding > 0 && text.length % 4 !== 0) return null;
  const bytes = Buffer.from(bare, 'base64url');
  // Stray bits and a lone last character do not survive the way back.
  const back = bytes.toString(form === 'url' ? 'base64url' : 'base64').replace(/=+$/, '');
  return back === bare ? { bytes, form, padded: padding > 0 } : null;
}

/** Base64url without padding, as JOSE writes it; null when it is anything else. */
export function readBase64Url(text: string): Uint8Array | null {
  const read = readBase64(text);
  return read !== null && read.form === 'url' && !read.padded ? read.bytes : null;
}

export const toBase64Url = (data: string | Uint8Array): string =>
  (typeof data === 'string' ? Buffer.from(data, 'utf8') : Buffer.from(data.buffer, data.byteOffset, data.byteLength)).toString('base64url');

export const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');

/** The standard alphabet, padded, in its one canonical spelling; null otherwise: a second spelling of a signed file would be a second file. */
export function fromBase64(text: string): Uint8Array | null {
  const bytes = readBase64(text)?.bytes;
  return bytes && toBase64(bytes) === text ? bytes : null;
}

/** 32 bytes of a JWK member (base64url without padding); null when it is anything else. */
export function fromBase64Url32(text: string): Uint8Array | null {
  const bytes = readBase64Url(text);
  return bytes?.length === 32 ? bytes : null;
}
