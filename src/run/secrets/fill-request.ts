// A request with secrets in the place of their placeholders, each spelled as its place needs. It must not change where a request goes.
import type { Request } from '../../contract/generated/types.ts';
import { isHeaderText } from '../../contract/header-text.ts';
import { PLACEHOLDER } from '../../contract/placeholder.ts';
import { isJson } from '../../json/tokens.ts';
import { formEncoded, percentEncoded } from './spellings.ts';

type Values = ReadonlyMap<string, string | number | boolean>;
/** undefined: the value cannot stand there. */
type Spell = (value: string | number | boolean) => string | undefined;

const MARK = new RegExp(PLACEHOLDER, 'g');
/** A whole JSON string that is a placeholder: the value gets its own type back. */
const JSON_MARK = new RegExp(`"(${PLACEHOLDER})"|${PLACEHOLDER}`, 'g');

class Misfit extends Error {}

function put(text: string, values: Values, spell: Spell): string {
  return text.replace(MARK, (mark) => {
    const value = values.get(mark);
    if (value === undefined) return mark;
    const spelled = spell(value);
    if (spelled === undefined) throw new Misfit();
    return spelled;
  });
}

/** Dots alone would lead to another path. */
const inPath: Spell = (value) => (/^\.*$/.test(String(value)) ? undefined : percentEncoded(String(value)));

/** Everything behind the origin; there is no secret host. */
function inUrl(href: string, values: Values): string {
  const { origin } = new URL(href);
  if (!href.startsWith(origin)) throw new Misfit();
  const spelled = origin + put(href.slice(origin.length), values, inPath);
  if (new URL(spelled).origin !== origin) throw new Misfit();
  return spelled;
}

const inHeader: Spell = (value) => {
  const text = String(value);
  return isHeaderText(text) && text.trim() === text ? text : undefined;
};

function inBody(body: string, values: Values): string {
  // Every body of a request is JSON in canonical form, or form fields, which are never JSON.
  if (!isJson(body)) return put(body, values, (value) => formEncoded(String(value)));
  return body.replace(JSON_MARK, (found, whole: string | undefined) => {
    const value = values.get(whole ?? found);
    if (value === undefined) return found;
    return whole === undefined ? JSON.stringify(String(value)).slice(1, -1) : JSON.stringify(value);
  });
}

/** undefined where a value cannot stand where the request wants it. */
export function fillRequest(request: Request, values: Values): Request | undefined {
  try {
    const headers = Object.entries(request.headers).map(([name, text]): [string, string] => [name, put(text, values, inHeader)]);
    return {
      method: request.method,
      url: inUrl(request.url, values),
      headers: Object.fromEntries(headers),
      ...(request.body === undefined ? {} : { body: inBody(request.body, values) }),
    };
  } catch (error) {
    if (error instanceof Misfit) return undefined;
    throw error;
  }
}
