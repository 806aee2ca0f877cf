// The html view: links, headings, metadata and text of a page. It must not run anything, and reads no other format.
import type { html as Html } from 'parse5';
import type { Json, JsonObject } from '../contract/json.ts';
import { MiB } from '../contract/units.ts';
import type { OpenPlace, View } from '../contract/view.ts';
import { type TextSpan, touches } from '../json/spans.ts';
import { absoluteUrl } from './absolute-url.ts';
import { attribute, descendants, type HtmlNode, htmlTree, oneLine, textBelow } from './html-tree.ts';
import { openMembers, redactedSpans } from './redacted-spans.ts';
import { TextLines } from './text-lines.ts';

/** Characters of one page. */
const MOST_TEXT = 4 * MiB;
/** Characters and nodes of one heading or link text. */
const MOST_WORDS = 1000;
const UNSEEN: ReadonlySet<string> = new Set(['script', 'style', 'title', 'template', 'noframes', 'iframe', 'textarea']);
/** Scripts that say in one character what takes a word elsewhere. */
const CJK = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu;
const HTML_NAMESPACE = 'http://www.w3.org/1999/xhtml';

const textOf = (node: HtmlNode): string => textBelow(node, MOST_WORDS).slice(0, MOST_WORDS);

const tokens = (list: string | undefined): string[] => [...new Set(list?.toLowerCase().match(/\S+/g))];

class Page {
  readonly value: { headings: Json[]; links: Json[]; scripts: number; text: number; cjk: number } = {
    headings: [],
    links: [],
    scripts: 0,
    text: 0,
    cjk: 0,
  };
  readonly about: JsonObject = {};
  private based = false;
  private readonly lines: TextLines;
  readonly places: OpenPlace[] = [];

  constructor(
    private base: string,
    private readonly text: string,
    private readonly spans: readonly TextSpan[],
  ) {
    this.lines = new TextLines(text);
  }

  read(document: HtmlNode): void {
    for (const node of descendants(document)) {
      if (node.name === '#text') this.visible(node);
      else if (!node.name.startsWith('#') && !node.copy) this.element(node);
    }
  }

  private visible(node: HtmlNode): void {
    if (UNSEEN.has(node.parent?.name ?? '')) return;
    this.value.text += oneLine(node.text).length;
    this.value.cjk += node.text.match(CJK)?.length ?? 0;
  }

  /** What was read from the element is open where a part of it was masked. */
  private made(node: HtmlNode, ...path: (string | number)[]): void {
    if (this.spans.length === 0) return;
    const start = Math.max(0, this.text.lastIndexOf('<', node.offset - 1));
    if (touches(this.spans, start, node.end + 1)) this.places.push({ path, why: 'redacted' });
  }

  private element(node: HtmlNode): void {
    const { name, namespace } = node;
    if (namespace !== (HTML_NAMESPACE as Html.NS)) return;
    if (name === 'html') this.once(node, 'lang', attribute(node, 'lang'));
    else if (name === 'title') this.once(node, 'title', textOf(node));
    else if (name === 'base') this.rebase(attribute(node, 'href'));
    else if (name === 'script') this.value.scripts++;
    else if (name === 'a' || name === 'area' || name === 'link') this.link(node);
    else if (/^h[1-6]$/.test(name)) this.heading(node);
    else if (name === 'meta' && attribute(node, 'name')?.toLowerCase() === 'description')
      this.once(node, 'description', oneLine(attribute(node, 'content') ?? ''));
  }

  private once(node: HtmlNode, name: string, value: string | undefined): void {
    if (value === undefined || value === '' || Object.hasOwn(this.about, name)) return;
    this.about[name] = value;
    if (name !== 'lang') this.made(node, name);
  }

  private heading(node: HtmlNode): void {
    this.made(node, 'headings', this.value.headings.length);
    this.value.headings.push(textOf(node));
  }

  /** The first base element counts, for what comes before it too; it stands in the head as a rule. */
  private rebase(href: string | undefined): void {
    const url = href === undefined || this.based ? undefined : absoluteUrl(href.trim(), this.base);
    if (url === undefined) return;
    this.base = url;
    this.based = true;
  }

  private link(node: HtmlNode): void {
    const href = attribute(node, 'href')?.trim();
    // A link within the page, and one that is a program, leads nowhere.
    if (href === undefined || href === '' || href.startsWith('#') || /^javascript:/i.test(href)) return;
    const url = absoluteUrl(href, this.base);
    if (url === undefined) return;
    const type = attribute(node, 'type');
    this.made(node, 'links', this.value.links.length);
    this.value.links.push({
      href: url,
      rel: tokens(attribute(node, 'rel')),
      ...(type === undefined ? {} : { type: type.trim().toLowerCase() }),
      text: textOf(node),
      place: `L${this.lines.lineAt(node.offset)}`,
    });
  }
}

/** A cut page may say more of everything that is counted or said once, and its last link and heading may be half of one. */
function cutPlaces(value: { links: Json[]; headings: Json[] }, about: JsonObject): OpenPlace[] {
  const unsaid = ['description', 'lang'].filter((name) => !Object.hasOwn(about, name));
  const places: OpenPlace[] = ['scripts', 'text', 'cjk', 'title', ...unsaid].map((name) => ({ path: [name], why: 'cut' }));
  for (const name of ['links', 'headings'] as const) {
    const last = value[name].length - 1;
    if (last >= 0) places.push({ path: [name, last], why: 'cut' });
  }
  return places;
}

export const html: View = (answer) => {
  const { decoded } = answer;
  if (!decoded.ok) return decoded;
  if (answer.kind !== 'html') return { ok: false, code: 'syntax', message: 'the body is no HTML' };
  if (decoded.text.length > MOST_TEXT) return { ok: false, code: 'too-large' };
  const page = new Page(answer.url, decoded.text, redactedSpans(answer, decoded));
  page.read(htmlTree(decoded.text));
  const value = { ...page.about, ...page.value };
  if (!answer.truncated) return { ok: true, value, ...openMembers(page.places) };
  return { ok: true, value, places: [...page.places, ...cutPlaces(page.value, page.about)], ends: [['headings'], ['links']] };
};
