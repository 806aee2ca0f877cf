// The refs view: every address that an answer leads to, each once. It must not call a template or a place in the page an address.
import { isContainer, type Json, type JsonObject } from '../contract/json.ts';
import type { OpenPlace, ReadableAnswer, Reading, View } from '../contract/view.ts';
import { pointerOf } from '../json/pointer.ts';
import { touches } from '../json/spans.ts';
import { absoluteUrl, isWebUrl } from './absolute-url.ts';
import { bareUrls } from './bare-urls.ts';
import { text } from './members.ts';
import { readChallenges } from './offer/challenges.ts';
import { Carried } from './open-places.ts';
import { openMembers, redactedSpans } from './redacted-spans.ts';
import { Refused } from './refused.ts';
import { TextLines } from './text-lines.ts';

const MOST_REFS = 50_000;

/** In a document a path of this site is one by whatever member: formats name theirs in many ways, and documents of one's own in any. */
const ADDRESS = /^(?:https?:\/\/|\/(?!\/))[^\s{}]*$/i;

const withoutHash = (url: string): string => url.replace(/#.*$/s, '');

class Refs {
  private readonly self: string;
  private readonly seen = new Set<string>();
  readonly value: Json[] = [];
  readonly places: OpenPlace[] = [];

  constructor(private readonly base: string) {
    this.self = withoutHash(absoluteUrl('', base) ?? base);
  }

  add(reference: string, rel: string | undefined, place: string, why?: OpenPlace['why']): void {
    const href = absoluteUrl(reference, this.base);
    if (href === undefined || !isWebUrl(href) || withoutHash(href) === this.self || this.seen.has(href)) return;
    if (this.value.length >= MOST_REFS) throw new Refused('too-large');
    this.seen.add(href);
    if (why) this.places.push({ path: [this.value.length], why });
    this.value.push({ href, ...(rel === undefined ? {} : { rel }), place });
  }

  /** Links of another view. */
  links(reading: Reading): void {
    if (!reading.ok) return;
    const carried = new Carried(reading.places);
    const { links } = reading.value as { links: JsonObject[] };
    for (const [i, { href, rel, place }] of links.entries()) {
      const relation = Array.isArray(rel) ? rel.join(' ') : rel;
      const named = typeof relation === 'string' && relation !== '' ? relation : undefined;
      this.add(href as string, named, place as string, carried.why(['links', i]));
    }
  }

  /** Addresses without markup. */
  text(answer: ReadableAnswer): void {
    const { decoded } = answer;
    if (!decoded.ok) return;
    const spans = redactedSpans(answer, decoded);
    const lines = new TextLines(decoded.text);
    for (const { url, start, end } of bareUrls(decoded.text)) {
      const cut = answer.truncated && end === decoded.text.length;
      const why = cut ? 'cut' : touches(spans, start, end) ? 'redacted' : undefined;
      this.add(url, undefined, `L${lines.lineAt(start)}`, why);
    }
  }

  document(reading: Reading): void {
    if (reading.ok) this.within(reading.value, [], new Carried(reading.places));
  }

  /** Recursion ends at the depth that the json and yaml views allow. */
  private within(value: Json, path: (string | number)[], carried: Carried, rel?: string): void {
    if (typeof value === 'string' && ADDRESS.test(value)) this.add(value, rel, pointerOf(path), carried.why(path));
    if (!isContainer(value)) return;
    const own = text(value, 'rel');
    for (const [key, inner] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
      path.push(key);
      this.within(inner, path, carried, own);
      path.pop();
    }
  }
}

/** Where challenges say that a token comes from (RFC 9728): whole addresses, that of the resource's metadata. */
function readAnnounced({ headers }: ReadableAnswer, refs: Refs): void {
  for (const { params } of readChallenges(headers['www-authenticate'] ?? '').challenges) {
    const metadata = params.get('resource_metadata') ?? '';
    if (ADDRESS.test(metadata)) refs.add(metadata, 'resource_metadata', 'www-authenticate');
  }
}

/** The view that reads the body's own links; its failure is that of refs. */
function readBody(answer: ReadableAnswer, refs: Refs): Reading | undefined {
  const { kind, read } = answer;
  if (kind === 'json' || kind === 'yaml') {
    const document = read(kind);
    refs.document(document);
    return document;
  }
  if (kind === 'html' || kind === 'markdown' || kind === 'text') {
    const page = kind === 'html' ? read('html') : read('markdown');
    refs.links(page);
    if (kind !== 'html') refs.text(answer);
    return page;
  }
  return kind === 'none' ? { ok: false, code: 'empty' } : { ok: false, code: kind === 'binary' ? 'binary' : 'shape' };
}

export const refs: View = (answer) => {
  const found = new Refs(answer.url);
  readAnnounced(answer, found);
  const body = readBody(answer, found);
  const links = answer.read('linkset');
  found.links(links);
  if (body && !body.ok && !links.ok && found.value.length === 0) return body;
  const cut = body?.ok && body.ends !== undefined && body.ends.length > 0;
  return { ok: true, value: found.value, ...openMembers(found.places), ...(cut ? { ends: [[]] } : {}) };
};
