// The text of header fields: what one of ours may hold (visible ASCII, blanks and tabs, and so never a second line), and what one of theirs says. It knows no names of headers.
import { isUtf8 } from 'node:buffer';

export const isHeaderText = (text: string): boolean => /^[\t\x20-\x7e]*$/.test(text);

/** What clients read where bytes beyond ASCII are UTF-8; a recorded field has each of its bytes as a character. */
export function readHeader(field: string): string {
  if (!/[\x80-\xff]/.test(field) || /[^\0-\xff]/.test(field)) return field;
  const bytes = Buffer.from(field, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : field;
}
