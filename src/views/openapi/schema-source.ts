// Schemas as the document holds them: where a reference leads, and which members are writeOnly. It must not translate keywords.
import { isObject, type Json, type JsonObject } from '../../contract/json.ts';
import { type Dialect, dialectNamed } from './dialect.ts';
import { entries, list, member, text } from './members.ts';
import { step, tokensOf } from './pointer.ts';
import { localPointer } from './reference.ts';

/** A schema with what its place in the document means for it. */
export interface Sited {
  schema: Json;
  /** The document, or the nearest schema with an $id: what `#` stands for. */
  base: Json;
  /** null when the schema is of a dialect that we do not know. */
  dialect: Dialect | null;
}

const MAX_REF = 4096;
const MAX_ANCHOR_SEARCH = 500_000;
const MAX_HOPS = 16;
const MAX_MEMBERS = 6_000;
const MAX_DEPTH = 6;
const NO_NAMES: ReadonlySet<string> = new Set();

/** A schema with the base and dialect that it names itself. */
export function sited(schema: Json, base: Json, dialect: Dialect | null): Sited {
  if (dialect === null || !dialect.identifiers) return { schema, base, dialect };
  const named = text(schema, '$schema');
  return { schema, base: text(schema, '$id') === undefined ? base : schema, dialect: named === undefined ? dialect : dialectNamed(named) };
}

function atPointer(from: Sited, pointer: string): Sited | null {
  let found: Sited = { schema: from.base, base: from.base, dialect: from.dialect };
  for (const token of tokensOf(pointer) ?? ['']) {
    const value = step(found.schema, token);
    if (value === undefined) return null;
    found = sited(value, found.base, found.dialect);
  }
  return found;
}

/** Follows the references of one document. */
export class SchemaSource {
  private readonly anchors = new WeakMap<object, Map<string, Json>>();
  private readonly hidden = new WeakMap<object, ReadonlySet<string> | null>();

  /** Where a reference of a schema leads; null when it leads nowhere in this document. */
  target(from: Sited, ref: string): Sited | null {
    const pointer = ref.length > MAX_REF ? null : localPointer(ref);
    if (pointer === null) return null;
    if (pointer === '' || pointer.startsWith('/')) return atPointer(from, pointer);
    if (!from.dialect?.identifiers || !isObject(from.base)) return null;
    const schema = this.anchorsOf(from.base).get(pointer);
    return schema === undefined ? null : sited(schema, from.base, from.dialect);
  }

  /** A schema with its plain references followed, for looking at a flag only. */
  resolved(from: Sited): Sited {
    let found = from;
    for (let hops = 0; hops < MAX_HOPS; hops++) {
      const ref = text(found.schema, '$ref');
      const next = ref === undefined ? null : this.target(found, ref);
      if (next === null) return found;
      found = next;
    }
    return found;
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
    const flagged = (schema: Json) => member(schema, 'writeOnly') === true;
    for (const [name, schema] of entries(member(from.schema, 'properties'))) {
      if (budget.left-- <= 0) return false;
      if (flagged(schema) || flagged(this.resolved({ ...from, schema }).schema)) names.add(name);
    }
    if (depth >= MAX_DEPTH) return true;
    return list(from.schema, 'allOf').every(
      (part) => budget.left-- > 0 && this.collect(this.resolved({ ...from, schema: part }), names, budget, depth + 1),
    );
  }

  private anchorsOf(base: JsonObject): Map<string, Json> {
    let found = this.anchors.get(base);
    if (found === undefined) {
      found = new Map();
      const stack: Json[] = [base];
      for (let left = MAX_ANCHOR_SEARCH; left > 0 && stack.length > 0; left--) {
        const value = stack.pop()!;
        const anchor = text(value, '$anchor') ?? text(value, '$dynamicAnchor');
        if (anchor !== undefined && !found.has(anchor)) found.set(anchor, value);
        if (typeof value !== 'object' || value === null) continue;
        for (const below of Object.values(value))
          if (typeof below === 'object' && below !== null && (below === base || text(below, '$id') === undefined)) stack.push(below);
      }
      this.anchors.set(base, found);
    }
    return found;
  }
}
