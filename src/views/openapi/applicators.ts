// Keywords that hold schemas: each written with what its place means for the schemas in it. It must not judge values.
import { isObject, type Json, type JsonObject } from '../../contract/json.ts';
import type { Unevaluated } from '../../contract/unevaluated.ts';
import { member, text } from '../members.ts';
import { isOfUnits, type Patterns } from './patterns.ts';
import type { Sited } from './resources.ts';
import type { SchemaSource } from './schema-source.ts';

export type Emitted = boolean | Record<string, unknown>;

/** What the place of a schema means for it. */
export interface SchemaSite extends Sited {
  /** Inside not, if or oneOf: nothing may be left out here. */
  negative: boolean;
  /** What holds here shows nothing of the answer: a condition, or a branch whose failing would not be seen. */
  mute: boolean;
  /** Members that need not be present, from the schema around it. */
  hidden: ReadonlySet<string> | null;
  depth: number;
  /** References must be written out here (unevaluated… needs to see through them); holds those being written out. */
  spelled: readonly Json[] | null;
}

/** What the writers need of whoever emits a schema, and calls them. */
export interface Emitter {
  readonly patterns: Patterns;
  /** Where references lead. */
  readonly source: SchemaSource;
  child(site: SchemaSite): Emitted;
  /** A schema that is compiled on its own, written as a call. */
  part(site: SchemaSite): Emitted;
  /** One of several schemas of which one is enough. */
  branch(site: SchemaSite): Emitted;
  /** What not, if and oneOf hold is not written here, for it cannot be judged. */
  readonly skipping: boolean;
  /** Stands for something that cannot be judged. */
  opaque(reason: Unevaluated | 'skipped', site: SchemaSite): Emitted;
}

type Out = Record<string, unknown>;
/** Whether it could be written; false when the keyword has a value that it may not have, or another reason. */
type Writer = (emitter: Emitter, value: Json, site: SchemaSite, out: Out, schema: JsonObject) => boolean | Unevaluated;

const NO_NAMES: ReadonlySet<string> = new Set();
const PROTO = '__proto__';
/** The site of a schema that applies to another value: a member, an element, a name. */
const below = (site: SchemaSite, schema: Json): SchemaSite => ({ ...site, schema, hidden: NO_NAMES, spelled: null });
/** The site of a schema that applies to the same value. */
const beside = (site: SchemaSite, schema: Json): SchemaSite => ({ ...site, schema });
/** The site of a condition: accepting more there could blame a good body, and what holds there shows nothing. */
const condition = (site: SchemaSite, schema: Json): SchemaSite => ({ ...site, schema, negative: true, mute: true });

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

const allOf: Writer = (emitter, value, site, out) => {
  const list = listOf(value, (schema) => emitter.child(beside(site, schema)));
  if (list !== null) out.allOf = [...((out.allOf as Emitted[] | undefined) ?? []), ...list];
  return list !== null;
};

