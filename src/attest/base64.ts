// Base64 (RFC 4648, standard alphabet, padded) in its one canonical spelling. It must not skip or repair anything as Buffer does.

export const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');

/** null when writing the bytes again gives another text: a second spelling of a signed file would be a second file. */
export function fromBase64(text: string): Uint8Array | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}

/** 32 bytes of a JWK member (base64url without padding); null when it is anything else. */
export function fromBase64Url32(text: string): Uint8Array | null {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.length === 32 && bytes.toString('base64url') === text ? bytes : null;
}
