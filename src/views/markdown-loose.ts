// Addresses in Markdown that are no Markdown links: anchors in HTML, and addresses that stand in the text. It must not take a part of one for the whole.
import { bareUrls } from './bare-urls.ts';
import { attribute, descendants, htmlTree, oneLine, textBelow } from './html-tree.ts';
import type { Token } from './markdown-tokens.ts';
import { Refused } from './refused.ts';

export interface LooseLink {
  href: string;
  /** Of an anchor what it holds; of a bare address what its line says before it. */
  text: string;
  as: 'html' | 'bare';
  /** Line ends before it in its run or block. */
  line: number;
}

/** Nodes of an anchor, and characters of a line, that its text is read from. */
const MOST_WORDS = 200;
const ANCHOR = /^<a\s/i;
const ANCHOR_END = /^<\/a\s*>/i;
const SEPARATOR = /[\s:\u2013\u2014-]{1,20}$/;

const plainTypes: ReadonlySet<string> = new Set(['text', 'code_inline']);

const isBreak = (token: Token | undefined): boolean => token === undefined || token.type === 'softbreak' || token.type === 'hardbreak';

/** The anchors of a piece of HTML; none of one that is too large to be read. */
export function anchors(html: string): LooseLink[] {
  const found: LooseLink[] = [];
  let line = 0;
  let from = 0;
  try {
    for (const node of descendants(htmlTree(html))) {
      const href = node.name === 'a' && !node.copy ? attribute(node, 'href') : undefined;
      if (href === undefined) continue;
      for (; from < node.offset; from++) if (html[from] === '\n') line++;
      found.push({ href, text: textBelow(node, MOST_WORDS), as: 'html', line });
    }
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
  return found;
}

/** Reads one run of inline Markdown, token by token. */
class Run {
  readonly found: LooseLink[] = [];
  private line = 0;
  /** What the line says so far. */
  private said = '';
  private links = 0;
  private anchor: { link: LooseLink; text: string } | undefined;

  read(token: Token, next: Token | undefined): void {
    if (isBreak(token)) {
      this.line++;
      this.said = '';
    } else if (token.type === 'link_open') this.links++;
    else if (token.type === 'link_close') this.links--;
    else if (token.type === 'html_inline') this.html(token.content);
    else if (token.type === 'text' && this.links === 0 && !this.anchor) this.text(token.content, next);
    const words = isBreak(token) ? ' ' : plainTypes.has(token.type) ? token.content : '';
    if (this.anchor) this.anchor.text += words.slice(0, MOST_WORDS - this.anchor.text.length);
    if (!isBreak(token)) this.said += words.slice(0, MOST_WORDS - this.said.length);
  }

  private html(tag: string): void {
    if (ANCHOR.test(tag)) {
      const [link] = anchors(tag);
      this.anchor = link && { link: { ...link, line: this.line }, text: '' };
    } else if (this.anchor && ANCHOR_END.test(tag)) {
      this.found.push({ ...this.anchor.link, text: oneLine(this.anchor.text) });
      this.anchor = undefined;
    }
  }

  private text(content: string, next: Token | undefined): void {
    for (const { url, start, end } of bareUrls(content)) {
      // What follows without a blank may be the rest of it.
      if (end === content.length && !isBreak(next)) continue;
      const before = `${this.said} ${content.slice(Math.max(0, start - MOST_WORDS), start)}`;
      this.found.push({ href: url, text: oneLine(before.replace(SEPARATOR, '')), as: 'bare', line: this.line });
    }
  }
}

/** Of one run of inline Markdown, its links left out. */
export function looseLinks(tokens: readonly Token[]): LooseLink[] {
  const run = new Run();
  for (const [at, token] of tokens.entries()) run.read(token, tokens[at + 1]);
  return run.found;
}
