// The body of a recorded answer as the bytes that it stands for: text in UTF-8, or base64 (RFC 4648, section 4).
import type { Answer } from './generated/types.ts';

const NO_BYTES = new Uint8Array(0);

/** No bytes where there is no body. */
export function bodyBytes(answer: Answer): Uint8Array {
  if (answer.body?.text !== undefined) return Buffer.from(answer.body.text, 'utf8');
  if (answer.body?.base64 !== undefined) return Buffer.from(answer.body.base64, 'base64');
  return NO_BYTES;
}

/** In bytes, without making them. */
export const bodySize = ({ body }: Answer): number =>
  body?.text === undefined ? Buffer.byteLength(body?.base64 ?? '', 'base64') : Buffer.byteLength(body.text, 'utf8');
