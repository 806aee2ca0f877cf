// A Markdown document as llms.txt has it: title, summary, sections with lists of links. It reads any Markdown so and judges none.
import { anchors, type LooseLink, looseLinks } from './markdown-loose.ts';
import { plainText, type Token, unstruck } from './markdown-tokens.ts';

// The links of one run of inline Markdown. It must not know where in the document the run stands.
interface InlineLink {
  href: string;
  text: string;
  /** What follows up to the next link, without the separator. */
  notes: string;
  /** What its line says before it and after the link before it, without the separator; earlier cells, where it is the row of a table. */
  before: string;
  /** What its line says after it, up to the next link. */
  after: string;
  /** Its line is the row of a table. */
  inRow: boolean;
  /** Line ends before it in its run. */
  line: number;
}

const MARKS = new Set(['strong_open', 'strong_close', 'em_open', 'em_close', 's_open', 's_close']);
const SEPARATOR = /^\s*[:\u2013\u2014-]\s*/;
/** Of words beside a link; a row is no token of its own, so its bars stand in the text. */
const SEPARATORS = /^[\s|,;.]+|[\s|:\u2013\u2014-]+$/g;
const ROW = /^\s*\||\s\|(?:\s|$)/;
/** Characters of words beside a link. */
const MOST_WORDS = 200;

const isBreak = ({ type }: Token): boolean => type === 'softbreak' || type === 'hardbreak';

/** The run begins with a link, perhaps in emphasis. */
function beginsWithLink(tokens: readonly Token[]): boolean {
  const first = tokens.find((t) => !MARKS.has(t.type) && !(t.type === 'text' && t.content.trim() === ''));
  return first?.type === 'link_open';
}

function inlineLinks(tokens: readonly Token[]): InlineLink[] {
  const links: InlineLink[] = [];
  let line = 0;
  /** After the last link, or the last end of a line. */
  let from = 0;
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!;
    if (isBreak(token)) {
      line++;
      from = at;
    }
    if (token.type !== 'link_open') continue;
    const close = next(tokens, at + 1, ({ type }) => type === 'link_close');
    const other = next(tokens, close + 1, ({ type }) => type === 'link_open');
    const before = plainText(tokens.slice(from, at)).slice(-MOST_WORDS);
    const after = plainText(tokens.slice(close + 1, next(tokens, close + 1, isBreak, other))).slice(0, MOST_WORDS);
    links.push({
      href: String(token.attrGet('href') ?? ''),
      text: plainText(tokens.slice(at + 1, close)),
      notes: plainText(tokens.slice(close + 1, other)).replace(SEPARATOR, ''),
      before: before.replace(SEPARATORS, ''),
      after: after.replace(SEPARATORS, ''),
      inRow: ROW.test(before) || ROW.test(after),
      line,
    });
    from = close + 1;
  }
  return links;
}

/** Index of the first token from one on that it is; `to` where none is. */
function next(tokens: readonly Token[], from: number, is: (token: Token) => boolean, to = tokens.length): number {
  let at = from;
  while (at < to && !is(tokens[at]!)) at++;
  return at;
}

/** Lines of the source, from 0, the end excluded. */
export type Lines = readonly [number, number];

export interface Heading {
  text: string;
  lines: Lines;
}
export interface Link {
  /** As written. */
  href: string;
  text: string;
  section?: Heading;
  notes?: string;
  before?: string;
  /** Where it is no link of Markdown. */
  as?: LooseLink['as'];
  line: number;
  lines: Lines;
}
export interface Outline {
  /** The first H1, before any H2. */
  title?: Heading;
  /** Blocks before the title. */
  preamble: number;
  titles: number;
  summary?: Heading;
  sections: Heading[];
  /** Of list items under a second-level heading. */
  listed: Link[];
  others: Link[];
  /** Addresses that are no links of Markdown. */
  loose: Link[];
  /** The section of each listed link that is struck out. */
  struck: Heading[];
  stray: Lines[];
  /** Line on which the last block, or the last item of the list that it is, begins: all before it is complete. */
  lastBlock: number;
  /** Blocks at the top, comments left out. */
  blocks: number;
}

interface Item {
  lines: Lines;
  isLink: boolean;
  begun: boolean;
}

const NOWHERE: Lines = [0, 0];
const COMMENT = /^\s*<!--[\s\S]*-->\s*$/;

