// Parameter values as text of a URL: the serialization styles of OpenAPI (RFC 6570), percent-encoded. It must not choose values.
import { isObject, type Json } from '../../contract/json.ts';
import { member, text } from '../members.ts';
import type { OpenApiParameter } from './parameters.ts';

export interface Style {
  style: string;
  explode: boolean;
}

type Pair = [string, string];
const MAX_PARTS = 200;
const MAX_TEXT = 2000;
const JOINED: Record<string, string> = { form: ',', spaceDelimited: '%20', pipeDelimited: '%7C', tabDelimited: '%09' };
/** collectionFormat of Swagger 2.0, in the words of OpenAPI 3. */
const FORMATS: Record<string, Style> = {
  csv: { style: 'form', explode: false },
  ssv: { style: 'spaceDelimited', explode: false },
  tsv: { style: 'tabDelimited', explode: false },
  pipes: { style: 'pipeDelimited', explode: false },
  multi: { style: 'form', explode: true },
};

/** Percent-encodes everything but the unreserved characters of RFC 3986; null for text that has no encoding. */
export function encode(value: string): string | null {
  if (!value.isWellFormed()) return null;
  return encodeURIComponent(value).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

export function styleOf(parameter: OpenApiParameter): Style {
  const { object } = parameter;
  const format = text(object, 'collectionFormat');
  if (format !== undefined && Object.hasOwn(FORMATS, format)) {
    const style = FORMATS[format]!;
    return parameter.in === 'path' ? { style: 'simple', explode: false } : style;
  }
  const swagger = member(object, 'schema') === undefined && member(object, 'content') === undefined;
  const style = text(object, 'style') ?? (parameter.in === 'query' ? 'form' : 'simple');
  const explode = member(object, 'explode');
  return { style, explode: typeof explode === 'boolean' ? explode : style === 'form' && !swagger };
}

function scalar(value: Json): string | null {
  if (value === null || typeof value === 'object') return null;
  return encode(String(value));
}

/** The parts of a value: a scalar, the elements of an array, or the members of an object; null when they nest or are none. */
function partsOf(parameter: string, value: Json): { key: string; kind: 'scalar' | 'array' | 'object'; pairs: Pair[] } | null {
  const kind = Array.isArray(value) ? 'array' : isObject(value) ? 'object' : 'scalar';
  const raw = isObject(value) ? Object.entries(value) : (Array.isArray(value) ? value : [value]).map((item) => ['', item] as const);
  const own = encode(parameter);
  if (own === null || raw.length === 0 || raw.length > MAX_PARTS) return null;
  const pairs: Pair[] = [];
  let left = MAX_TEXT;
  for (const [name, item] of raw) {
    left -= name.length + (typeof item === 'string' ? item.length : 0);
    if (left < 0) return null;
    const key = encode(name);
    const part = scalar(item as Json);
    if (key === null || part === null) return null;
    pairs.push([key, part]);
  }
  return { key: own, kind, pairs };
}

/** `between` stands between the name and the value of a member. */
const flat = (pairs: Pair[], kind: string, separator: string, between = separator): string =>
  pairs.map(([name, part]) => (kind === 'object' ? `${name}${between}${part}` : part)).join(separator);

/** A value as it stands in a path in place of `{name}`; null when the style cannot write it. */
export function inPath(name: string, value: Json, { style, explode }: Style): string | null {
  const parts = partsOf(name, value);
  if (parts === null) return null;
  const { key, kind, pairs } = parts;
  if (style === 'simple') return flat(pairs, kind, ',', explode ? '=' : ',');
  if (style === 'label') return `.${explode ? flat(pairs, kind, '.', '=') : flat(pairs, kind, ',')}`;
  if (style !== 'matrix') return null;
  if (!explode || kind === 'scalar') return `;${key}=${flat(pairs, kind, ',')}`;
  return pairs.map(([part, text]) => `;${kind === 'object' ? part : key}=${text}`).join('');
}

/** A value as it stands in the query; null when the style cannot write it. */
export function inQuery(name: string, value: Json, { style, explode }: Style): string | null {
  const parts = partsOf(name, value);
  if (parts === null) return null;
  const { key, kind, pairs } = parts;
  if (style === 'deepObject') return kind === 'object' ? pairs.map(([part, text]) => `${key}%5B${part}%5D=${text}`).join('&') : null;
  if (!Object.hasOwn(JOINED, style)) return null;
  if (explode && kind !== 'scalar') return pairs.map(([part, text]) => `${kind === 'object' ? part : key}=${text}`).join('&');
  return `${key}=${flat(pairs, kind, JOINED[style]!)}`;
}
