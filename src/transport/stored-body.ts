// Bytes of a body as an answer stores them: text when they are UTF-8 and mostly no control characters, base64 otherwise. It must not lose a byte.
import { isUtf8 } from 'node:buffer';
import type { Body } from '../contract/generated/types.ts';

/** JSON writes most control characters as six: from one in fifteen on, base64 is the shorter. */
const MOST_ESCAPED = 1 / 15;
const SHORT = new Set(['\b', '\t', '\n', '\f', '\r'].map((character) => character.charCodeAt(0)));

function isEscaped(bytes: Buffer): boolean {
  let escaped = 0;
  for (const byte of bytes) if (byte < 0x20 && !SHORT.has(byte)) escaped++;
  return escaped > bytes.length * MOST_ESCAPED;
}

/** A byte order mark stays in the text, so that text and bytes always give each other. */
export function storedBody(bytes: Buffer): Body {
  return isUtf8(bytes) && !isEscaped(bytes) ? { text: bytes.toString('utf8') } : { base64: bytes.toString('base64') };
}

/** Ends a cut body where a character ends, when all before it is UTF-8; the cap must not turn a page into base64. */
export function wholeCharacters(bytes: Buffer): Buffer {
  if (isUtf8(bytes)) return bytes;
  for (let cut = 1; cut <= 3 && cut <= bytes.length; cut++) {
    const shorter = bytes.subarray(0, bytes.length - cut);
    const first = bytes[bytes.length - cut] as number;
    // Only a lead byte may begin what is dropped: anything else is an error of the body itself.
    if (first >= 0xc2 && first <= 0xf4) return isUtf8(shorter) ? shorter : bytes;
  }
  return bytes;
}