export class Outliner {
  private readonly outline: Outline = {
    preamble: 0,
    titles: 0,
    sections: [],
    listed: [],
    others: [],
    loose: [],
    struck: [],
    stray: [],
    lastBlock: 0,
    blocks: 0,
  };
  private readonly items: Item[] = [];
  private section: Heading | undefined;
  private summary: string[] | undefined;
  /** The heading that is open, by its tag. */
  private heading: string | undefined;

  read(tokens: readonly Token[]): Outline {
    for (const token of tokens) {
      if (token.level === 0 && token.nesting >= 0) this.block(token);
      this.token(token);
    }
    return this.outline;
  }

  private block(token: Token): void {
    this.outline.lastBlock = token.map?.[0] ?? this.outline.lastBlock;
    // A comment says nothing to a reader, so the title may follow it.
    if (token.type === 'html_block' && COMMENT.test(token.content)) return;
    this.outline.blocks++;
    if (token.type === 'blockquote_open' && this.outline.blocks - this.outline.preamble === 2 && this.outline.title) {
      this.summary = [];
      this.outline.summary = { text: '', lines: token.map ?? NOWHERE };
    }
  }

  private token(token: Token): void {
    const { type, level, map } = token;
    const item = this.items.at(-1);
    if (type === 'heading_open') this.heading = level === 0 ? token.tag : undefined;
    else if (type === 'heading_close') this.heading = undefined;
    else if (type === 'blockquote_close' && level === 0) this.endSummary();
    else if (type === 'list_item_open') {
      // The next item ends the one before it, whatever follows.
      this.outline.lastBlock = map?.[0] ?? this.outline.lastBlock;
      this.items.push({ lines: map ?? NOWHERE, isLink: false, begun: false });
    } else if (type === 'list_item_close') this.endItem();
    else if (type === 'inline') this.inline(token);
    else if (item && token.nesting === 0) item.begun = true;
    if (type === 'html_block') this.loose(anchors(token.content), map ?? NOWHERE);
  }

  private loose(links: readonly LooseLink[], lines: Lines): void {
    for (const link of links) this.outline.loose.push({ ...link, line: lines[0] + link.line, lines });
  }

  private inline(token: Token): void {
    const children = token.children ?? [];
    const lines = token.map ?? NOWHERE;
    if (this.heading !== undefined) this.headingText(this.heading, plainText(children), lines);
    this.summary?.push(plainText(children));
    const item = this.items.at(-1);
    if (item && !item.begun) item.isLink = beginsWithLink(children);
    if (item) item.begun = true;
    // What is struck out is taken back.
    const kept = unstruck(children);
    if (item && this.heading === undefined && this.section) this.struckLinks(children, kept, this.section);
    this.links(kept, lines, item !== undefined && this.heading === undefined);
    this.loose(looseLinks(kept), lines);
  }

  private struckLinks(all: readonly Token[], kept: readonly Token[], section: Heading): void {
    const links = (tokens: readonly Token[]): number => tokens.filter(({ type }) => type === 'link_open').length;
    for (let n = links(all) - links(kept); n > 0; n--) this.outline.struck.push(section);
  }

  private headingText(tag: string, text: string, lines: Lines): void {
    if (tag === 'h1') {
      this.outline.titles++;
      this.section = undefined;
      if (this.outline.titles > 1 || this.outline.sections.length > 0) return;
      this.outline.title = { text, lines };
      this.outline.preamble = this.outline.blocks - 1;
    } else if (tag === 'h2') {
      this.section = { text, lines };
      this.outline.sections.push(this.section);
    }
  }

  private links(children: readonly Token[], lines: Lines, inItem: boolean): void {
    for (const { href, text, notes, before, after, inRow, line } of inlineLinks(children)) {
      const link: Link = { href, text, ...(before === '' ? {} : { before }), line: lines[0] + line, lines };
      if (!inItem || !this.section) {
        // Of running text what follows may speak of something else.
        const isNoted = (inRow || this.heading !== undefined) && after !== '';
        this.outline.others.push({ ...link, ...(isNoted ? { notes: after } : {}) });
        continue;
      }
      this.outline.listed.push({ ...link, section: this.section, ...(notes === '' ? {} : { notes }) });
    }
  }

  private endItem(): void {
    const item = this.items.pop();
    if (item && this.section && !item.isLink) this.outline.stray.push(item.lines);
  }

  private endSummary(): void {
    if (!this.summary || !this.outline.summary) return;
    this.outline.summary.text = this.summary.filter((part) => part !== '').join(' ');
    this.summary = undefined;
  }
}
