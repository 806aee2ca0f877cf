// Where the id that a GET with one path parameter needs can be read: in the answer of the GET of the collection that its path
// extends, where the declared schema shows that the elements hold it. Ids that may name a person are never given.
import { isObject, type Json, type JsonObject } from '../../contract/json.ts';
import type { CallUrl } from './call-url.ts';
import type { Context } from './context.ts';
import { isJsonType, parseMediaType } from './media-type.ts';
import { entries, member, text } from './members.ts';
import type { Parameter } from './parameters.ts';
import { at } from './pointer.ts';
import { produces } from './responses.ts';

/** An operation that lacks one path parameter. */
export interface Gap {
  item: JsonObject;
  call: Exclude<CallUrl, { url: string }>;
}

/** Words in names of members and parameters, and formats, of values that tell who somebody is. */
const PERSONAL = /phone|mobile|tel$|name|login|person|address|ssn|passport|birth|handle|nick|account|iban|card|token|secret|key|user$/i;
const PERSONAL_FORMAT = /mail|phone|tel|name|password|ssn|iban/i;
const MAX_STEPS = 8;

const isId = (name: string): boolean => /(?:^id|Id|ID|[-_.]id)$/.test(name);
/** `emailId` is an address all the same; `accountId` is no name. */
const isPersonal = (name: string): boolean => /mail/i.test(name) || (!isId(name) && PERSONAL.test(name));
const plain = (name: string): string => name.toLowerCase().replace(/[-_.]/g, '');

/** The schema behind references and single allOf wrappers. */
function schemaAt(context: Context, schema: Json | undefined, place: string): Json | undefined {
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

/** The declared schema of what the list answers with. */
function answerSchema(context: Context, operation: Json, place: string): Json | undefined {
  const responses = member(operation, 'responses');
  const response = context.follow(member(responses, '200') ?? null, place)?.value;
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
function elementsOf(context: Context, schema: Json | undefined, place: string): { path: string[]; element: Json | undefined } | null {
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

/** The member of an element that is the parameter: of its name, or `id` where the parameter is the id of a thing. */
function idMember(element: Json | undefined, parameter: string): string | undefined {
  const names = Object.keys((member(element, 'properties') ?? {}) as JsonObject);
  const same = names.filter((name) => plain(name) === plain(parameter));
  if (same.length === 1) return same[0];
  return isId(parameter) && names.includes('id') ? 'id' : undefined;
}

/** Type and format of an id, where it can tell nobody who somebody is. */
function impersonal(context: Context, name: string, schema: Json | undefined, place: string): JsonObject | null {
  if (isPersonal(name)) return null;
  const found = schemaAt(context, schema, place);
  const type = typeOf(found);
  if (type === 'integer') return { type };
  const format = text(found, 'format');
  if (type !== 'string' || (format !== undefined && PERSONAL_FORMAT.test(format))) return null;
  return { type, ...(format === undefined ? {} : { format: format.slice(0, 60) }) };
}

function fill(context: Context, { item, call }: Gap, lists: Map<string, JsonObject>): void {
  const { missing, before, after } = call;
  const path = String(item.path);
  const end = `/{${missing.name}}`;
  if (!path.endsWith(end)) return;
  const list = lists.get(path.slice(0, -end.length)) ?? lists.get(`${path.slice(0, -end.length)}/`);
  if (list === undefined || list.server !== item.server) return;
  const place = String(list.place);
  const operation = at(context.root, place);
  const found = operation === undefined ? null : elementsOf(context, answerSchema(context, operation, place), place);
  const name = found === null ? undefined : idMember(found.element, missing.name);
  if (found === null || name === undefined) return;
  const parameter = parameterSchema(missing, context);
  const id = impersonal(context, name, member(member(found.element, 'properties'), name), place);
  if (id === null || impersonal(context, missing.name, parameter, place) === null) return;
  item.idFrom = { list: place, url: list.url!, pointer: [...found.path, name], before, after, ...id };
}

const parameterSchema = ({ object }: Parameter, { line }: Context): Json => (line === '2.0' ? object : (member(object, 'schema') ?? {}));

/** Gives `idFrom` to the operations whose missing parameter a list of the document shows. */
export function idsFromLists(context: Context, operations: readonly JsonObject[], gaps: readonly Gap[]): void {
  if (gaps.length === 0) return;
  const lists = new Map<string, JsonObject>();
  for (const operation of operations)
    if (operation.method === 'GET' && operation.url !== undefined && operation.templated === false && !needsAny(operation))
      lists.set(String(operation.path), operation);
  for (const gap of gaps) {
    context.budget.spend(10);
    fill(context, gap, lists);
    const { idFrom } = gap.item;
    if (isObject(idFrom)) context.budget.write(JSON.stringify(idFrom).length);
  }
}

const needsAny = ({ parameters }: JsonObject): boolean =>
  Array.isArray(parameters) && parameters.some((parameter) => isObject(parameter) && parameter.required === true);
