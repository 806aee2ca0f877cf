// Header fields of an answer against those that a response declares: present where required, and of the stated simple type, or lists of such.
// Whatever is less clear than that is left alone.
import type { HeaderMap, Redaction } from '../../contract/generated/types.ts';
import { isObject, type Json } from '../../contract/json.ts';
import type { Unevaluated, UnevaluatedCounts } from '../../contract/unevaluated.ts';
import { entries, member, text } from '../members.ts';
import type { ConformanceFault } from './conformance.ts';
import { reasonOf } from './declared-body.ts';
import { isJsonType, parseMediaType } from './media-type.ts';
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
  // Fields of RFC 9651 (section 3.3.6) have ?1 for true.
  boolean: (value) => /^(?:true|false|\?[01])$/i.test(value),
  // As some write it in place of leaving the field out.
  null: (value) => /^(?:null|nil|none)$/i.test(value),
};

/** What a header's text can be held against: the types of one value, or of each element of a list. */
interface Declared {
  types: string[];
  list: boolean;
}

const ANYTHING: Declared = { types: [], list: false };

/** The schema of a header, where it stands; by content only where that is JSON, whose numbers and truth values are written the same way. */
function schemaOf(header: Json, swagger: boolean): Json {
  if (swagger) return header;
  const [only, ...more] = entries(member(header, 'content'));
  if (only === undefined) return member(header, 'schema') ?? true;
  const [type, media] = only;
  return more.length === 0 && isJsonType(parseMediaType(type)?.name ?? '') ? (member(media, 'schema') ?? true) : true;
}

function resolved(source: SchemaSource, site: Sited, schema: Json, swagger: boolean): Json {
  if (swagger) return schema;
  const found = source.resolved({ ...site, schema }).schema;
  // A reference with words beside it is often written as the only part of an allOf, or as the only choice.
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((name) => {
    const list = member(found, name);
    return Array.isArray(list) ? list : [];
  });
  const only = parts.length === 1 && member(found, 'type') === undefined ? parts[0] : undefined;
  return only === undefined ? found : source.resolved({ ...site, schema: only }).schema;
}

function declaredOf(source: SchemaSource, site: Sited, header: Json, swagger: boolean): Declared {
  if (text(header, 'style') !== undefined && text(header, 'style') !== 'simple') return ANYTHING;
  const schema = resolved(source, site, schemaOf(header, swagger), swagger);
  const items = member(schema, 'items');
  // A list as JSON is one text; of the other formats of Swagger none is read.
  const listed = text(schema, 'type') === 'array' && items !== undefined && member(header, 'content') === undefined;
  if (!listed) return { types: namedTypes(schema), list: false };
  if ((text(schema, 'collectionFormat') ?? 'csv') !== 'csv') return ANYTHING;
  return { types: namedTypes(resolved(source, site, items, swagger)), list: true };
}

function namedTypes(schema: Json): string[] {
  if (!isObject(schema) || member(schema, '$ref') !== undefined || member(schema, '$schema') !== undefined) return [];
  const type = member(schema, 'type');
  const types = Array.isArray(type) ? type : [type];
  const known = types.every((name): name is string => typeof name === 'string' && Object.hasOwn(TYPES, name));
  return known && types.some((name) => name !== 'null') ? types : [];
}

function fits(plain: string, { types, list }: Declared, required: boolean): boolean {
  if (types.length === 0 || types.includes('string')) return true;
  // No words are an empty list, null, or a field that need not be there; a number that has to be there they are not.
  if (plain === '') return list || !required || types.includes('null');
  // As some write a list in place of what the specification says.
  if (list && plain.startsWith('[')) return true;
  const elements = plain.split(',').map((element) => element.trim());
  const isOne = (element: string): boolean => types.some((type) => TYPES[type]!(element));
  // A field that was sent twice arrives as a list: one element that fits is enough.
  return list ? elements.every((element) => element === '' || isOne(element)) : elements.some(isOne);
}

function faultOf(name: string, value: string | undefined, required: boolean, declared: Declared): ConformanceFault | null {
  const place = `headers/${name}`;
  if (value === undefined) return required ? { keyword: 'required', place, message: 'a required header is missing' } : null;
  const plain = value.trim();
  if (fits(plain, declared, required)) return null;
  const types = declared.types.join(' or ');
  const message = declared.list ? `must be a list of type ${types}` : `must be of type ${types}`;
  return { keyword: 'type', place, message, value: JSON.stringify(plain.slice(0, MAX_VALUE)) };
}

export interface SentHeaders {
  headers: HeaderMap;
  redactions?: readonly Redaction[];
}

export interface JudgedHeaders {
  faults: ConformanceFault[];
  /** Headers that were not looked at. */
  left: UnevaluatedCounts;
}

/** Why nothing is known of a schema that a reference still stands in. */
function whyUnknown({ root }: SchemaSource, header: Json, swagger: boolean): Unevaluated | undefined {
  const found = follow(root.base, schemaOf(header, swagger), '', root.uri);
  return found.ok ? undefined : reasonOf(found.fault);
}

/** What the headers that a response declares find wrong with those that were sent. */
export function judgeHeaders(source: SchemaSource, swagger: boolean, response: Json, sent: SentHeaders): JudgedHeaders {
  const faults: ConformanceFault[] = [];
  const left: UnevaluatedCounts = {};
  const leave = (why: Unevaluated): void => {
    left[why] = (left[why] ?? 0) + 1;
  };
  let room = MOST_HEADERS;
  for (const [key, value] of entries(member(response, 'headers'))) {
    const name = key.toLowerCase();
    if (!NAME.test(name) || NOT_THE_SERVICES.has(name)) continue;
    if (room-- <= 0) {
      leave('too-large');
      break;
    }
    const header = follow(source.root.base, value, '', source.root.uri);
    if (!header.ok) {
      leave(reasonOf(header.fault));
      continue;
    }
    const masked = sent.redactions?.some(({ where, name: masked }) => where === 'header' && masked?.toLowerCase() === name);
    const declared = masked ? ANYTHING : declaredOf(source, source.root, header.value, swagger);
    const field = Object.hasOwn(sent.headers, name) ? sent.headers[name] : undefined;
    const fault = faultOf(name, field, !swagger && member(header.value, 'required') === true, declared);
    if (fault !== null) faults.push(fault);
    const unknown = field === undefined || declared.types.length > 0 ? undefined : whyUnknown(source, header.value, swagger);
    if (unknown) leave(unknown);
  }
  return { faults, left };
}
