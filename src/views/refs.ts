// The refs view: every address that an answer leads to, each once. It must not call a template or a place in the page an address.
import type { Json, JsonObject } from '../contract/json.ts';
import type { OpenPlace, ReadableAnswer, Reading, View } from '../contract/view.ts';
import { pointerOf } from '../json/pointer.ts';
import { touches } from '../json/spans.ts';
import { absoluteUrl, isWebUrl } from './absolute-url.ts';
import { bareUrls } from './bare-urls.ts';
import { Carried } from './carried.ts';
import { readChallenges } from './offer/challenges.ts';
import { openMembers, redactedSpans } from './redacted-spans.ts';
import { TextLines } from './text-lines.ts';

const MOST_REFS = 50_000;

/** In a document a path of this site is one by whatever member: formats name theirs in many ways, and documents of one's own in any. */
const ADDRESS = /^(?:https?:\/\/|\/(?!\/))[^\s{}]*$/i;

class TooMany extends Error {}

const withoutHash = (url: string): string => url.replace(/#.*$/s, '');

class Refs {
  private readonly base: string;
  private readonly self: string;
  private readonly seen = new Set<string>();
  readonly value: Json[] = [];
  readonly places: OpenPlace[] = [];

  constructor(base: string) {
    this.base = base;
    this.self = withoutHash(absoluteUrl('', base) ?? base);
  }

  add(reference: string, rel: string | undefined, place: string, why?: OpenPlace['why']): void {
    const href = absoluteUrl(reference, this.base);
    if (href === undefined || !isWebUrl(href) || withoutHash(href) === this.self || this.seen.has(href)) return;
    if (this.value.length >= MOST_REFS) throw new TooMany();
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
      this.add(
        href as string,
        typeof relation === 'string' && relation !== '' ? relation : undefined,
        place as string,
        carried.why(['links', i]),
      );
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

  /** Strings of a document. */
  document(reading: Reading): void {
    if (reading.ok) new Walk(this, new Carried(reading.places)).value(reading.value);
  }
}

class Walk {
  private readonly refs: Refs;
  private readonly carried: Carried;
  private readonly path: (string | number)[] = [];

  constructor(refs: Refs, carried: Carried) {
    this.refs = refs;
    this.carried = carried;
  }

  /** Recursion ends at the depth that the json and yaml views allow. */
  value(value: Json, rel?: string): void {
    if (typeof value === 'string') this.text(value, rel);
    else if (Array.isArray(value)) for (const [i, item] of value.entries()) this.at(i, item);
    else if (value !== null && typeof value === 'object') this.object(value);
  }

  private object(object: JsonObject): void {
    const rel = Object.hasOwn(object, 'rel') && typeof object.rel === 'string' ? object.rel : undefined;
    for (const name of Object.keys(object)) this.at(name, object[name]!, rel);
  }

  private at(key: string | number, value: Json, rel?: string): void {
    this.path.push(key);
    this.value(value, rel);
    this.path.pop();
  }

  private text(text: string, rel: string | undefined): void {
    if (ADDRESS.test(text)) this.refs.add(text, rel, pointerOf(this.path), this.carried.why(this.path));
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
  try {
    readAnnounced(answer, found);
    const body = readBody(answer, found);
    const links = answer.read('linkset');
    found.links(links);
    if (body && !body.ok && !links.ok && found.value.length === 0) return body;
    const cut = body?.ok && body.ends !== undefined && body.ends.length > 0;
    return { ok: true, value: found.value, ...openMembers(found.places), ...(cut ? { ends: [[]] } : {}) };
  } catch (error) {
    if (error instanceof TooMany) return { ok: false, code: 'too-large' };
    throw error;
  }
};
