// The URL that an operation can be called at, built from the document alone; null when something that it needs is not published.
import type { Context } from './context.ts';
import type { Parameter } from './parameters.ts';
import { published } from './published.ts';
import { encode, inPath, inQuery, styleOf } from './serialize.ts';

const MAX_URL = 4096;
const TEMPLATE = /\{([^{}]*)\}/g;

/** Text of a path as published: what a URL path may not hold is encoded, what is encoded already stays. */
const literal = (piece: string): string => piece.replace(/[^A-Za-z0-9\-._~!$&'()*+,;=:@/%]+/g, (raw) => encode(raw) ?? raw);
/** `.` and `..` as segments would make another path of it. */
const walks = (path: string): boolean => /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i.test(path);

function piece(context: Context, parameter: Parameter): string | null {
  const found = published(context, parameter);
  if (found === undefined || !['path', 'query'].includes(parameter.in)) return null;
  if ('serialized' in found)
    return parameter.in === 'query' && /^[A-Za-z0-9\-._~!$&'()*+,;=:@/?%]+$/.test(found.serialized) ? found.serialized : null;
  const write = parameter.in === 'path' ? inPath : inQuery;
  return write(parameter.name, found.value, styleOf(parameter));
}

/** The Accept header is the caller's own; every other required header or cookie makes a URL alone useless. */
const needless = (parameter: Parameter): boolean =>
  !parameter.required || (parameter.in === 'header' && parameter.name.toLowerCase() === 'accept');

/** `server` followed by the filled path and the required query parameters. */
export function callUrl(context: Context, server: string, path: string, parameters: Map<string, Parameter>): string | null {
  if (!path.startsWith('/') || /[?#]/.test(path)) return null;
  const query: string[] = [];
  const values = new Map<string, string>();
  for (const parameter of parameters.values()) {
    if (needless(parameter)) continue;
    const text = piece(context, parameter);
    if (text === null || text === '') return null;
    if (parameter.in === 'path') values.set(parameter.name, text);
    else query.push(text);
  }
  let whole = true;
  let from = 0;
  let filled = '';
  for (const match of path.matchAll(TEMPLATE)) {
    const value = values.get(match[1]!);
    if (value === undefined) whole = false;
    filled += literal(path.slice(from, match.index)) + (value ?? '');
    from = match.index + match[0].length;
  }
  filled += literal(path.slice(from));
  const url = server + filled + (query.length > 0 ? `?${query.join('&')}` : '');
  return whole && url.length <= MAX_URL && encode(filled) !== null && !walks(filled) && URL.canParse(url) ? url : null;
}
