// Finds PEM blocks of private keys; public keys and certificates are published to be read, so they stay.
import type { RedactedSpan } from './span.ts';

const BEGIN = /-----BEGIN (?:[A-Z0-9]{2,12} ){0,2}PRIVATE KEY-----/g;
const END = '-----END ';
const LONGEST = 16_384;
/** A key has long lines of base64; prose that speaks of keys has none. */
const BASE64 = /[A-Za-z0-9+/=]{40}/;

export function privateKeys(text: string): RedactedSpan[] {
  const found: RedactedSpan[] = [];
  BEGIN.lastIndex = 0;
  for (let match = BEGIN.exec(text); match; match = BEGIN.exec(text)) {
    const start = match.index + match[0].length;
    const end = blockEnd(text, start);
    if (BASE64.test(text.slice(start, end))) found.push({ start, end, kind: 'private-key' });
    BEGIN.lastIndex = Math.max(end, start);
  }
  return found;
}

/** Up to the end line, or as far as the text still looks like a key (a body may have been cut). */
function blockEnd(text: string, start: number): number {
  let end = start;
  const last = Math.min(text.length, start + LONGEST);
  while (end < last && /[A-Za-z0-9+/=\s\\:,-]/.test(text[end]!)) {
    if (text[end] === '-' && text.startsWith(END, end)) break;
    end += 1;
  }
  return end;
}
