// One schema of the document as JSON Schema 2020-12 for ajv: known keywords with checked values only, references as calls.
// It must never let a foreign keyword through, and never give more than a bounded schema.
import { isObject, type Json, type JsonObject } from '../../contract/json.ts';
import type { Unevaluated } from '../../contract/unevaluated.ts';
import { member, text } from '../members.ts';
import { type Emitted, type Emitter, isApplicator, type SchemaSite, writeApplicator } from './applicators.ts';
import { ASSERTIONS } from './assertions.ts';
import { listsAnotherType, refusable } from './constraining.ts';
import type { Patterns } from './patterns.ts';
import { type Sited, sited } from './resources.ts';
import type { SchemaSource } from './schema-source.ts';
import type { StepWeight } from './vocabulary.ts';

/** How one schema leads to another that is compiled on its own, when a body first reaches it. */
export interface SchemaCall {
  target: Sited;
  /** reference: by $ref; part: one that is too large to stand inside; bare: the schema without its nullable. */
  kind: 'reference' | 'part' | 'bare';
  /** Of a dynamic reference: which schema it means hangs on the resources that were entered. */
  anchor?: string;
  hidden: ReadonlySet<string> | null;
  negative: boolean;
  /** What holds inside shows nothing: see Site. */
  mute: boolean;
}

/** unevaluated… cannot be written out. */
class Inexpressible extends Error {}

const NO_NAMES: ReadonlySet<string> = new Set();
const MAX_DEPTH = 5;
const MAX_NODES = 120;
const MAX_PARTS = 1_500;
const MAX_SPELLED = 800;
const UNEVALUATED = ['unevaluatedProperties', 'unevaluatedItems'];
const NULLABLE = ['nullable', 'x-nullable'];
const NULLABLE_BESIDE = ['enum', 'allOf', 'anyOf', 'oneOf', 'not'];

const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'required'];
const MAPS = ['properties', 'patternProperties', 'dependentSchemas', 'dependentRequired', 'dependencies'];
/** Keywords whose cost does not grow with the value, or that count it themselves. */
const CONSTANT = new Set(
  'type enum const pattern x-pattern minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems uniqueItems'.split(' '),
);
const SHARPENED: Record<string, string> = { exclusiveMaximum: 'maximum', exclusiveMinimum: 'minimum' };
/** Keywords that would refuse too much when the first one is left out. */
const DEPENDENT: Record<string, string[]> = {
  properties: ['additionalProperties'],
  patternProperties: ['additionalProperties'],
  prefixItems: ['items'],
};

/** Writes one schema object, with what is inside it up to a bound; the rest becomes calls. */
export class SchemaEmitter implements Emitter {
  /** Schema objects and keywords written: the size of what ajv compiles. */
  size = 0;

  /** `register` keeps a call and gives its number: the document itself must not stand in a schema for ajv. */
  constructor(
    readonly source: SchemaSource,
    readonly patterns: Patterns,
    readonly skipping: boolean,
    private readonly register: (call: SchemaCall) => number,
  ) {}

  /** The schema itself, not a call to it. */
  emit(site: SchemaSite, bare = false): Emitted {
    this.size++;
    if (typeof site.schema === 'boolean' && site.dialect?.booleanSchemas) return site.schema;
    if (!isObject(site.schema)) return this.opaque('schema', site);
    const here: SchemaSite = { ...site, ...sited(site.schema, site) };
    if (here.dialect === null) return this.opaque('dialect', site);
    const ref = member(here.schema, '$ref');
    if (!bare && this.needsBare(here)) return this.bare(here);
    if (ref !== undefined && !here.dialect.refSiblings) return this.reference(ref, here);
    const unevaluated = UNEVALUATED.some((name) => here.dialect!.keywords.has(name) && member(here.schema, name) !== undefined);
    return unevaluated && here.spelled === null ? this.spellOut(here) : this.write(here);
  }

  /** A schema below another one: inside it while it is small, else a call. */
  child(site: SchemaSite): Emitted {
    const { schema } = site;
    if (!isObject(schema) || Object.keys(schema).length === 0 || text(schema, '$ref') !== undefined) return this.emit(site);
    if (site.spelled !== null) {
      if (this.size > MAX_SPELLED) throw new Inexpressible();
      return this.emit(site);
    }
    // Another resource is entered by a call, so that dynamic references see it.
    const inside = site.depth <= MAX_DEPTH && this.size <= MAX_NODES && sited(schema, site).base === site.base;
    return inside ? this.emit(site) : this.part(site);
  }

  part(site: SchemaSite): Emitted {
    return isObject(site.schema) ? this.call('part', site, site) : this.emit(site);
  }

  branch(site: SchemaSite): Emitted {
    if (site.spelled !== null) return this.child({ ...site, mute: true });
    // What a branch has shown must vanish where it fails in the end: a call sees to that, and one of assertions alone tells last.
    return this.isFlat(site) ? this.child(site) : this.part(site);
  }

