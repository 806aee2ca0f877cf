// The URL that an operation can be called at, built from the document alone; null when something that it needs is not published.
import { isObject, type JsonObject } from '../../contract/json.ts';
import type { ReadContext } from './context.ts';
import { hasWholeQuery, type OpenApiParameter } from './parameters.ts';
import { readPublished, readWholeQuery } from './published.ts';
import { encode, inPath, inQuery, styleOf } from './serialize.ts';

const MAX_URL = 4096;
const TEMPLATE = /\{([^{}]*)\}/g;

/** Text of a path as published: what a URL path may not hold is encoded, what is encoded already stays. */
export const literal = (piece: string): string => piece.replace(/[^A-Za-z0-9\-._~!$&'()*+,;=:@/%]+/g, (raw) => encode(raw) ?? raw);
/** `.` and `..` as segments would make another path of it. */
const walks = (path: string): boolean => /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i.test(path);

/** What may stand in a query as it is. */
const QUERY = /^[A-Za-z0-9\-._~!$&'()*+,;=:@/?%]+$/;
const MOST_MEMBERS = 200;

/** A form with its members one by one; null when one of them nests, or cannot be written. */
function writeForm(form: JsonObject): string | null {
  const members = Object.entries(form);
  if (members.length > MOST_MEMBERS) return null;
  const pairs = members.map(([name, value]) => (isObject(value) ? null : inQuery(name, value, { style: 'form', explode: true })));
  return pairs.every((pair) => pair !== null) ? pairs.join('&') : null;
}

/** The whole query; what is encoded already stays. */
function writeWhole(context: ReadContext, parameter: OpenApiParameter): string | null {
  const found = readWholeQuery(context, parameter);
  if (found === undefined) return null;
  if ('form' in found) return writeForm(found.form);
  if ('pairs' in found) return QUERY.test(found.pairs) ? found.pairs : null;
  return found.encoded && QUERY.test(found.text) ? found.text : encode(found.text);
}

function piece(context: ReadContext, parameter: OpenApiParameter): string | null {
  if (parameter.in === 'querystring') return writeWhole(context, parameter);
  const found = readPublished(context, parameter);
  if (found === undefined || !['path', 'query'].includes(parameter.in)) return null;
  if ('serialized' in found) return parameter.in === 'query' && QUERY.test(found.serialized) ? found.serialized : null;
  const write = parameter.in === 'path' ? inPath : inQuery;
  return write(parameter.name, found.value, styleOf(parameter));
}

/** OpenAPI gives the first two no meaning as parameters: what they say is said elsewhere. The last one every client sends. */
const ELSEWHERE = new Set(['accept', 'content-type', 'user-agent']);
/** Every other required header or cookie makes a URL alone useless. */
const needless = (parameter: OpenApiParameter): boolean =>
  !parameter.required || (parameter.in === 'header' && ELSEWHERE.has(parameter.name.toLowerCase()));

/** A URL, or the two pieces of one around the only path parameter that nothing is published for. */
export type CallUrl = { url: string } | { missing: OpenApiParameter; before: string; after: string };

interface Filling {
  values: Map<string, string>;
  query: string[];
  missing?: OpenApiParameter;
}

/** What is published for the required parameters; null when more than one path parameter is missing. */
function filling(context: ReadContext, parameters: Map<string, OpenApiParameter>): Filling | null {
  const filled: Filling = { values: new Map(), query: [] };
  for (const parameter of parameters.values()) {
    if (needless(parameter)) continue;
    const text = piece(context, parameter);
    if (text === null || text === '') {
      if (parameter.in !== 'path' || filled.missing !== undefined || styleOf(parameter).style !== 'simple') return null;
      filled.missing = parameter;
    } else if (parameter.in === 'path') filled.values.set(parameter.name, text);
    else filled.query.push(text);
  }
  return filled;
}

/** The path in pieces: one, or two around the missing parameter; null when the template names what nobody declares. */
function pieces(path: string, { values, missing }: Filling): string[] | null {
  const found = [''];
  let from = 0;
  for (const match of path.matchAll(TEMPLATE)) {
    const value = values.get(match[1]!);
    found[found.length - 1] += literal(path.slice(from, match.index)) + (value ?? '');
    if (value === undefined) {
      if (match[1] !== missing?.name) return null;
      found.push('');
    }
    from = match.index + match[0].length;
  }
  found[found.length - 1] += literal(path.slice(from));
  return found.length === (missing === undefined ? 1 : 2) ? found : null;
}

/** `server` followed by the filled path and the required query parameters; null when more is missing than one path parameter. */
export function callUrl(context: ReadContext, server: string, path: string, parameters: Map<string, OpenApiParameter>): CallUrl | null {
  if (!path.startsWith('/') || /[?#]/.test(path)) return null;
  const filled = filling(context, parameters);
  const parts = filled && pieces(path, filled);
  if (!filled || !parts) return null;
  // A whole query has nothing beside it.
  if (filled.query.length > 1 && hasWholeQuery(parameters)) return null;
  const query = filled.query.length > 0 ? `?${filled.query.join('&')}` : '';
  // What will stand in the gap is one segment of harmless characters.
  const whole = parts.join('x');
  const url = server + whole + query;
  if (url.length > MAX_URL || encode(whole) === null || walks(whole) || !URL.canParse(url)) return null;
  const [before = '', after = ''] = parts;
  return filled.missing === undefined ? { url } : { missing: filled.missing, before: server + before, after: after + query };
}
