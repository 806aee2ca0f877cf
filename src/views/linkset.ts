// The linkset view: linkset documents (RFC 9264, JSON and text; RFC 9727 catalogs) and Link fields (RFC 8288) in one form.
// It must not credit a link with an anchor of its own to this page: the anchor is in the value.
import { readHeader } from '../contract/header-text.ts';
import { mediaType } from '../contract/media-type.ts';
import { MiB } from '../contract/units.ts';
import { OURS, type ReadableAnswer, type Reading, type View, type ViewFailure } from '../contract/view.ts';
import { extendedValue, param, readWebLinks, type WebLink } from './link-header.ts';
import { isLinkset, readLinksetJson } from './linkset-json.ts';
import { LinkList, type LinksetDocument, type LinksetSource } from './linkset-links.ts';
import { Carried } from './open-places.ts';
import { redactedHeader, redactedSpans } from './redacted-spans.ts';

/** Characters of a linkset in text form. */
const MOST_TEXT = MiB;

interface Found {
  source: LinksetSource;
  contexts: number;
}

function addWebLink(list: LinkList, link: WebLink, place: string): void {
  const relations = (param(link, 'rel') ?? '').split(/\s+/).filter((rel) => rel !== '');
  if (relations.length === 0) list.problem('no-relation', place);
  const title = param(link, 'title*');
  for (const rel of new Set(relations)) {
    list.add({
      anchor: param(link, 'anchor'),
      rel,
      href: link.target,
      type: param(link, 'type'),
      title: (title === undefined ? undefined : extendedValue(title)) ?? param(link, 'title'),
      hreflang: link.params.filter(([name]) => name === 'hreflang').map(([, value]) => value),
      profile: param(link, 'profile'),
      place,
    });
  }
}

/** Number of contexts: how many things the links start from. */
function addWebLinks(list: LinkList, text: string, place: string): number {
  const { links, broken } = readWebLinks(text);
  if (broken) list.problem('malformed', place);
  for (const link of links) addWebLink(list, link, place);
  return new Set(links.map((link) => param(link, 'anchor') ?? '')).size;
}

function fromText(answer: ReadableAnswer, list: LinkList): Found | ViewFailure {
  const { decoded } = answer;
  if (!decoded.ok) return decoded.code;
  if (answer.truncated) return 'cut';
  if (decoded.text.length > MOST_TEXT) return 'too-large';
  const { links, broken } = readWebLinks(decoded.text);
  if (broken && links.length === 0) return 'syntax';
  if (links.some((link) => param(link, 'anchor') === undefined)) list.problem('no-anchor', 'L1');
  const contexts = addWebLinks(list, decoded.text, 'L1');
  if (redactedSpans(answer, decoded).length > 0) list.carried.places.push({ path: ['links'], why: 'redacted' });
  return { source: 'linkset-text', contexts };
}

function fromDocument(list: LinkList, body: Reading): Found | ViewFailure {
  if (!body.ok) return body.code === 'syntax' ? 'shape' : body.code;
  if (!isLinkset(body.value)) return 'shape';
  return { source: 'linkset-json', contexts: readLinksetJson(body.value, list) };
}

const LINKSET_TYPE = /^application\/linkset(?:\+json)?$/;

/** What the body is said to be, and turned out to be. */
function state(list: LinkList, document: Found | ViewFailure, said: boolean): LinksetDocument {
  if (typeof document !== 'string') return list.broken ? 'broken' : 'valid';
  if (!said || document === 'empty') return 'none';
  if (OURS.has(document)) return 'unread';
  list.problem('unreadable', '');
  return 'broken';
}

/** Links of the header alone: of these nothing is cut off, whatever becomes of the body. */
const ofHeader = (answer: ReadableAnswer, document: LinksetDocument): { ends?: [] } =>
  answer.truncated && document === 'none' && answer.kind !== 'json' ? { ends: [] } : {};

export const linkset: View = (answer) => {
  const body = answer.read('json');
  const type = mediaType(answer.headers['content-type']);
  const list = new LinkList(answer, new Carried(body.ok ? body.places : []));
  const document = type?.essence === 'application/linkset' ? fromText(answer, list) : fromDocument(list, body);
  const field = answer.headers.link;
  if (field === undefined && typeof document === 'string') return { ok: false, code: document };
  const stands = state(list, document, LINKSET_TYPE.test(type?.essence ?? ''));
  list.part = 'header';
  const before = list.size;
  const contexts = field === undefined ? 0 : addWebLinks(list, readHeader(field), 'link');
  if (redactedHeader(answer, 'link'))
    for (let i = before; i < list.size; i++) list.carried.places.push({ path: ['links', i], why: 'redacted' });
  if (typeof document !== 'string') return list.reading(document.source, stands, document.contexts, type?.params.profile);
  const reading = list.reading('header', stands, contexts, undefined);
  return reading.ok ? { ...reading, ...ofHeader(answer, stands) } : reading;
};
