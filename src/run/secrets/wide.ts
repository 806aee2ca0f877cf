// Bodies whose characters take two or four bytes: which they are, and their text. It looks for nothing.
import { mediaType } from '../../contract/media-type.ts';

/** A charset that is read here; 'four': one of four bytes, which is not. */
type Wide = 'little' | 'big' | 'four';

const LABELS: readonly (readonly [RegExp, Wide])[] = [
  [/^(?:utf-?32|ucs-?4|iso-10646-ucs-4)(?:[-_]?[bl]e)?$/, 'four'],
  [/^(?:utf-?16be|unicodefffe)$/, 'big'],
  [/^(?:utf-?16|utf-?16le|unicode|unicodefeff|csunicode|ucs-?2|iso-10646-ucs-2)$/, 'little'],
];

/** By the byte order mark, else by the charset that the answer names. */
export function wideCharset(bytes: Buffer, contentType: string | undefined): Wide | undefined {
  const mark = bytes.subarray(0, 4).toString('hex');
  if (mark === '0000feff' || mark === 'fffe0000') return 'four';
  if (mark.startsWith('fffe')) return 'little';
  if (mark.startsWith('feff')) return 'big';
  const label = mediaType(contentType)?.params.charset?.trim().toLowerCase();
  return label === undefined ? undefined : LABELS.find(([pattern]) => pattern.test(label))?.[1];
}

const swapped = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16();
const even = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length & ~1);

/** Of every pair of bytes one unit, so that it gives the same bytes back. A last odd byte is left out. */
export const wideText = (bytes: Buffer, order: 'little' | 'big'): string =>
  (order === 'big' ? swapped(even(bytes)) : even(bytes)).toString('utf16le');

export function wideBytes(text: string, order: 'little' | 'big'): Buffer {
  const bytes = Buffer.from(text, 'utf16le');
  return order === 'big' ? swapped(bytes) : bytes;
}
