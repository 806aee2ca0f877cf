// Schemas as the document holds them: where a reference leads, and which members are writeOnly. It must not translate keywords.
import { isObject, type Json, type JsonObject } from '../../contract/json.ts';
import type { Unevaluated } from '../../contract/unevaluated.ts';
import { step, tokensOf } from '../../json/pointer.ts';
import { entries, list, member, text } from '../members.ts';
import type { Dialect } from './dialect.ts';
import { localPointer } from './reference.ts';
import { Resources, rootSite, type Sited, sited } from './resources.ts';

const MAX_REF = 4096;
const MAX_HOPS = 16;
const MAX_MEMBERS = 6_000;
const MAX_DEPTH = 6;
/** allOf within allOf in which a member may be called writeOnly. */
const MAX_PARTS = 4;
const NO_NAMES: ReadonlySet<string> = new Set();

function atPointer(base: Sited, pointer: string): Sited | null {
  if (pointer !== '' && !pointer.startsWith('/')) return null;
  let found = base;
  for (const token of tokensOf(pointer)) {
    const value = step(found.schema, token);
    if (value === undefined) return null;
    found = sited(value, found);
  }
  return found;
}

export class SchemaSource {
  readonly root: Sited;
  private known?: Resources;
  private readonly hidden = new WeakMap<object, ReadonlySet<string> | null>();

  constructor(root: Json, dialect: Dialect | null, url?: string) {
    this.root = rootSite(root, dialect, url);
  }

  /** Where a reference of a schema leads, or why that is not known. */
  target(from: Sited, ref: string): Sited | Unevaluated {
    if (ref.length > MAX_REF) return 'unresolved-ref';
    // Without identifiers nothing stands against another base than the document's.
    const pointer = localPointer(ref, from.dialect?.identifiers ? null : this.root.uri);
    if (pointer !== null) return this.within(from.base === this.root.base ? this.root : { ...from, schema: from.base }, pointer);
    if (!from.dialect?.identifiers) return 'remote-ref';
    const found = this.resources.resource(from, ref);
    return typeof found === 'string' ? found : this.within(found.resource, localPointer(`#${found.fragment}`)!);
  }

  /**
   * What a dynamic reference means that leads to `first`: the anchor of that name in the outermost resource that was entered and has one; for a recursive
   * one, whose anchor has no name, the outermost that says so.
   */
  dynamic(first: Sited, anchor: string, entered: readonly Sited[]): Sited | Unevaluated {
    for (const from of entered) {
      const { base } = from;
      if (anchor === '') {
        if (member(base, '$recursiveAnchor') === true) return { ...from, schema: base };
        continue;
      }
      const found = this.resources.anchor(base, anchor);
      if (found === 'unresolved-ref') continue;
      if (typeof found === 'string' || text(found.schema, '$dynamicAnchor') === anchor) return found;
    }
    return first;
  }

  private within(base: Sited, pointer: string): Sited | Unevaluated {
    if (pointer === '' || pointer.startsWith('/')) {
      const found = atPointer(base, pointer);
      if (found !== null) return found;
      // By the letter it leads nowhere, for an $id stands in between; authors may well mean the document.
      return base.base !== this.root.base && atPointer(this.root, pointer) !== null ? 'identifier' : 'unresolved-ref';
    }
    return base.dialect?.identifiers ? this.resources.anchor(base.base, pointer) : 'unresolved-ref';
  }

  private get resources(): Resources {
    this.known ??= new Resources(this.root);
    return this.known;
  }

  /** A schema with its plain references followed, for looking at a flag only. */
  resolved(from: Sited): Sited {
    let found = from;
    for (let hops = 0; hops < MAX_HOPS; hops++) {
      const ref = text(found.schema, '$ref');
      const next = ref === undefined ? null : this.target(found, ref);
      if (next === null || typeof next === 'string') return found;
      found = next;
    }
    return found;
  }

