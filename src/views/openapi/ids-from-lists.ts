// Where the id that a GET with one path parameter needs can be read: in the answer of the GET of the collection that its path extends, where the
// declared schema shows that the elements hold it, or where a link of an answer says so. Which ids may be used is for others to judge.
import { isObject, type Json, type JsonObject } from '../../contract/json.ts';
import { at, tokensOf } from '../../json/pointer.ts';
import { entries, member, text } from '../members.ts';
import type { CallUrl } from './call-url.ts';
import type { ReadContext } from './context.ts';
import { isJsonType, parseMediaType } from './media-type.ts';
import type { OpenApiParameter } from './parameters.ts';
import { produces } from './responses.ts';

/** An operation that lacks one path parameter. */
export interface Gap {
  item: JsonObject;
  call: Exclude<CallUrl, { url: string }>;
}

const MAX_STEPS = 8;
const MAX_FORMAT = 60;
const IN_BODY = '$response.body#/';

const isId = (name: string): boolean => /(?:^id|Id|ID|[-_.]id)$/.test(name);
const plain = (name: string): string => name.toLowerCase().replace(/[-_.]/g, '');

/** The schema behind references and single allOf wrappers. */
function schemaAt(context: ReadContext, schema: Json | undefined, place: string): Json | undefined {
  let found = schema;
  for (let step = 0; step < MAX_STEPS && found !== undefined; step++) {
    found = context.follow(found, place)?.value;
    const parts = member(found, 'allOf');
    if (!Array.isArray(parts) || parts.length !== 1) return found;
    found = parts[0];
  }
  return undefined;
}

const typeOf = (schema: Json | undefined): string | undefined => {
  const type = member(schema, 'type');
  return Array.isArray(type) && type.length === 1 ? String(type[0]) : typeof type === 'string' ? type : undefined;
};

const successOf = (context: ReadContext, operation: Json, place: string): Json | undefined =>
  context.follow(member(member(operation, 'responses'), '200') ?? null, place)?.value;

function answerSchema(context: ReadContext, operation: Json, place: string): Json | undefined {
  const response = successOf(context, operation, place);
  if (context.line === '2.0') {
    const types = produces(context.root, operation);
    const json = types.length === 0 || types.some((type) => isJsonType(parseMediaType(type)?.name ?? ''));
    return json ? schemaAt(context, member(response, 'schema'), place) : undefined;
  }
  for (const [type, media] of entries(member(response, 'content')))
    if (isJsonType(parseMediaType(type)?.name ?? '')) return schemaAt(context, member(media, 'schema'), place);
  return undefined;
}

/** Member names that lead to the only list of an answer, and the schema of its elements. */
function elementsOf(context: ReadContext, schema: Json | undefined, place: string): { path: string[]; element: Json | undefined } | null {
  if (typeOf(schema) === 'array') return { path: [], element: schemaAt(context, member(schema, 'items'), place) };
  const lists: { path: string[]; element: Json | undefined }[] = [];
  for (const [name, value] of entries(member(schema, 'properties'))) {
    context.budget.spend();
    const found = schemaAt(context, value, place);
    if (typeOf(found) !== 'array') continue;
    const element = schemaAt(context, member(found, 'items'), place);
    if (isObject(member(element, 'properties'))) lists.push({ path: [name], element });
  }
  return lists.length === 1 ? lists[0]! : null;
}

/** What one element of a collection is called: widgets, categories. */
const singular = (path: string): string =>
  plain(path.slice(path.lastIndexOf('/') + 1))
    .replace(/ies$/, 'y')
    .replace(/s$/, '');

/** The member of an element that is the parameter: of its name, `id` where the parameter is the id of a thing, or `widgetId` in `/widgets` where it is `id`. */
function idMember(element: Json | undefined, parameter: string, collection: string): string | undefined {
  const names = Object.keys((member(element, 'properties') ?? {}) as JsonObject);
  const same = names.filter((name) => plain(name) === plain(parameter));
  if (same.length === 1) return same[0];
  if (!isId(parameter)) return undefined;
  if (names.includes('id')) return 'id';
  const own = plain(parameter) === 'id' ? names.filter((name) => plain(name) === `${singular(collection)}id`) : [];
  return own.length === 1 ? own[0] : undefined;
}

/** The schema that member names lead to, lists entered on the way. */
function schemaOf(context: ReadContext, schema: Json | undefined, pointer: readonly string[], place: string): Json | undefined {
  let found = schemaAt(context, schema, place);
  for (const name of pointer) {
    if (typeOf(found) === 'array') found = schemaAt(context, member(found, 'items'), place);
    found = schemaAt(context, member(member(found, 'properties'), name), place);
  }
  return found;
}

