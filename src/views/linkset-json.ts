// A linkset document in JSON (RFC 9264, 4.2), RFC 9727 catalogs among them. What breaks the format is named, and read where its meaning is plain.
import { isObject, type Json, type JsonObject } from '../contract/json.ts';
import { below } from '../json/pointer.ts';
import type { LinkList } from './linkset-links.ts';
import { member } from './members.ts';

const ABSOLUTE = /^[A-Za-z][A-Za-z0-9+.-]*:/;

/** Attributes are arrays, except for a few: the first string counts, however it is written. */
function firstText(value: Json | undefined): string | undefined {
  const first = Array.isArray(value) ? value[0] : value;
  if (typeof first === 'string') return first;
  const inner = member(first, 'value');
  return typeof inner === 'string' ? inner : undefined;
}

const texts = (value: Json | undefined): string[] =>
  (Array.isArray(value) ? value : [value]).filter((item): item is string => typeof item === 'string');

class Context {
  private readonly place: string;
  private readonly anchor: string | undefined;

  constructor(
    private readonly list: LinkList,
    private readonly path: (string | number)[],
    object: JsonObject,
  ) {
    this.place = path.map((step) => `/${step}`).join('');
    const anchor = member(object, 'anchor');
    if (typeof anchor !== 'string') list.problem('no-anchor', this.place);
    else if (!ABSOLUTE.test(anchor)) list.problem('relative-anchor', `${this.place}/anchor`);
    this.anchor = typeof anchor === 'string' ? anchor : undefined;
  }

  relation(rel: string, value: Json): void {
    const place = below(this.place, rel);
    if (Array.isArray(value)) for (const [i, target] of value.entries()) this.target(rel, target, [...this.path, rel, i], `${place}/${i}`);
    else {
      this.list.problem('relation-not-array', place);
      this.target(rel, value, [...this.path, rel], place);
    }
  }

  private target(rel: string, value: Json, from: (string | number)[], place: string): void {
    if (typeof value === 'string') this.list.problem('malformed', place);
    const target: JsonObject = typeof value === 'string' ? { href: value } : isObject(value) ? value : {};
    const href = member(target, 'href');
    if (typeof href !== 'string') {
      this.list.problem('no-href', place);
      return;
    }
    const index = this.list.add({
      anchor: this.anchor,
      rel,
      href,
      type: firstText(member(target, 'type')),
      title: firstText(member(target, 'title*')) ?? firstText(member(target, 'title')),
      hreflang: texts(member(target, 'hreflang')),
      profile: firstText(member(target, 'profile')),
      place,
    });
    if (index === undefined) return;
    this.list.carried.carry(from, ['links', index]);
    this.list.carried.carry([...this.path, 'anchor'], ['links', index, 'anchor']);
  }
}

/** The document has the member that makes it a linkset, whatever stands there. */
export const isLinkset = (root: Json): root is JsonObject => isObject(root) && member(root, 'linkset') !== undefined;

/** The contexts; an object in place of the array is read as its only one. */
function contextsOf(linkset: Json): Json[] {
  if (Array.isArray(linkset)) return linkset;
  return isObject(linkset) ? [linkset] : [];
}

/** Number of contexts. */
export function readLinksetJson(root: JsonObject, list: LinkList): number {
  for (const name of Object.keys(root)) if (name !== 'linkset') list.problem('extra-member', below('', name));
  const linkset = member(root, 'linkset')!;
  const several = Array.isArray(linkset);
  if (!several) list.problem('not-array', '/linkset');
  const contexts = contextsOf(linkset);
  for (const [i, object] of contexts.entries()) {
    const path = several ? ['linkset', i] : ['linkset'];
    if (!isObject(object)) {
      list.problem('malformed', path.map((step) => `/${step}`).join(''));
      continue;
    }
    const context = new Context(list, path, object);
    let relations = 0;
    for (const rel of Object.keys(object)) {
      if (rel === 'anchor') continue;
      relations++;
      context.relation(rel, object[rel]!);
    }
    if (relations === 0) list.problem('no-relation', path.map((step) => `/${step}`).join(''));
  }
  return contexts.length;
}
