// The schemas of a document that name themselves ($id, $anchor), by the URI that they take. Built once, when first asked for.
// It must not look into values that are data.
import { isObject, type Json } from '../../contract/json.ts';
import type { Unevaluated } from '../../contract/unevaluated.ts';
import { text } from '../members.ts';
import { type Dialect, dialectNamed } from './dialect.ts';
import { isData, isMap, ownUri } from './reference.ts';

/** A schema with what its place in the document means for it. */
export interface Sited {
  schema: Json;
  /** The document, or the nearest schema with an $id: what `#` stands for. */
  base: Json;
  /** URI of the base; null when its $id makes none. */
  uri: string | null;
  /** null when the schema is of a dialect that we do not know. */
  dialect: Dialect | null;
}

/** Of a document that was read nowhere, relative references still compare rightly against this one. */
const DOCUMENT = 'https://document.invalid/a/b/c/openapi';
const MOST_VALUES = 500_000;

const against = (reference: string, base: string | null): string | null =>
  base !== null && URL.canParse(reference, base) ? new URL(reference, base).href : null;

/** The document itself, as the base of its schemas. */
export const rootSite = (root: Json, dialect: Dialect | null, url = ''): Sited => ({
  schema: root,
  base: root,
  uri: ownUri(root, URL.canParse(url) ? url : DOCUMENT),
  dialect,
});

/** A schema with the base and dialect that it names itself. */
export function sited(schema: Json, from: Sited): Sited {
  const { dialect } = from;
  if (dialect === null || !dialect.identifiers) return { ...from, schema };
  const named = text(schema, '$schema');
  const own = named === undefined ? dialect : dialectNamed(named);
  const id = text(schema, '$id');
  // In older drafts an $id that is a fragment is an anchor, and one beside $ref means nothing.
  const names = id !== undefined && !id.startsWith('#') && (dialect.refSiblings || text(schema, '$ref') === undefined);
  if (!names) return { ...from, schema, dialect: own };
  return { schema, base: schema, uri: against(id.replace(/#$/, ''), from.uri), dialect: own };
}

const anchorsIn = (schema: Json): string[] =>
  [text(schema, '$anchor'), text(schema, '$dynamicAnchor'), text(schema, '$id')?.match(/^#(.+)$/)?.[1]].filter(
    (name) => name !== undefined,
  );

export class Resources {
  private readonly byUri = new Map<string, Sited | null>();
  private readonly byAnchor = new Map<Json, Map<string, Sited | null>>();
  private readonly whole: boolean;

  constructor(root: Sited) {
    let left = MOST_VALUES;
    const stack: { at: Sited; map: boolean; key: string }[] = [{ at: root, map: false, key: '' }];
    if (root.uri !== null) this.byUri.set(root.uri, root);
    for (let next = stack.pop(); next !== undefined && left > 0; next = stack.pop()) {
      left--;
      const { at, map } = next;
      if (!map) this.name(at, root);
      if (typeof at.schema !== 'object' || at.schema === null) continue;
      for (const [key, value] of Object.entries(at.schema)) {
        if (typeof value !== 'object' || value === null || (!map && isData(key))) continue;
        const below = !map && isObject(at.schema) && isMap(key);
        stack.push({ at: below ? { ...at, schema: value } : sited(value, at), map: below, key });
      }
    }
    this.whole = left > 0;
  }

  private name(at: Sited, root: Sited): void {
    if (at.base === at.schema && at.base !== root.base && at.uri !== null) this.byUri.set(at.uri, this.byUri.has(at.uri) ? null : at);
    if (!at.dialect?.identifiers) return;
    for (const anchor of anchorsIn(at.schema)) {
      const known = this.byAnchor.get(at.base) ?? new Map<string, Sited | null>();
      known.set(anchor, known.has(anchor) ? null : at);
      this.byAnchor.set(at.base, known);
    }
  }

  /** The schema with that anchor in a resource. What is named twice is not found for certain. */
  anchor(base: Json, name: string): Sited | Unevaluated {
    return this.found(this.byAnchor.get(base)?.get(name), 'unresolved-ref');
  }

  /** The resource that a reference with a URI leads to, and the fragment in it. */
  resource(from: Sited, ref: string): { resource: Sited; fragment: string } | Unevaluated {
    const uri = against(ref, from.uri);
    if (uri === null) return from.uri === null ? 'identifier' : 'remote-ref';
    const [name = '', fragment = ''] = uri.split('#', 2);
    const resource = this.found(this.byUri.get(name), 'remote-ref');
    return typeof resource === 'string' ? resource : { resource, fragment };
  }

  private found(value: Sited | null | undefined, missing: Unevaluated): Sited | Unevaluated {
    if (value === undefined) return this.whole ? missing : 'too-large';
    return value ?? 'identifier';
  }
}
