// Markdown (CommonMark) as a flat list of block tokens. It must not render, fetch or rewrite a URL.
// markdown-it, not mdast-util-from-markdown: 20 KB of `a\n=\n` took that one five seconds, and it has no cap of nesting.
import markdownIt, { type Token } from 'markdown-it';
import { oneLine } from './html-tree.ts';

export type { Token };

/** Containers within each other; what lies deeper is not read. Measured: linear in the text with this cap. */
const NESTING = 20;

const parser = markdownIt('commonmark', { maxNesting: NESTING });
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
