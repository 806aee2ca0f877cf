// What a schema demands of a value, as a table: its own keywords and those of all that it is made of (allOf, references). What cannot be put so is named.
import { isObject, type Json, type JsonObject } from '../../contract/json.ts';
import { UNEVALUATED, type Unevaluated } from '../../contract/unevaluated.ts';
import { among } from '../../pack/compiled/json-equality.ts';
import { entries, list, member, text } from '../../views/members.ts';
import { sited } from '../../views/openapi/resources.ts';
import type { Placed } from './same-schema.ts';

const TYPES = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'] as const;
/** number: one with a fraction; integers are of their own. */
export type Type = (typeof TYPES)[number];

/** The upper and lower limits; the tightest counts. */
export const LOWER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'] as const;
export const UPPER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'] as const;
export type Limit = (typeof LOWER)[number] | (typeof UPPER)[number];

/** What is compared as a whole, or not at all. */
export interface Other {
  name: string;
  at: Placed;
}

/** A list of alternatives, by where it is written; one: exactly one of them fits. */
export interface Union {
  from: Json;
  one: boolean;
  of: Placed[];
}

export interface Facts {
  types: Set<Type>;
  values?: Json[];
  limits: Map<Limit, number>;
  multiples: number[];
  patterns: string[];
  formats: string[];
  unique: boolean;
  items: Placed[];
  required: Set<string>;
  /** properties and additionalProperties that stand in one schema: the latter is about what the former, and patternProperties beside it (patterned), do not name. */
  members: { properties: Map<string, Placed>; rest?: Placed; patterned: boolean }[];
  /** Each of them has to be met. */
  unions: Union[];
  nots: Placed[];
  others: Other[];
  unknown: string[];
}

/** Which values a contract is about: those that clients send, or those that they get. */
export type ContractDirection = 'request' | 'answer';

const OTHERS = new Set(
  'prefixItems additionalItems contains minContains maxContains patternProperties propertyNames dependencies dependentRequired dependentSchemas if then else unevaluatedProperties unevaluatedItems'.split(
    ' ',
  ),
);
const NULLABLE = ['nullable', 'x-nullable'];
const DEEPEST = 32;
/** Of these the specification says that they are not sent in that direction. */
const UNSENT: Record<ContractDirection, string> = { request: 'readOnly', answer: 'writeOnly' };

const none = (): Facts => ({
  types: new Set(TYPES),
  limits: new Map(),
  multiples: [],
  patterns: [],
  formats: [],
  unique: false,
  items: [],
  required: new Set(),
  members: [],
  unions: [],
  nots: [],
  others: [],
  unknown: [],
});

const isLower = (name: Limit): boolean => (LOWER as readonly string[]).includes(name);

function narrow(facts: Facts, types: readonly Type[]): void {
  facts.types = new Set([...facts.types].filter((type) => types.includes(type)));
}

function allow(facts: Facts, values: Json[]): void {
  facts.values = facts.values ? facts.values.filter((value) => among(values, value)) : values;
}

/** integer is a kind of number. */
function typesOf(type: Json): Type[] | undefined {
  const named = Array.isArray(type) ? type : [type];
  if (!named.every((one): one is Type => (TYPES as readonly Json[]).includes(one))) return undefined;
  return named.includes('number') ? [...named, 'integer'] : named;
}

class Reader {
  readonly facts = none();
  /** What was read of this very value says nothing new. */
  readonly #seen = new Set<Json>();

  constructor(private readonly way: ContractDirection) {}

  read(at: Placed, depth = 0): void {
    const { site, source } = at;
    const { schema, dialect } = site;
    if (depth > DEEPEST) this.#gap('too-deep');
    else if (schema === true) return;
    else if (schema === false) this.facts.types.clear();
    else if (!isObject(schema)) this.#gap('schema');
    else if (dialect === null) this.#gap('dialect');
    else if (!this.#seen.has(schema)) {
      this.#seen.add(schema);
      const ref = text(schema, '$ref');
      if (ref !== undefined) {
        const target = source.target(site, ref);
        if (typeof target === 'string') this.#gap(target);
        else this.read({ source, site: target }, depth + 1);
        if (!dialect.refSiblings) return;
      }
      if (['$dynamicRef', '$recursiveRef'].some((name) => member(schema, name) !== undefined)) this.#gap('dynamic-ref');
      this.#own(schema, at, depth);
    }
  }

