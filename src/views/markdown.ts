// The markdown view: a Markdown body in the terms of llms.txt (standards: llmstxt.org). It must not take HTML, XML or JSON for Markdown.
import type { Json, JsonObject } from '../contract/json.ts';
import { MiB } from '../contract/units.ts';
import type { OpenPlace, View } from '../contract/view.ts';
import { touches } from '../json/spans.ts';
import { absoluteUrl } from './absolute-url.ts';
import { type Heading, type Lines, type Link, type Outline, Outliner } from './markdown-outline.ts';
import { blockTokens } from './markdown-tokens.ts';
import { openMembers, redactedSpans } from './redacted-spans.ts';
import { TextLines } from './text-lines.ts';

/** Characters that are read of one document: it takes up to two seconds a million. */
const MOST_TEXT = 2 * MiB;
const OTHER_KINDS: ReadonlySet<string> = new Set(['html', 'xml', 'json', 'binary']);
const FRONT_MATTER = /^---[ \t]*\r?\n(?=[A-Za-z_][\w-]*:)[\s\S]*?\r?\n---[ \t]*(?:\r?\n|$)/;

/** A footnote that is one link: CommonMark would take the link for the address of a link called `^1`. */
const NOTE_MARK = /^ {0,3}\[\^[^\]\n]{1,100}\]:[ \t]*(?=[*_]*\[)/gm;

/** A block of metadata before the text is none of it; its lines stay, empty, so that places keep their numbers. */
const withoutFrontMatter = (text: string): string => text.replace(FRONT_MATTER, (block) => block.replace(/[^\r\n]+/g, ''));

type Why = OpenPlace['why'];

/** Why what a member has from a stretch of lines is uncertain. */
type Doubt = (lines: Lines, member: string) => Why | undefined;

const place = (line: number): string => `L${line + 1}`;

class Writer {
  readonly places: OpenPlace[] = [];
  private readonly listed = new Map<Heading, number>();

  constructor(
    private readonly base: string,
    private readonly doubt: Doubt,
  ) {}

  private at(lines: Lines, member: string, ...more: number[]): void {
    const why = this.doubt(lines, member);
    if (why) this.places.push({ path: [member, ...more], why });
  }

  value(outline: Outline, length: number): JsonObject {
    const { title, preamble, titles, summary, sections, stray } = outline;
    if (title) this.at(title.lines, 'title');
    if (summary) this.at(summary.lines, 'summary');
    const links = this.links([...outline.listed, ...outline.others, ...outline.loose]);
    for (const one of outline.struck) this.listed.set(one, (this.listed.get(one) ?? 0) + 1);
    for (const [i, { lines }] of sections.entries()) this.at(lines, 'sections', i);
    for (const [i, lines] of stray.entries()) this.at(lines, 'stray', i);
    return {
      ...(title ? { title: title.text, preamble } : {}),
      titles,
      ...(summary ? { summary: summary.text } : {}),
      sections: sections.map((one) => ({ title: one.text, depth: 2, links: this.listed.get(one) ?? 0, place: place(one.lines[0]) })),
      links,
      stray: stray.map(([line]) => place(line)),
      length,
    };
  }

  private links(links: readonly Link[]): Json[] {
    const out: Json[] = [];
    for (const { href, text, section, notes, before, as, line, lines } of links) {
      // A link within the page leads nowhere else.
      const url = href === '' || href.startsWith('#') ? undefined : absoluteUrl(href, this.base);
      if (url === undefined) continue;
      this.at(lines, 'links', out.length);
      if (section) this.listed.set(section, (this.listed.get(section) ?? 0) + 1);
      out.push({
        href: url,
        text,
        ...(section === undefined ? {} : { section: section.text }),
        ...(notes === undefined ? {} : { notes }),
        ...(before === undefined ? {} : { before }),
        ...(as === undefined ? {} : { as }),
        place: place(line),
      });
    }
    return out;
  }
}

/** What is counted over the whole, the links of the section in which reading stopped, and what the last block might still become. */
function cutPlaces(outline: Outline, truncated: boolean): OpenPlace[] {
  const places: OpenPlace[] = [{ path: ['titles'], why: 'cut' }];
  if (truncated) places.push({ path: ['length'], why: 'cut' });
  const isUntitled = !outline.title && outline.sections.length === 0;
  if (isUntitled) places.push({ path: ['title'], why: 'cut' }, { path: ['preamble'], why: 'cut' });
  if (!outline.summary && (isUntitled || outline.blocks - outline.preamble <= 2)) places.push({ path: ['summary'], why: 'cut' });
  const last = outline.sections.length - 1;
  if (last >= 0) places.push({ path: ['sections', last, 'links'], why: 'cut' });
  return places;
}

/** Lists that may go on after a cut. */
const ENDS = [['sections'], ['links'], ['stray']];

/** Whole lines of the text, as far as it is there and is read. */
function visibleLines(text: string, cut: boolean): string {
  return cut ? text.slice(0, text.lastIndexOf('\n', MOST_TEXT) + 1) : text;
}

/** In brackets may stand a link whose address was cut off (`[text][name]`, with the address at the end of the document). */
const mayBeLink = (text: string, at: TextLines, [start, end]: Lines): boolean =>
  text.slice(at.startOf(start + 1), at.startOf(end + 1)).includes('[');

export const markdown: View = (answer) => {
  const { decoded } = answer;
  if (!decoded.ok) return decoded;
  if (OTHER_KINDS.has(answer.kind)) return { ok: false, code: 'syntax', message: 'the body is no Markdown' };
  const { text } = decoded;
  const cut = answer.truncated || text.length > MOST_TEXT;
  const outline = new Outliner().read(blockTokens(withoutFrontMatter(visibleLines(text, cut)).replace(NOTE_MARK, '')));
  const spans = redactedSpans(answer, decoded);
  const at = spans.length > 0 || cut ? new TextLines(text) : undefined;
  const writer = new Writer(answer.url, (lines, list) => {
    if (at && spans.length > 0 && touches(spans, at.startOf(lines[0] + 1), at.startOf(lines[1] + 1))) return 'redacted';
    if (!cut || !at) return undefined;
    return lines[0] >= outline.lastBlock || (list === 'stray' && mayBeLink(text, at, lines)) ? 'cut' : undefined;
  });
  const value = writer.value(outline, answer.bytes.length);
  if (!cut) return { ok: true, value, ...openMembers(writer.places) };
  return { ok: true, value, places: [...writer.places, ...cutPlaces(outline, answer.truncated)], ends: ENDS };
};