  private isFlat({ schema, dialect }: SchemaSite): boolean {
    if (!isObject(schema) || dialect === null || text(schema, '$ref') !== undefined) return true;
    return !Object.keys(schema).some((name) => name.startsWith('$') || (dialect.keywords.has(name) && isApplicator(name)));
  }

  opaque(reason: Unevaluated | 'skipped', site: SchemaSite): Record<string, unknown> {
    // What cannot be read may evaluate members, so unevaluated… around it cannot be judged.
    if (site.spelled !== null) throw new Inexpressible();
    return { 'x-opaque': { reason, negative: site.negative } };
  }

  private call(kind: SchemaCall['kind'], target: Sited, { hidden, negative, mute }: SchemaSite, anchor?: string): Record<string, unknown> {
    this.size++;
    const { schema, base, uri, dialect } = target;
    const named = anchor === undefined ? {} : { anchor };
    return { 'x-call': this.register({ target: { schema, base, uri, dialect }, kind, ...named, hidden, negative, mute }) };
  }

  /** A word for null that the letter of the specification gives no effect, or an effect that other keywords undo. */
  private needsBare({ schema, dialect }: SchemaSite): boolean {
    const said = NULLABLE.filter((name) => member(schema, name) === true);
    if (said.length === 0) return false;
    // Beside a type alone the dialect's own word has its effect.
    if (!said.some((name) => name === dialect?.nullable) || member(schema, '$ref') !== undefined) return true;
    return NULLABLE_BESIDE.some((name) => dialect?.keywords.has(name) && member(schema, name) !== undefined);
  }

  private bare(site: SchemaSite): Emitted {
    // What it evaluates could not be seen through the call.
    if (site.spelled !== null) throw new Inexpressible();
    return this.call('bare', site, site);
  }

  private reference(ref: Json, site: SchemaSite): Emitted {
    const target = typeof ref === 'string' ? this.source.target(site, ref) : 'keyword';
    if (typeof target === 'string') return this.opaque(target, site);
    if (site.spelled === null) return this.call('reference', target, { ...site, hidden: NO_NAMES });
    if (site.spelled.includes(target.schema) || site.spelled.length > 32) throw new Inexpressible();
    return this.child({ ...site, ...target, spelled: [...site.spelled, target.schema] });
  }

  /** Where what it leads to is no dynamic anchor, it is a plain reference. */
  private dynamic(ref: Json, site: SchemaSite): Emitted {
    const target = typeof ref === 'string' && !site.dialect!.tupleItems ? this.source.target(site, ref) : 'dynamic-ref';
    if (typeof target === 'string') return this.opaque(target, site);
    const anchor = text(target.schema, '$dynamicAnchor');
    if (anchor === undefined || !(ref as string).endsWith(`#${anchor}`)) return this.reference(ref, site);
    if (site.spelled !== null) throw new Inexpressible();
    return this.call('reference', target, { ...site, hidden: NO_NAMES }, anchor);
  }

  /** Of 2019-09: the schema that names itself around this one, or the outermost that such references may mean. */
  private recursive(ref: Json, site: SchemaSite): Emitted {
    // Of a document that is no schema itself, and in other drafts, it means nothing.
    if (ref !== '#' || !site.dialect!.tupleItems || site.base === this.source.root.base) return this.opaque('dynamic-ref', site);
    if (member(site.base, '$recursiveAnchor') !== true) return this.reference(ref, site);
    if (site.spelled !== null) throw new Inexpressible();
    return this.call('reference', { ...site, schema: site.base }, site, '');
  }

  /** unevaluated… sees members that in-place references evaluate, so these are written out in place of calls. */
  private spellOut(site: SchemaSite): Emitted {
    const before = this.size;
    try {
      return this.write({ ...site, spelled: [site.schema] });
    } catch (error) {
      if (!(error instanceof Inexpressible)) throw error;
      this.size = before;
      const rest = Object.fromEntries(Object.entries(site.schema as JsonObject).filter(([name]) => !UNEVALUATED.includes(name)));
      return { allOf: [this.write({ ...site, schema: rest }), this.opaque('unevaluated', site)] };
    }
  }