  #gap(reason: Unevaluated): void {
    this.facts.unknown.push(UNEVALUATED[reason]);
  }

  #own(schema: JsonObject, at: Placed, depth: number): void {
    const nullable = NULLABLE.find((name) => schema[name] === true);
    if (nullable !== undefined) {
      const { [nullable]: _, ...rest } = schema;
      const alternative = (one: Json): Placed => ({ ...at, site: { ...at.site, schema: one } });
      this.facts.unions.push({ from: schema, one: false, of: [alternative(rest), alternative({ enum: [null] })] });
      return;
    }
    for (const [name, value] of Object.entries(schema))
      if (at.site.dialect?.keywords.has(name)) this.#keyword(name, value, schema, at, depth);
    const format = text(schema, 'format');
    if (format !== undefined) this.facts.formats.push(format);
    if (['properties', 'additionalProperties'].some((name) => member(schema, name) !== undefined)) this.#members(schema, at);
    if (member(schema, 'discriminator') !== undefined)
      this.facts.others.push({ name: 'discriminator', at: this.#child(at, schema.discriminator!) });
  }

  #child(at: Placed, schema: Json): Placed {
    return { ...at, site: sited(schema, at.site) };
  }

  #keyword(name: string, value: Json, schema: JsonObject, at: Placed, depth: number): void {
    const { facts } = this;
    const parts = (): Placed[] => list(schema, name).map((one) => this.#child(at, one));
    if (name === 'type') {
      const types = typesOf(value);
      if (types) narrow(facts, types);
      else this.#gap('keyword');
    } else if (name === 'enum') allow(facts, list(schema, name));
    else if (name === 'const') allow(facts, [value]);
    else if (name === 'required') for (const one of list(schema, name)) facts.required.add(String(one));
    else if (name === 'allOf') for (const one of parts()) this.read(one, depth + 1);
    else if (name === 'anyOf' || name === 'oneOf') facts.unions.push({ from: value, one: name === 'oneOf', of: parts() });
    else if (name === 'not') facts.nots.push(this.#child(at, value));
    else if (name === 'pattern') facts.patterns.push(String(value));
    else if (name === 'multipleOf' && Number(value) > 0) facts.multiples.push(Number(value));
    else if (name === 'uniqueItems') facts.unique ||= value === true;
    else if (name === 'items' && !Array.isArray(value)) facts.items.push(this.#child(at, value));
    else if (name === 'items' || OTHERS.has(name)) facts.others.push({ name, at: this.#child(at, value) });
    else if ([...LOWER, ...UPPER].includes(name as Limit)) this.#limit(name as Limit, value, schema);
  }

  /** Boolean exclusive… of older drafts sharpen the limit beside them. */
  #limit(name: Limit, value: Json, schema: JsonObject): void {
    const given = value === true ? schema[name === 'exclusiveMinimum' ? 'minimum' : 'maximum'] : value;
    if (value === false) return;
    if (typeof given !== 'number') {
      this.#gap('keyword');
      return;
    }
    const known = this.facts.limits.get(name);
    this.facts.limits.set(name, known === undefined ? given : isLower(name) ? Math.max(known, given) : Math.min(known, given));
  }

  #members(schema: JsonObject, at: Placed): void {
    const rest = member(schema, 'additionalProperties');
    const properties = new Map([...entries(member(schema, 'properties'))].map(([name, value]) => [name, this.#child(at, value)]));
    const patterned = member(schema, 'patternProperties') !== undefined;
    this.facts.members.push({ properties, patterned, ...(rest === undefined ? {} : { rest: this.#child(at, rest) }) });
  }

  /** Leaves out what is not sent in this direction. */
  leave(): void {
    for (const { properties } of this.facts.members)
      for (const [name, { site, source }] of properties) {
        const flag = UNSENT[this.way];
        if (member(site.schema, flag) !== true && member(source.resolved(site).schema, flag) !== true) continue;
        properties.delete(name);
        this.facts.required.delete(name);
      }
  }
}

/** What all of the schemas together demand. */
export function factsOf(all: readonly Placed[], way: ContractDirection): Facts {
  const reader = new Reader(way);
  for (const one of all) reader.read(one);
  reader.leave();
  return reader.facts;
}