const REF = '$ref';
const COMPONENT = '#/components/schemas/';
/** Where a mapping leads: a reference, or the name of a schema. */
const target = (named: string): string => (/[#/.]/.test(named) ? named : COMPONENT + named);

/** By reference, the values of the discriminator that name this alternative and no other: its name, unless the mapping says otherwise, and what maps to it. */
function valuesOf(discriminator: Json | undefined, alternatives: readonly Json[]): Map<string, string[]> {
  const refs = alternatives.map((one) => text(one, REF) ?? '');
  const mapping = member(discriminator, 'mapping');
  const mapped = isObject(mapping) ? mapping : {};
  const names = refs.filter((ref) => ref.startsWith(COMPONENT)).map((ref) => ref.slice(COMPONENT.length));
  const values = [...Object.keys(mapped), ...names.filter((name) => !Object.hasOwn(mapped, name))];
  const leads = (value: string): string => target(text(mapped, value) ?? value);
  return new Map(
    refs.filter((ref, i) => ref !== '' && refs.indexOf(ref) === i).map((ref) => [ref, values.filter((value) => leads(value) === ref)]),
  );
}

/** Where a discriminator says which alternative counts, that one has to fit. A value that names none contradicts nothing: validation only should fail. */
function chosenByValue(emitter: Emitter, alternatives: readonly Json[], site: SchemaSite, discriminator: Json | undefined): Emitted[] {
  const name = text(discriminator, 'propertyName');
  if (name === undefined || name === PROTO) return [];
  const values = valuesOf(discriminator, alternatives);
  const known = [...values.values()].flat().concat(Object.keys(member(discriminator, 'mapping') ?? {}));
  const unknown = { type: 'object', required: [name], properties: { [name]: { type: 'string', not: { enum: known } } } };
  const tells = values.size === alternatives.length && [...values.values()].every((own) => own.length > 0);
  // biome-ignore lint/suspicious/noThenProperty: the name of the keyword
  const unnamed = tells ? [{ if: unknown, then: { 'x-note': 'discriminator' } }] : [];
  const chosen = alternatives.flatMap((schema) => {
    const own = values.get(text(schema, REF) ?? '') ?? [];
    const condition = { type: 'object', required: [name], properties: { [name]: { enum: own } } };
    // biome-ignore lint/suspicious/noThenProperty: the name of the keyword
    return own.length === 0 ? [] : [{ if: condition, then: emitter.branch({ ...site, schema }) }];
  });
  return [...chosen, ...unnamed];
}

/** What tells the alternatives apart: beside them, or, of a oneOf, in the base that all of them inherit (as springdoc writes it). */
function discriminatorOf(
  emitter: Emitter,
  written: 'anyOf' | 'oneOf',
  value: Json,
  site: SchemaSite,
  schema: JsonObject,
): Json | undefined {
  const own = member(schema, 'discriminator');
  if (own !== undefined || written === 'anyOf' || !Array.isArray(value)) return own;
  return emitter.source.discriminator(value.map((alternative) => ({ ...site, schema: alternative })));
}

/** Where a discriminator says which alternative counts, or a format that is not held against a text, a body may well fit others too. */
function mayFitOthers(emitter: Emitter, value: Json, site: SchemaSite, discriminator: Json | undefined): boolean {
  if (isObject(discriminator ?? null)) return true;
  return Array.isArray(value) && emitter.source.differByFormat(value.map((alternative) => ({ ...site, schema: alternative })));
}

const alternatives =
  (written: 'anyOf' | 'oneOf'): Writer =>
  (emitter, value, site, out, schema) => {
    const discriminator = discriminatorOf(emitter, written, value, site, schema);
    const loose = written === 'oneOf' && !Object.hasOwn(schema, 'anyOf') && mayFitOthers(emitter, value, site, discriminator);
    const keyword = loose ? 'anyOf' : written;
    const negative = site.negative || keyword === 'oneOf';
    if (negative && emitter.skipping) return skip(emitter, site, out);
    const list = listOf(value, (schema) => emitter.branch({ ...site, schema, negative }));
    if (list === null) return false;
    out[keyword] = list;
    const named = negative ? [] : chosenByValue(emitter, value as Json[], site, discriminator);
    if (named.length > 0) out.allOf = [...((out.allOf as Emitted[] | undefined) ?? []), ...named];
    return true;
  };

/** Leaves a keyword out that could not be judged: why was told when that was found. */
function skip(emitter: Emitter, site: SchemaSite, out: Out): true {
  out.allOf = [...((out.allOf as Emitted[] | undefined) ?? []), emitter.opaque('skipped', site)];
  return true;
}

const conditions =
  (keyword: 'not' | 'if'): Writer =>
  (emitter, value, site, out) => {
    if (emitter.skipping) return skip(emitter, site, out);
    out[keyword] = emitter.child(condition(site, value));
    return true;
  };

const single =
  (keyword: string, place: (site: SchemaSite, schema: Json) => SchemaSite): Writer =>
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
  if (!isObject(value)) return false;
  if (!Object.keys(value).every((pattern) => emitter.patterns.runs(pattern) && !isOfUnits(pattern))) return 'pattern';
  const map = mapOf(value, (schema) => emitter.child(below(site, schema)));
  // A name that fits in one reading alone is neither held against the schema nor called a further member.
  const others = Object.keys(value).flatMap((pattern) => emitter.patterns.otherReading(pattern) ?? []);
  const passed = site.negative ? {} : Object.fromEntries(others.map((pattern) => [pattern, true]));
  out.patternProperties = Object.assign(out.patternProperties ?? {}, passed, map);
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
  const negative = place.negative || member(schema, 'maxContains') !== undefined;
  if (negative && emitter.skipping) return skip(emitter, site, out);
  out.contains = emitter.part({ ...place, negative, mute: true });
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
    emitter.skipping || member(schema, 'if') === undefined || single(keyword, beside)(emitter, value, site, out, schema);

const WRITERS: Record<string, Writer> = {
  allOf,
  anyOf: alternatives('anyOf'),
  oneOf: alternatives('oneOf'),
  not: conditions('not'),
  if: conditions('if'),
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

/** Writes a keyword that holds schemas; the reason when that cannot be done. */
export function writeApplicator(emitter: Emitter, keyword: string, schema: JsonObject, site: SchemaSite, out: Out): Unevaluated | null {
  const written = WRITERS[keyword]!(emitter, schema[keyword]!, site, out, schema);
  return written === true ? null : written || 'keyword';
}
