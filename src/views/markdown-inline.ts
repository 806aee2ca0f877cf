// The links of one run of inline Markdown. It must not know where in the document the run stands.
import { plainText, type Token } from './markdown-tokens.ts';

export interface InlineLink {
  href: string;
  text: string;
  /** What follows up to the next link, without the separator. */
  notes: string;
  /** Line ends before it in its run. */
  line: number;
}

const MARKS = new Set(['strong_open', 'strong_close', 'em_open', 'em_close', 's_open', 's_close']);
const SEPARATOR = /^\s*[:\u2013\u2014-]\s*/;

/** The run begins with a link, perhaps in emphasis. */
export function beginsWithLink(tokens: readonly Token[]): boolean {
  const first = tokens.find((t) => !MARKS.has(t.type) && !(t.type === 'text' && t.content.trim() === ''));
  return first?.type === 'link_open';
}

export function inlineLinks(tokens: readonly Token[]): InlineLink[] {
  const links: InlineLink[] = [];
  let line = 0;
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!;
    if (token.type === 'softbreak' || token.type === 'hardbreak') line++;
    if (token.type !== 'link_open') continue;
    const close = end(tokens, at + 1, 'link_close');
    const next = end(tokens, close + 1, 'link_open');
    links.push({
      href: String(token.attrGet('href') ?? ''),
      text: plainText(tokens.slice(at + 1, close)),
      notes: plainText(tokens.slice(close + 1, next)).replace(SEPARATOR, ''),
      line,
    });
  }
  return links;
}

function end(tokens: readonly Token[], from: number, type: string): number {
  let at = from;
  while (at < tokens.length && tokens[at]!.type !== type) at++;
  return at;
}
