// Where a document says that its keys are: members and links named after key sets. It lists addresses and fetches none.
import { isObject, type Json } from '../../contract/json.ts';
import { member, text } from '../openapi/members.ts';
import type { Findings, Path } from './findings.ts';

const plain = (name: string): string => name.replace(/[-_ ]/g, '').toLowerCase();

/** Names, without dashes and case, whose value is an address of keys; those that say so may hold any relative reference. */
const SAYS_URL = new Set(['jwksuri', 'jwksurl', 'jku', 'keysurl', 'keysuri', 'keyurl', 'keyuri', 'keyseturl', 'keyseturi']);
const NAMES = new Set(['jwks', 'keys', 'keyset', 'publickeys', ...SAYS_URL]);
const ADDRESS = /^(?:https?:\/\/|\.{0,2}\/)\S+$/i;

export const isKeyRelation = (rel: string): boolean => NAMES.has(plain(rel));

function addReference(findings: Findings, value: Json | undefined, path: Path, certain: boolean): void {
  if (typeof value !== 'string' || !(ADDRESS.test(value) || (certain && /^\S+$/.test(value)))) return;
  findings.keyUrl(value, path);
}

function addHolder(findings: Findings, value: Json, path: Path): void {
  for (const name of ['href', 'url', 'uri']) addReference(findings, member(value, name), [...path, name], false);
}

/** A member whose name says keys: an address, an object with one, or link objects as in a linkset. */
export function addKeyMember(findings: Findings, name: string, value: Json, path: Path): void {
  if (!isKeyRelation(name)) return;
  if (typeof value === 'string') addReference(findings, value, path, SAYS_URL.has(plain(name)));
  else if (Array.isArray(value)) for (const [i, entry] of value.slice(0, 100).entries()) addHolder(findings, entry, [...path, i]);
  else if (isObject(value)) addHolder(findings, value, path);
}

/** A link object `{rel, href}`. */
export function addKeyLink(findings: Findings, object: Json, path: Path): void {
  const rel = member(object, 'rel');
  const rels = typeof rel === 'string' ? rel.slice(0, 1000).split(/\s+/) : Array.isArray(rel) ? rel.slice(0, 100) : [];
  if (!rels.some((name) => typeof name === 'string' && isKeyRelation(name))) return;
  const name = text(object, 'href') !== undefined ? 'href' : 'url';
  addReference(findings, member(object, name), [...path, name], true);
}