  private write(site: SchemaSite): Emitted {
    const schema = site.schema as JsonObject;
    const out: Record<string, unknown> = {};
    const extra: Emitted[] = [];
    const dropped: string[] = [];
    if (partsOf(schema) > MAX_PARTS) return this.opaque('too-large', site);
    const inner: SchemaSite = { ...site, depth: site.depth + 1, hidden: this.hiddenIn(site, schema) };
    for (const name of Object.keys(schema)) {
      if (!site.dialect!.keywords.has(name)) continue;
      this.size++;
      const reason = this.writeKeyword(name, schema, inner, out);
      if (reason === null) continue;
      extra.push(this.opaque(reason, site));
      dropped.push(...(DEPENDENT[name] ?? []));
    }
    // Some hold formats against texts: what refuses a text by one, or asks for more, says two things. Alternatives of a oneOf are told apart elsewhere (record 198).
    if (site.negative && site.mute && text(schema, 'format') !== undefined) extra.push(this.opaque('format', site));
    for (const name of dropped) delete out[name];
    if (site.dialect!.booleanExclusive) sharpen(schema, out);
    this.writeNullable(site, out);
    if (site.dialect!.refSiblings) {
      const ref = member(schema, '$ref');
      if (ref !== undefined) extra.push(this.reference(ref, { ...inner, hidden: NO_NAMES }));
      const dynamic = member(schema, '$dynamicRef');
      if (dynamic !== undefined) extra.push(this.dynamic(dynamic, { ...inner, hidden: NO_NAMES }));
      const recursive = member(schema, '$recursiveRef');
      if (recursive !== undefined) extra.push(this.recursive(recursive, { ...inner, hidden: NO_NAMES }));
    }
    if (extra.length > 0) out.allOf = [...((out.allOf as Emitted[] | undefined) ?? []), ...extra];
    const weight = weightOf(out);
    if (weight !== null) out['x-step'] = weight;
    const kinds = site.mute ? 0 : refusable(out);
    if (kinds !== 0) out['x-shown'] = kinds;
    return out;
  }

  /** Why a keyword could not be written, or null. */
  private writeKeyword(name: string, schema: JsonObject, site: SchemaSite, out: Record<string, unknown>): Unevaluated | null {
    const value = schema[name]!;
    if (isApplicator(name)) return writeApplicator(this, name, schema, site, out);
    if (name === 'pattern') {
      if (typeof value !== 'string' || !this.patterns.runs(value)) return 'pattern';
      if (this.patterns.mayDiffer(value)) out['x-pattern'] = { pattern: value, negative: site.negative, mute: site.mute };
      else out.pattern = value;
      return null;
    }
    const listed = name === 'enum' ? value : name === 'const' ? [value] : [];
    if (Array.isArray(listed) && listsAnotherType(schema.type, listed)) return 'keyword';
    if (site.dialect!.booleanExclusive && Object.hasOwn(SHARPENED, name)) return typeof value === 'boolean' ? null : 'keyword';
    const written = ASSERTIONS[name]!(value);
    if (written === undefined) return 'keyword';
    if (name !== 'required') out[name] = written;
    else if (site.hidden === null) return 'too-large';
    else out.required = (written as string[]).filter((item) => !site.hidden!.has(item));
    return null;
  }

  /** Members that need not be there: those that the schemas around and this one call writeOnly. */
  private hiddenIn(site: SchemaSite, schema: JsonObject): ReadonlySet<string> | null {
    if (!site.dialect!.writeOnly || (schema.required === undefined && schema.allOf === undefined)) return site.hidden;
    const own = this.source.writeOnly(site);
    if (own === null || site.hidden === null) return null;
    return own.size === 0 ? site.hidden : new Set([...site.hidden, ...own]);
  }

  private writeNullable({ schema, dialect }: SchemaSite, out: Record<string, unknown>): void {
    if (!dialect?.nullable || member(schema, dialect.nullable) !== true || !Array.isArray(out.type)) return;
    if (!out.type.includes('null')) out.type = [...out.type, 'null'];
  }
}

/** Boolean exclusive… of the older drafts sharpen the limit beside them. */
function sharpen(schema: JsonObject, out: Record<string, unknown>): void {
  for (const [exclusive, limit] of Object.entries(SHARPENED)) {
    if (schema[exclusive] !== true || out[limit] === undefined) continue;
    out[exclusive] = out[limit];
    delete out[limit];
  }
}

/** Direct parts of a schema: what one compiled function would have to hold. */
function partsOf(schema: JsonObject): number {
  let parts = 0;
  for (const name of [...LISTS, 'items']) if (Array.isArray(schema[name])) parts += (schema[name] as Json[]).length;
  for (const name of MAPS) if (isObject(schema[name])) parts += Object.keys(schema[name] as JsonObject).length;
  return parts;
}

/** What entering the schema with one value costs; null where the schema around it has counted that already. */
function weightOf(out: Record<string, unknown>): StepWeight | null {
  if (Object.keys(out).every((name) => CONSTANT.has(name))) return null;
  const count = (name: string) => (typeof out[name] === 'object' && out[name] !== null ? Object.keys(out[name]).length : 0);
  const has = (names: string[]) => names.filter((name) => name in out).length;
  const base = [...LISTS, ...MAPS].reduce((sum, name) => sum + count(name), 1 + has(['not', 'if', 'then', 'else']));
  const members =
    count('patternProperties') + has(['additionalProperties', 'unevaluatedProperties', 'propertyNames', 'maxProperties', 'minProperties']);
  return { base, members, elements: has(['items', 'contains', 'unevaluatedItems']), text: 'minLength' in out || 'maxLength' in out };
}
