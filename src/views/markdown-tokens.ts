// Markdown (CommonMark) as a flat list of block tokens. It must not render, fetch or rewrite a URL.
// markdown-it, not mdast-util-from-markdown: 20 KB of `a\n=\n` took that one five seconds, and it has no cap of nesting.
import markdownIt, { type Token } from 'markdown-it';
import { oneLine } from './html-tree.ts';

export type { Token };

/** Containers within each other; what lies deeper is not read. Measured: linear in the text with this cap. */
const NESTING = 20;

/** What is struck out, as GitHub and most pages of documentation show it, is no part of CommonMark. */
const parser = markdownIt('commonmark', { maxNesting: NESTING }).enable('strikethrough');
parser.validateLink = () => true;
parser.normalizeLink = (url) => url;
parser.normalizeLinkText = (text) => text;

export const blockTokens = (text: string): Token[] => parser.parse(text, {});

/** Text that a reader sees, on one line. */
export function plainText(tokens: readonly Token[]): string {
  const parts: string[] = [];
  for (const token of tokens) {
    if (token.type === 'text' || token.type === 'code_inline' || token.type === 'image') parts.push(token.content);
    else if (token.type === 'softbreak' || token.type === 'hardbreak') parts.push(' ');
  }
  return oneLine(parts.join(''));
}

const STRUCK = /^<(?:del|s|strike)[\s>]/i;
const STRUCK_END = /^<\/(?:del|s|strike)\s*>/i;

const isEnd = ({ type, content }: Token): boolean => type === 's_close' || (type === 'html_inline' && STRUCK_END.test(content));
const isStart = ({ type, content }: Token): boolean => type === 's_open' || (type === 'html_inline' && STRUCK.test(content));

/** The tokens of one run without what is struck out; ends of lines stay. What nothing closes is not struck out. */
export function unstruck(tokens: readonly Token[]): Token[] {
  const out: Token[] = [];
  const last = tokens.findLastIndex(isEnd);
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!;
    // A link all of whose text is struck out is struck out itself.
    const inside = token.type === 'link_open' ? 1 : 0;
    const from = at + inside;
    if (from >= last || !isStart(tokens[from]!)) {
      out.push(token);
      continue;
    }
    let end = from + 1;
    while (!isEnd(tokens[end]!)) end++;
    if (inside === 1 && tokens[end + 1]?.type !== 'link_close') {
      out.push(token);
      continue;
    }
    out.push(...tokens.slice(at, end + 1 + inside).filter(({ type }) => type === 'softbreak' || type === 'hardbreak'));
    at = end + inside;
  }
  return out;
}
