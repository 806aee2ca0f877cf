// The pack's own texts (why, fix) as Markdown: paragraphs, lists, code spans and fenced blocks come through, nothing else does.
import { quote, visible } from '../contract/quote.ts';
import { acts, code, fenced } from './inert.ts';

const FENCE = /^ {0,3}(`{3,}|~{3,}) *([a-z0-9+-]*) *$/;
const ITEM = /^( {0,6})([-*]|\d{1,3}\.) +(\S.*)$/;
const PLAIN = /^[("]*[\p{L}\p{N}'’"(/–—-]*$/u;
const TAIL = new Set('.,;:!?"');
/** What stands in braces is one word, however many spaces it has. */
const WORDS = /[^ {]*\{+[^{}]*\}+[^ ]*|[^ ]+/g;

/** A word with markup in it becomes a code span; the punctuation that ends it stays outside. */
function word(text: string): string {
  let end = text.length;
  const opens = text.includes('(');
  while (end > 0 && (TAIL.has(text[end - 1]!) || (text[end - 1] === ')' && !opens))) end -= 1;
  const body = text.slice(0, end);
  return body === '' || PLAIN.test(body) || !acts(text) ? text : `${code(body)}${text.slice(end)}`;
}

/** Code spans of the text stay spans; the rest goes word by word. */
function line(text: string): string {
  const pieces = text.split('`');
  return pieces
    .map((piece, i) => {
      if (i % 2 === 1 && i < pieces.length - 1) return piece === '' ? '' : code(piece);
      return piece.replaceAll(WORDS, (one) => word(one));
    })
    .join('');
}

function outside(text: string): string {
  const item = ITEM.exec(text);
  if (item) return `${item[1]}${item[2] === '*' ? '-' : item[2]} ${line(item[3]!)}`;
  return line(text.trim());
}

/** A sentence of a pack within a line. Nothing of a target may stand in it: plain words would come through. */
export const sentence = (text: string, max = 600): string => line(quote(text, max));

export interface ProseBlock {
  fence: string;
  info: string;
  lines: string[];
}

/** The lines of a text in their order, fenced blocks whole. What is invisible is written out: a stranger's pack hides nothing from people that agents read. */
export function proseParts(text: string): (string | ProseBlock)[] {
  const parts: (string | ProseBlock)[] = [];
  let open: ProseBlock | null = null;
  for (const line of visible(text.trimEnd(), '\n\t').split('\n')) {
    const [, fence, info = ''] = FENCE.exec(line) ?? [];
    if (open && info === '' && fence?.startsWith(open.fence)) open = null;
    else if (open) open.lines.push(line);
    else if (fence === undefined) parts.push(line);
    else {
      open = { fence, info, lines: [] };
      parts.push(open);
    }
  }
  return parts;
}

export const prose = (text: string): string =>
  proseParts(text)
    .map((part) => (typeof part === 'string' ? outside(part) : fenced(part.lines.join('\n'), part.info)))
    .join('\n');
