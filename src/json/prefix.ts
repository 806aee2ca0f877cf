// Whether bytes may be the beginning of a JSON text: what a cut body can still show. It must not read the whole of them.
import { JsonTokens } from './tokens.ts';

const HEAD = 1024;

/** False when no JSON text begins so. Bytes of UTF-16 are not looked at. */
export function mayBeginJson(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, HEAD);
  if (head.subarray(0, 4).includes(0) || head[0] === 0xfe || head[0] === 0xff) return true;
  const text = Buffer.from(head)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '');
  return new JsonTokens(text, {}, { strict: true }).read().why !== 'syntax';
}
