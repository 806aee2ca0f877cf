// Whether two schemas say the same, member by member, through their references. What is written for people alone does not count.
import { isObject, type Json } from '../../contract/json.ts';
import { same } from '../../pack/compiled/json-equality.ts';
import { text } from '../../views/members.ts';
import { isData, isMap } from '../../views/openapi/reference.ts';
import { type Sited, sited } from '../../views/openapi/resources.ts';
import type { SchemaSource } from '../../views/openapi/schema-source.ts';

/** A schema in its document. */
export interface Placed {
  site: Sited;
  source: SchemaSource;
}

const ANNOTATIONS = new Set('title description summary example examples deprecated default externalDocs xml $comment'.split(' '));

/** A schema with the reference followed that is all it is; undefined where that leads nowhere. */
function followed({ site, source }: Placed): Placed | undefined {
  const ref = text(site.schema, '$ref');
  if (ref === undefined) return { site, source };
  const target = source.target(site, ref);
  return typeof target === 'string' ? undefined : { site: target, source };
}

const childOf = ({ site, source }: Placed, schema: Json): Placed => ({ site: sited(schema, site), source });

const keysOf = (value: { [name: string]: Json }, free: boolean): string[] =>
  Object.keys(value).filter((name) => free || (!ANNOTATIONS.has(name) && (!name.startsWith('x-') || name === 'x-nullable')));

export class SameSchema {
  /** Pairs that are looked at or were: what leads back to them says nothing new. */
  readonly #seen = new Map<Json, Set<Json>>();

  /** Only where both are of one dialect can equal text mean the same. */
  of(a: Placed, b: Placed): boolean {
    return a.site.dialect === b.site.dialect && a.site.dialect !== null && this.#same(a, b, false);
  }

  #same(a: Placed, b: Placed, free: boolean): boolean {
    const [x, y] = [a.site.schema, b.site.schema];
    if (Array.isArray(x) || Array.isArray(y)) return this.#lists(a, b, x, y);
    if (!isObject(x) || !isObject(y)) return x === y;
    const known = this.#seen.get(x) ?? new Set();
    if (known.has(y)) return true;
    this.#seen.set(x, known.add(y));
    const reference = !free && text(x, '$ref') !== undefined && text(y, '$ref') !== undefined;
    if (reference) {
      const [to, other] = [followed(a), followed(b)];
      if (!to || !other || !this.#same(to, other, false)) return false;
    }
    const names = keysOf(x, free).filter((name) => !reference || name !== '$ref');
    if (names.length !== keysOf(y, free).filter((name) => !reference || name !== '$ref').length) return false;
    return names.every((name) => {
      if (!Object.hasOwn(y, name)) return false;
      const [one, other] = [x[name]!, y[name]!];
      // Members of data have no meaning, not even those that are named as words for people are.
      return !free && isData(name) ? same(one, other) : this.#same(childOf(a, one), childOf(b, other), !free && isMap(name));
    });
  }

  #lists(a: Placed, b: Placed, x: Json, y: Json): boolean {
    if (!Array.isArray(x) || !Array.isArray(y) || x.length !== y.length) return false;
    return x.every((one, i) => this.#same(childOf(a, one), childOf(b, y[i]!), false));
  }
}
