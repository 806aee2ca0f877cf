// A masked stretch of a text, and the masking itself. A mask keeps the length of the text and the validity of JSON.
import type { Redaction } from '../../contract/generated/types.ts';

export type RedactedSpan = Pick<Redaction, 'start' | 'end' | 'kind'>;

const LETTER_OR_DIGIT = /[A-Za-z0-9]/;

/** Letters and digits become x; separators stay, and so do JSON escapes such as \n, which would break without their letter. */
export function masked(text: string): string {
  let out = '';
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]!;
    if (char === '\\') {
      const length = text[at + 1] === 'u' ? 6 : 2;
      out += text.slice(at, at + length);
      at += length - 1;
    } else out += LETTER_OR_DIGIT.test(char) ? 'x' : char;
  }
  return out;
}

/** Puts replacements over spans (in order, apart from each other); every replacement is as long as its span. */
export function cover(text: string, spans: readonly RedactedSpan[], mask: (text: string, span: RedactedSpan) => string): string {
  const parts: string[] = [];
  let done = 0;
  for (const span of spans) {
    parts.push(text.slice(done, span.start), mask(text.slice(span.start, span.end), span));
    done = span.end;
  }
  parts.push(text.slice(done));
  return parts.join('');
}

/** True when the character at `at` belongs to a JSON escape, that is, stands behind an odd run of backslashes. */
export function escaped(text: string, at: number): boolean {
  let slashes = 0;
  while (at - 1 - slashes >= 0 && text[at - 1 - slashes] === '\\') slashes += 1;
  return slashes % 2 === 1;
}
