// The markdown view: a Markdown body in the terms of llms.txt (standards: llmstxt.org). It must not take HTML, XML or JSON for Markdown.
import type { Json, JsonObject } from '../contract/json.ts';
import type { OpenPlace, Reading, View, ViewSource } from '../contract/view.ts';
import { absoluteUrl } from './absolute-url.ts';
import { bodyKind } from './body-kind.ts';
import { decode } from './decode.ts';
import { type Heading, type Lines, type Link, type Outline, Outliner } from './markdown-outline.ts';
import { blockTokens } from './markdown-tokens.ts';
import { openMembers, redactedSpans, touches } from './redacted-spans.ts';
import { TextLines } from './text-lines.ts';

/** Characters of one document: it takes up to two seconds a million. */
const MOST_TEXT = 2 * 1024 * 1024;
const OTHER_KINDS: ReadonlySet<string> = new Set(['html', 'xml', 'json', 'binary']);
const FRONT_MATTER = /^---[ \t]*\r?\n(?=[A-Za-z_][\w-]*:)[\s\S]*?\r?\n---[ \t]*(?:\r?\n|$)/;

/** A block of metadata before the text is none of it; its lines stay, empty, so that places keep their numbers. */
const withoutFrontMatter = (text: string): string => text.replace(FRONT_MATTER, (block) => block.replace(/[^\r\n]+/g, ''));

type Why = OpenPlace['why'];

/** Why a stretch of lines is uncertain. */
type Doubt = (lines: Lines) => Why | undefined;

const place = (line: number): string => `L${line + 1}`;

class Writer {
  readonly places: OpenPlace[] = [];
  private readonly listed = new Map<Heading, number>();
  private readonly base: string;
  private readonly doubt: Doubt;

  constructor(base: string, doubt: Doubt) {
    this.base = base;
    this.doubt = doubt;
  }

  private at(lines: Lines, ...path: (string | number)[]): void {
    const why = this.doubt(lines);
    if (why) this.places.push({ path, why });
  }

  value(outline: Outline, length: number): JsonObject {
    const { title, titles, summary, sections, stray } = outline;
    const out: JsonObject = {};
    if (title) {
      out.title = title.text;
      this.at(title.lines, 'title');
    }
    out.titles = titles;
    if (summary) {
      out.summary = summary.text;
      this.at(summary.lines, 'summary');
    }
    const links = this.links([...outline.listed, ...outline.others]);
    out.sections = sections.map((section, i): Json => {
      this.at(section.lines, 'sections', i);
      return { title: section.text, depth: 2, links: this.listed.get(section) ?? 0, place: place(section.lines[0]) };
    });
    out.links = links;
    out.stray = stray.map((lines, i): Json => {
      this.at(lines, 'stray', i);
      return place(lines[0]);
    });
    out.length = length;
    return out;
  }

  private links(links: readonly Link[]): Json[] {
    const out: Json[] = [];
    for (const { href, text, section, notes, line, lines } of links) {
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
        place: place(line),
      });
    }
    return out;
  }
}

/** What the cap may have cut off: everything that begins in the last block, and what is counted over the whole. */
function cutPlaces(writer: Writer, value: JsonObject): OpenPlace[] {
  const whole: OpenPlace[] = ['titles', 'length'].map((name) => ({ path: [name], why: 'cut' }));
  const last = (value.sections as Json[]).length - 1;
  if (last >= 0) whole.push({ path: ['sections', last], why: 'cut' });
  return [...writer.places, ...whole];
}

export const markdown: View = (source: ViewSource): Reading => {
  const decoded = decode(source);
  if (!decoded.ok) return decoded;
  if (OTHER_KINDS.has(bodyKind(source))) return { ok: false, code: 'syntax', message: 'the body is no Markdown' };
  if (decoded.text.length > MOST_TEXT) return { ok: false, code: 'too-large' };
  const { text } = decoded;
  const shown = source.truncated ? text.slice(0, text.lastIndexOf('\n') + 1) : text;
  const outline = new Outliner().read(blockTokens(withoutFrontMatter(shown)));
  const spans = redactedSpans(source, decoded);
  const at = spans.length > 0 ? new TextLines(text) : undefined;
  const writer = new Writer(source.url, ([start, end]) => {
    if (at && touches(spans, at.startOf(start + 1), at.startOf(end + 1))) return 'redacted';
    return source.truncated && start >= outline.lastBlock ? 'cut' : undefined;
  });
  const value = writer.value(outline, source.bytes.length);
  return { ok: true, value, ...openMembers(source.truncated ? cutPlaces(writer, value) : writer.places) };
};
