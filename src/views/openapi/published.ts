// The value that a document publishes for a parameter: example, examples, default, const, enum. It must never invent one.
import { isObject, type Json, type JsonObject } from '../../contract/json.ts';
import { below } from '../../json/pointer.ts';
import { entries, list, member, text } from '../members.ts';
import type { ReadContext } from './context.ts';
import type { OpenApiParameter } from './parameters.ts';

/** A published value; `serialized` text is put into the URL as it stands. */
export type Published = { value: Json } | { serialized: string };

const MAX_DEPTH = 8;
const MAX_VISITS = 200;

/** An empty text or null fills nothing. */
const usable = (value: Json | undefined): value is Json => value !== undefined && value !== null && value !== '';
const first = (...values: (Json | undefined)[]): Json | undefined => values.find(usable);

/** Example Objects: the first that carries its value inside the document. Of a whole query its author's own writing counts first. */
function ofExamples(context: ReadContext, examples: Json | undefined, place: string, whole = false): Published | undefined {
  for (const [name, value] of entries(examples)) {
    const example = context.follow(value, below(place, name));
    if (!example) continue;
    const inline = first(member(example.value, 'dataValue'), member(example.value, 'value'));
    const serialized = context.line === '3.2' ? text(example.value, 'serializedValue') : undefined;
    if (serialized && (whole || inline === undefined)) return { serialized };
    if (inline !== undefined) return { value: inline };
  }
  return undefined;
}

/** The value that a schema publishes, looking into references and allOf, anyOf, oneOf and the items of short lists. */
function ofSchema(
  context: ReadContext,
  schema: Json | undefined,
  place: string,
  depth = 0,
  left = { visits: MAX_VISITS },
): Json | undefined {
  if (schema === undefined || depth > MAX_DEPTH || left.visits-- <= 0) return undefined;
  const found = context.follow(schema, place);
  if (!found || !isObject(found.value)) return undefined;
  const own = first(
    member(found.value, 'example'),
    list(found.value, 'examples')[0],
    member(found.value, 'const'),
    member(found.value, 'default'),
    list(found.value, 'enum')[0],
  );
  if (own !== undefined) return own;
  // Siblings of a reference count from 3.1 on; earlier lines ignore them.
  const beside = found.value === schema || context.line < '3.1' ? undefined : first(member(schema, 'example'), member(schema, 'default'));
  if (beside !== undefined) return beside;
  for (const keyword of ['allOf', 'anyOf', 'oneOf'])
    for (const [index, part] of list(found.value, keyword).slice(0, MAX_DEPTH).entries()) {
      const value = ofSchema(context, part, below(found.place, keyword, index), depth + 1, left);
      if (value !== undefined) return value;
    }
  const least = member(found.value, 'minItems');
  if (typeof least === 'number' && least > 1) return undefined;
  const item = ofSchema(context, member(found.value, 'items'), below(found.place, 'items'), depth + 1, left);
  return item === undefined || isObject(item) || Array.isArray(item) ? undefined : [item];
}

interface Content {
  type: string;
  media: Json;
  published: Published | undefined;
}

/** What the one media type of `content` publishes. */
function readContent(context: ReadContext, { object, place }: OpenApiParameter, whole = false): Content | undefined {
  const [entry] = entries(member(object, 'content'));
  if (entry === undefined) return undefined;
  const [type, value] = entry;
  const media = context.follow(value, below(place, 'content', type));
  if (!media) return undefined;
  const example = member(media.value, 'example');
  const published =
    (usable(example) ? { value: example } : ofExamples(context, member(media.value, 'examples'), `${media.place}/examples`, whole)) ??
    wrap(ofSchema(context, member(media.value, 'schema'), `${media.place}/schema`));
  return { type, media: media.value, published };
}

const isJson = (type: string): boolean => /[/+]json\s*(?:;|$)/i.test(type);

/** The same as the text that stands in the URL. */
function ofContent(context: ReadContext, parameter: OpenApiParameter): Published | undefined {
  const { type = '', published } = readContent(context, parameter) ?? {};
  if (published === undefined || 'serialized' in published) return published;
  if (!isJson(type) && typeof published.value !== 'string') return undefined;
  return { value: isJson(type) ? JSON.stringify(published.value) : published.value };
}

/** A query as a whole (3.2): pairs as they are written, the members of a form, or text, which may have its percent-encoding already. */
export type WholeQuery = { pairs: string } | { form: JsonObject } | { text: string; encoded: boolean };

/** What the document publishes for the whole query; undefined when nothing, or when how it is written is not known. */
export function readWholeQuery(context: ReadContext, parameter: OpenApiParameter): WholeQuery | undefined {
  const content = context.line === '3.2' ? readContent(context, parameter, true) : undefined;
  if (content === undefined) return undefined;
  const { object, place } = parameter;
  const own = wrap(first(member(object, 'example'))) ?? ofExamples(context, member(object, 'examples'), `${place}/examples`, true);
  const published = own ?? content.published;
  if (published === undefined) return undefined;
  const isForm = /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(content.type);
  if ('serialized' in published) return isForm ? { pairs: published.serialized } : { text: published.serialized, encoded: true };
  const { value } = published;
  if (isForm && typeof value === 'string') return { pairs: value };
  if (isForm) return isObject(value) && member(content.media, 'encoding') === undefined ? { form: value } : undefined;
  if (isJson(content.type)) return { text: JSON.stringify(value), encoded: false };
  return typeof value === 'string' ? { text: value, encoded: false } : undefined;
}

const wrap = (value: Json | undefined): Published | undefined => (value === undefined ? undefined : { value });

/** What the document publishes for the parameter, in the order of its own precedence; undefined when nothing. */
export function readPublished(context: ReadContext, parameter: OpenApiParameter): Published | undefined {
  const { object, place } = parameter;
  const example = first(member(object, 'example'), context.line === '2.0' ? member(object, 'x-example') : undefined);
  if (example !== undefined) return { value: example };
  const named = ofExamples(context, member(object, 'examples'), `${place}/examples`);
  if (named !== undefined) return named;
  if (member(object, 'content') !== undefined) return ofContent(context, parameter);
  if (context.line === '2.0') return wrap(ofSchema(context, object, place));
  return wrap(ofSchema(context, member(object, 'schema'), `${place}/schema`));
}
