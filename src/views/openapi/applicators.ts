// Keywords that hold schemas: each written with what its place means for the schemas in it. It must not judge values.
import { isObject, type Json, type JsonObject } from '../../contract/json.ts';
import type { Emitted, Emitter, Site } from './emitter.ts';
import { member } from './members.ts';

type Out = Record<string, unknown>;
/** false when the keyword has a value that it may not have. */
type Writer = (emitter: Emitter, value: Json, site: Site, out: Out, schema: JsonObject) => boolean;

const NO_NAMES: ReadonlySet<string> = new Set();
const PROTO = '__proto__';
/** The site of a schema that applies to another value: a member, an element, a name. */
const below = (site: Site, schema: Json): Site => ({ ...site, schema, hidden: NO_NAMES, spelled: null });
/** The site of a schema that applies to the same value. */
const beside = (site: Site, schema: Json, negative = site.negative): Site => ({ ...site, schema, negative });

function listOf(value: Json, write: (schema: Json) => Emitted): Emitted[] | null {
  return Array.isArray(value) && value.length > 0 ? value.map(write) : null;
}

/** A map without prototype, as foreign names need. */
function mapOf(value: Json, write: (schema: Json) => Emitted): Record<string, Emitted> | null {
  if (!isObject(value)) return null;
  const map: Record<string, Emitted> = Object.create(null);
  for (const name of Object.keys(value)) if (name !== PROTO) map[name] = write(value[name]!);
  return map;
}

const branches =
  (keyword: string, negative: boolean): Writer =>
  (emitter, value, site, out) => {
    const list = listOf(value, (schema) => emitter.child(beside(site, schema, negative || site.negative)));
    if (list !== null) out[keyword] = list;
    return list !== null;
  };

const single =
  (keyword: string, place: (site: Site, schema: Json) => Site): Writer =>
  (emitter, value, site, out) => {
    out[keyword] = emitter.child(place(site, value));
    return true;
  };

const properties: Writer = (emitter, value, site, out) => {
  const map = mapOf(value, (schema) => emitter.child(below(site, schema)));
  if (map === null) return false;
  out.properties = map;
  // ajv passes over this name, so it is written as a pattern.
  const proto = member(value, PROTO);
  if (proto !== undefined)
    out.patternProperties = Object.assign(out.patternProperties ?? {}, { '^__proto__$': emitter.child(below(site, proto)) });
  return true;
};

const patternProperties: Writer = (emitter, value, site, out) => {
  if (!isObject(value) || !Object.keys(value).every((pattern) => emitter.patterns.runs(pattern))) return false;
  const map = mapOf(value, (schema) => emitter.child(below(site, schema)));
  out.patternProperties = Object.assign(out.patternProperties ?? {}, map);
  return true;
};

const additionalProperties: Writer = (emitter, value, site, out) => {
  out.additionalProperties = typeof value === 'boolean' ? value : emitter.child(below(site, value));
  return true;
};

const items: Writer = (emitter, value, site, out, schema) => {
  const write = (item: Json) => emitter.child(below(site, item));
  if (!Array.isArray(value)) {
    out.items = write(value);
    return true;
  }
  const tuple = site.dialect!.tupleItems ? listOf(value, write) : null;
  if (tuple === null) return false;
  out.prefixItems = tuple;
  const rest = site.dialect!.keywords.has('additionalItems') ? member(schema, 'additionalItems') : undefined;
  if (rest !== undefined) out.items = typeof rest === 'boolean' ? rest : write(rest);
  return true;
};

const prefixItems: Writer = (emitter, value, site, out) => {
  const list = listOf(value, (schema) => emitter.child(below(site, schema)));
  if (list !== null) out.prefixItems = list;
  return list !== null;
};

const contains: Writer = (emitter, value, site, out, schema) => {
  const place = below(site, value);
  // Errors of every element would pile up inside, so it is a call, whose errors are bounded.
  out.contains = emitter.part({ ...place, negative: place.negative || member(schema, 'maxContains') !== undefined });
  return true;
};

const dependentSchemas: Writer = (emitter, value, site, out) => {
  const map = mapOf(value, (schema) => emitter.child(beside(site, schema)));
  if (map !== null) out.dependentSchemas = Object.assign(Object.create(null), out.dependentSchemas, map);
  return map !== null;
};

/** `dependencies` of the older drafts: names or schemas. */
const dependencies: Writer = (emitter, value, site, out) => {
  if (!isObject(value)) return false;
  const required: Record<string, Json> = Object.create(null);
  const schemas: JsonObject = Object.create(null);
  for (const name of Object.keys(value)) {
    const needs = value[name]!;
    if (!Array.isArray(needs)) schemas[name] = needs;
    else if (needs.every((item) => typeof item === 'string')) required[name] = needs;
    else return false;
  }
  out.dependentRequired = required;
  return dependentSchemas(emitter, schemas, site, out, value);
};

/** The keyword is written by another one. */
const elsewhere: Writer = () => true;

/** Without a condition, `then` and `else` mean nothing. */
const conditional =
  (keyword: string): Writer =>
  (emitter, value, site, out, schema) =>
    member(schema, 'if') === undefined || single(keyword, beside)(emitter, value, site, out, schema);

const WRITERS: Record<string, Writer> = {
  allOf: branches('allOf', false),
  anyOf: branches('anyOf', false),
  oneOf: branches('oneOf', true),
  not: single('not', (site, schema) => beside(site, schema, true)),
  if: single('if', (site, schema) => beside(site, schema, true)),
  // biome-ignore lint/suspicious/noThenProperty: the name of the keyword
  then: conditional('then'),
  else: conditional('else'),
  properties,
  patternProperties,
  additionalProperties,
  unevaluatedProperties: single('unevaluatedProperties', below),
  unevaluatedItems: single('unevaluatedItems', below),
  propertyNames: single('propertyNames', below),
  items,
  additionalItems: elsewhere,
  prefixItems,
  contains,
  dependentSchemas,
  dependencies,
};

export const isApplicator = (keyword: string): boolean => Object.hasOwn(WRITERS, keyword);

/** Writes a keyword that holds schemas; false when its value is none that it may have. */
export function writeApplicator(emitter: Emitter, keyword: string, schema: JsonObject, site: Site, out: Out): boolean {
  return WRITERS[keyword]!(emitter, schema[keyword]!, site, out, schema);
}