/** Where a value is, and what is declared of it: the names, types and formats of the member and of the parameter. */
function idFrom(context: ReadContext, { call }: Gap, list: JsonObject, pointer: string[]): JsonObject {
  const { missing, before, after } = call;
  const place = String(list.place);
  const operation = at(context.root, place);
  const schemas = [
    operation === undefined ? undefined : schemaOf(context, answerSchema(context, operation, place), pointer, place),
    schemaAt(context, parameterSchema(missing, context), place),
  ];
  const known = (values: (string | undefined)[]): string[] => [...new Set(values.filter((value) => value !== undefined))];
  return {
    list: place,
    url: list.url!,
    pointer,
    before,
    after,
    names: known([pointer.at(-1), missing.name]),
    types: known(schemas.map(typeOf)),
    formats: known(schemas.map((schema) => text(schema, 'format')?.slice(0, MAX_FORMAT))),
  };
}

/** By the path: the parameter is its last segment, and what stands before it is a list. */
function ofCollection(context: ReadContext, gap: Gap, lists: Lists): JsonObject | undefined {
  // Some routers close every path with a slash.
  const path = String(gap.item.path).replace(/\/$/, '');
  const end = `/{${gap.call.missing.name}}`;
  if (!path.endsWith(end)) return undefined;
  const collection = path.slice(0, -end.length);
  const list = lists.byPath.get(collection) ?? lists.byPath.get(`${collection}/`);
  if (list === undefined || list.server !== gap.item.server) return undefined;
  const place = String(list.place);
  const operation = at(context.root, place);
  const found = operation === undefined ? null : elementsOf(context, answerSchema(context, operation, place), place);
  const name = found === null ? undefined : idMember(found.element, gap.call.missing.name, collection);
  return found === null || name === undefined ? undefined : idFrom(context, gap, list, [...found.path, name]);
}

/** By a link of the list's answer: the operation that it leads to, and the place in the body that fills the parameter. */
function ofLink(context: ReadContext, gap: Gap, { links }: Lists): JsonObject | undefined {
  const { item, call } = gap;
  const named = [...(links.get(String(item.operationId)) ?? []), ...(links.get(`#${String(item.place)}`) ?? [])];
  for (const { list, link } of named) {
    const parameters = member(link, 'parameters');
    const value = text(parameters, call.missing.name) ?? text(parameters, `path.${call.missing.name}`);
    if (value?.startsWith(IN_BODY) !== true) continue;
    // Which element of a list a link shows does not matter: each holds the same.
    const pointer = tokensOf(`/${value.slice(IN_BODY.length)}`).filter((step) => !/^[0-9]+$/.test(step));
    return idFrom(context, gap, list, pointer);
  }
  return undefined;
}

const parameterSchema = ({ object }: OpenApiParameter, { line }: ReadContext): Json =>
  line === '2.0' ? object : (member(object, 'schema') ?? {});

/** Operations that a URL alone calls, also one with published values of required query parameters, and the links of their answers. */
interface Lists {
  byPath: Map<string, JsonObject>;
  /** By the operationId or operationRef that a link names. */
  links: Map<string, { list: JsonObject; link: Json }[]>;
}

function addLinks(context: ReadContext, list: JsonObject, out: Lists['links']): void {
  const place = String(list.place);
  const operation = at(context.root, place);
  if (operation === undefined) return;
  for (const [, spot] of entries(member(successOf(context, operation, place), 'links'))) {
    context.budget.spend();
    const link = context.follow(spot, place)?.value;
    const target = text(link, 'operationId') ?? text(link, 'operationRef');
    if (link === undefined || target === undefined) continue;
    out.set(target, [...(out.get(target) ?? []), { list, link }]);
  }
}

/** Gives `idFrom` to the operations whose missing parameter another answer shows, and `givesIds` to those whose answer does. */
export function idsFromLists(context: ReadContext, operations: readonly JsonObject[], gaps: readonly Gap[]): void {
  if (gaps.length === 0) return;
  const lists: Lists = { byPath: new Map(), links: new Map() };
  const byPlace = new Map<string, JsonObject>();
  for (const operation of operations) {
    if (operation.method !== 'GET' || operation.url === undefined || operation.templated !== false) continue;
    lists.byPath.set(String(operation.path), operation);
    addLinks(context, operation, lists.links);
    byPlace.set(String(operation.place), operation);
  }
  for (const gap of gaps) {
    context.budget.spend(10);
    const found = ofLink(context, gap, lists) ?? ofCollection(context, gap, lists);
    if (!found) continue;
    gap.item.idFrom = found;
    byPlace.get(String(found.list))!.givesIds = true;
    context.budget.write(JSON.stringify(found).length);
  }
}
