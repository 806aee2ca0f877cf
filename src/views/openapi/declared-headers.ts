// Header fields of an answer against those that a response declares: present where required, and of the stated simple type.
// Whatever is less clear than that is left alone.
import type { HeaderMap, Redaction } from '../../contract/generated/types.ts';
import { isObject, type Json } from '../../contract/json.ts';
import type { Fault } from './conformance.ts';
import { entries, member, text } from './members.ts';
import { follow } from './reference.ts';
import type { Sited } from './resources.ts';
import type { SchemaSource } from './schema-source.ts';

const NAME = /^[!#$%&'*+.^_`|~0-9a-z-]{1,100}$/;
/** OpenAPI says that Content-Type is described elsewhere; the others belong to the connection, and whoever stands on the way changes them. */
const NOT_THE_SERVICES = new Set(
  'content-type content-length content-encoding transfer-encoding connection keep-alive proxy-connection te trailer upgrade'.split(' '),
);
const MOST_HEADERS = 200;
const MAX_VALUE = 100;

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const TYPES: Record<string, (value: string) => boolean> = {
  string: () => true,
  number: (value) => NUMBER.test(value),
  integer: (value) => NUMBER.test(value) && Number.isInteger(Number(value)),
  boolean: (value) => /^(?:true|false)$/i.test(value),
  // As some write it in place of leaving the field out.
  null: (value) => /^(?:null|nil|none)$/i.test(value),
};

/** The types that the schema names, where these are all that a header's text can be held against. */
function typesOf(source: SchemaSource, site: Sited, header: Json, swagger: boolean): string[] {
  if (text(header, 'style') !== undefined && text(header, 'style') !== 'simple') return [];
  const { schema } = swagger ? { schema: header } : source.resolved({ ...site, schema: member(header, 'schema') ?? true });
  const parts = swagger ? undefined : member(schema, 'allOf');
  // A reference with words beside it is often written as the only part of an allOf.
  const only = Array.isArray(parts) && parts.length === 1 && member(schema, 'type') === undefined ? parts[0] : undefined;
  return namedTypes(only === undefined ? schema : source.resolved({ ...site, schema: only }).schema);
}

function namedTypes(schema: Json): string[] {
  if (!isObject(schema) || member(schema, '$ref') !== undefined || member(schema, '$schema') !== undefined) return [];
  const type = member(schema, 'type');
  const types = Array.isArray(type) ? type : [type];
  const known = types.every((name): name is string => typeof name === 'string' && Object.hasOwn(TYPES, name));
  return known && types.some((name) => name !== 'null') ? types : [];
}

function faultOf(name: string, value: string | undefined, required: boolean, types: string[]): Fault | null {
  const place = `headers/${name}`;
  if (value === undefined) return required ? { keyword: 'required', place, message: 'a required header is missing' } : null;
  const plain = value.trim();
  if (types.length === 0 || plain === '') return null;
  // A field that was sent twice arrives as a list: one element that fits is enough.
  const elements = types.includes('string') ? [plain] : plain.split(',').map((element) => element.trim());
  if (elements.some((element) => types.some((type) => TYPES[type]!(element)))) return null;
  return { keyword: 'type', place, message: `must be of type ${types.join(' or ')}`, value: JSON.stringify(plain.slice(0, MAX_VALUE)) };
}

export interface SentHeaders {
  headers: HeaderMap;
  redactions?: readonly Redaction[];
}

/** What the headers that a response declares find wrong with those that were sent. */
export function headerFaults(source: SchemaSource, swagger: boolean, response: Json, sent: SentHeaders): Fault[] {
  const faults: Fault[] = [];
  let left = MOST_HEADERS;
  for (const [key, value] of entries(member(response, 'headers'))) {
    if (left-- <= 0) break;
    const name = key.toLowerCase();
    if (!NAME.test(name) || NOT_THE_SERVICES.has(name)) continue;
    const header = follow(source.root.base, value, '', source.root.uri);
    if (!header.ok) continue;
    const masked = sent.redactions?.some(({ where, name: masked }) => where === 'header' && masked?.toLowerCase() === name);
    const types = masked ? [] : typesOf(source, source.root, header.value, swagger);
    const field = Object.hasOwn(sent.headers, name) ? sent.headers[name] : undefined;
    const fault = faultOf(name, field, !swagger && member(header.value, 'required') === true, types);
    if (fault !== null) faults.push(fault);
  }
  return faults;
}