  /** The discriminator that all of these schemas have in common: one of their own, or of a base that they inherit by allOf. */
  discriminator(schemas: readonly Sited[]): JsonObject | undefined {
    const budget = { left: MAX_MEMBERS };
    const first = schemas[0] && this.inherited(schemas[0], budget);
    return schemas.every((schema) => this.inherited(schema, budget) === first) ? first : undefined;
  }

  private inherited(from: Sited, budget: { left: number }, depth = 0): JsonObject | undefined {
    const found = this.resolved(from);
    const own = member(found.schema, 'discriminator');
    if (isObject(own)) return own;
    for (const part of depth < MAX_PARTS ? list(found.schema, 'allOf') : []) {
      const base = budget.left-- > 0 ? this.inherited({ ...found, schema: part }, budget, depth + 1) : undefined;
      if (base !== undefined) return base;
    }
    return undefined;
  }

  /** Whether two of these schemas give one text two formats, or one of them alone gives it one, which may be all that tells them apart. Formats are annotations (Draft 2020-12 Validation, section 7.2.1). */
  differByFormat(schemas: readonly Sited[]): boolean {
    const budget = { left: MAX_MEMBERS };
    const known = new Map<string, string>();
    return schemas.some((schema) => {
      const own = new Map<string, string>();
      this.formats(schema, '', own, budget);
      const differs = [...own].some(([place, format]) => (known.get(place) ?? format) !== format);
      for (const [place, format] of own) known.set(place, format);
      return differs;
    });
  }

  /** Formats of a schema and of what is directly in it, by place; as many as the budget has. */
  private formats(from: Sited, place: string, out: Map<string, string>, budget: { left: number }, depth = 0): void {
    const found = this.resolved(from);
    const format = text(found.schema, 'format');
    const types = member(found.schema, 'type') ?? 'string';
    if (format !== undefined || (!out.has(place) && (types === 'string' || (Array.isArray(types) && types.includes('string')))))
      out.set(place, format ?? '');
    if (depth >= MAX_PARTS) return;
    const items = member(found.schema, 'items');
    const inner: [string, Json][] = [
      ...list(found.schema, 'allOf').map((part): [string, Json] => [place, part]),
      ...[...entries(member(found.schema, 'properties'))].map(([name, schema]): [string, Json] => [`${place}/${name}`, schema]),
      ...(items === undefined ? [] : [[`${place}/[]`, items] as [string, Json]]),
    ];
    for (const [below, schema] of inner) {
      if (budget.left-- <= 0) return;
      this.formats({ ...found, schema }, below, out, budget, depth + 1);
    }
  }

  /**
   * Names of members that a schema, or one of its allOf parts, calls writeOnly: no answer needs to have them.
   * null when there is too much to look at.
   */
  writeOnly(from: Sited): ReadonlySet<string> | null {
    if (!isObject(from.schema)) return NO_NAMES;
    let found = this.hidden.get(from.schema);
    if (found === undefined) {
      const names = new Set<string>();
      found = this.collect(from, names, { left: MAX_MEMBERS }, 0) ? names : null;
      this.hidden.set(from.schema, found);
    }
    return found;
  }

  private collect(from: Sited, names: Set<string>, budget: { left: number }, depth: number): boolean {
    const flagged = (schema: Json, deep = 0): boolean => {
      if (member(schema, 'writeOnly') === true) return true;
      const parts = deep < MAX_PARTS ? list(schema, 'allOf') : [];
      return parts.some((part) => budget.left-- > 0 && flagged(this.resolved({ ...from, schema: part }).schema, deep + 1));
    };
    for (const [name, schema] of entries(member(from.schema, 'properties'))) {
      if (budget.left-- <= 0) return false;
      if (flagged(schema) || flagged(this.resolved({ ...from, schema }).schema)) names.add(name);
    }
    if (budget.left < 0) return false;
    if (depth >= MAX_DEPTH) return true;
    return list(from.schema, 'allOf').every(
      (part) => budget.left-- > 0 && this.collect(this.resolved({ ...from, schema: part }), names, budget, depth + 1),
    );
  }
}
