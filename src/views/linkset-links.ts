// The list that the linkset view fills: links with absolute URLs, and warnings. It must not know where they are read from.
import type { Json, JsonObject } from '../contract/json.ts';
import type { Reading, ViewSource } from '../contract/view.ts';
import { absoluteUrl } from './absolute-url.ts';
import { Carried } from './open-places.ts';
import { Refused } from './refused.ts';

/** Links of one answer. */
const MOST_LINKS = 50_000;
const MOST_PROBLEMS = 1000;

export type LinksetSource = 'linkset-json' | 'linkset-text' | 'header';

/** Where a problem lies. */
export type LinksetPart = 'document' | 'header';

/** What stands in the body: a linkset, one that breaks RFC 9264, one that we could not read, or something else. */
export type LinksetDocument = 'valid' | 'broken' | 'unread' | 'none';

const PROBLEMS = {
  'no-anchor': 'the context has no anchor, and consumers differ in what they take for it',
  'relative-anchor': 'the anchor depends on where the document lies',
  'relation-not-array': 'the targets of a relation must be an array, also a single one',
  'extra-member': 'a linkset document has no member beside linkset',
  'not-array': 'linkset must be an array of contexts',
  'no-relation': 'the link does not say what it is: it has no relation',
  'no-href': 'the target has no address, or one that does not resolve',
  malformed: 'this is no link',
  unreadable: 'the media type says that this is a linkset, and the body is none',
} as const;

export type LinksetProblem = keyof typeof PROBLEMS;

/** What the format allows, and reads in a way that may surprise. */
const ALLOWED: ReadonlySet<LinksetProblem> = new Set(['no-anchor', 'relative-anchor']);

export interface LinkParts {
  anchor?: string | undefined;
  rel: string;
  href: string;
  type?: string | undefined;
  title?: string | undefined;
  hreflang?: string[];
  profile?: string | undefined;
  place: string;
}

export class LinkList {
  private readonly base: string;
  private readonly links: Json[] = [];
  private readonly problems: Json[] = [];
  part: LinksetPart = 'document';
  /** Something in the document is not as the format has it. */
  broken = false;

  constructor(
    source: ViewSource,
    readonly carried = new Carried(),
  ) {
    this.base = source.url;
  }

  get size(): number {
    return this.links.length;
  }

  problem(code: LinksetProblem, place: string): void {
    if (this.part === 'document' && !ALLOWED.has(code)) this.broken = true;
    if (this.problems.length < MOST_PROBLEMS) this.problems.push({ code, source: this.part, place, message: PROBLEMS[code] });
  }

  /** Index of the link; undefined when an address does not resolve, which is a problem. */
  add(parts: LinkParts): number | undefined {
    const { rel, type, title, hreflang, profile, place } = parts;
    const href = absoluteUrl(parts.href, this.base);
    const anchor = absoluteUrl(parts.anchor ?? '', this.base);
    if (href === undefined || anchor === undefined) {
      this.problem('no-href', place);
      return undefined;
    }
    if (this.links.length >= MOST_LINKS) throw new Refused('too-large');
    const link: JsonObject = { anchor, rel: rel.toLowerCase(), href };
    if (type !== undefined) link.type = type;
    if (title !== undefined) link.title = title;
    if (hreflang !== undefined && hreflang.length > 0) link.hreflang = hreflang;
    if (profile !== undefined) link.profile = profile;
    link.place = place;
    return this.links.push(link) - 1;
  }

  reading(source: LinksetSource, document: LinksetDocument, contexts: number, profile: string | undefined): Reading {
    const about = { source, document, contexts, ...(profile === undefined ? {} : { profile }) };
    const value = { ...about, links: this.links, problems: this.problems };
    return { ok: true, value, ...this.carried.reading };
  }
}
