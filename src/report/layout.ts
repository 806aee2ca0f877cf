// Columns of a terminal: display width (wide characters take two), wrapping and indenting. It knows nothing of reports.
import { eastAsianWidth } from 'get-east-asian-width';
import { inertLines } from './inert-lines.ts';

const COMBINING = /\p{M}/u;

export function width(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  let columns = 0;
  for (const char of text) columns += COMBINING.test(char) ? 0 : eastAsianWidth(char.codePointAt(0)!);
  return columns;
}

export const padded = (text: string, columns: number): string => text + ' '.repeat(Math.max(0, columns - width(text)));

/** Cuts a word that is wider than a line. */
function pieces(word: string, columns: number): string[] {
  const out: string[] = [];
  let piece = '';
  let used = 0;
  for (const char of word) {
    const next = width(char);
    if (used + next > columns && piece !== '') {
      out.push(piece);
      piece = '';
      used = 0;
    }
    piece += char;
    used += next;
  }
  return piece === '' ? out : [...out, piece];
}

/** Lines of at most `columns`, broken at spaces where that is possible. No line is a command to a CI runner. */
export const wrapped = (text: string, columns: number): string[] => broken(text, columns).map(inertLines);

function broken(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const word of text.split(' ').flatMap((part) => pieces(part, Math.max(2, columns)))) {
    const next = width(word);
    if (used > 0 && used + 1 + next > columns) {
      lines.push(line);
      line = word;
      used = next;
    } else {
      line = used === 0 ? word : `${line} ${word}`;
      used += next + (used === 0 ? 0 : 1);
    }
  }
  return used === 0 && lines.length > 0 ? lines : [...lines, line];
}

/** Wrapped text behind a first-line label; further lines stand under the text. */
export function hanging(label: string, text: string, columns: number): string[] {
  const indent = ' '.repeat(width(label));
  return wrapped(text, columns - width(label)).map((line, i) => `${i === 0 ? label : indent}${line}`);
}
