// Finds the schemas of a pack that judge an outcome: that of a path which ends in it, or the member outcome of an exchange. A target's own member of that name is none.
import { isObject, type Members } from '../../contract/json.ts';
import { at, below, parentOf } from '../../json/pointer.ts';
import { namesOf, pathOf } from '../compiled/path.ts';
import type { ParsedPath, Segment } from '../compiled/path-types.ts';
import { visitPack } from '../visit.ts';

export interface OutcomeSchema {
  schema: Members;
  place: string;
}

/** What a schema is held against, as far as it concerns outcomes. */
type Judged = 'exchange' | 'outcome';

const MEMBER = 'outcome';
/** Roots of paths that are no exchanges; $.item and $.each are whatever was selected. */
const OTHER_ROOTS = new Set(['run', 'env', 'row', 'item', 'each', 'finding']);

/** Exchanges of a list are reached by an index, a slice or a wildcard; members of one by name. */
const picksFromList = (segment: Segment): boolean => segment.selectors.every(({ kind }) => kind !== 'name');

function judgedBy({ segments }: ParsedPath): Judged | undefined {
  const roots = namesOf(segments[0]);
  if (roots.length === 0 || segments.some(({ descendant }) => descendant) || roots.some((name) => OTHER_ROOTS.has(name))) return undefined;
  let rest = segments.slice(roots.includes('tried') ? 2 : 1);
  if (rest[0] && picksFromList(rest[0])) rest = rest.slice(1);
  if (rest.length === 0) return 'exchange';
  return rest.length === 1 && namesOf(rest[0]).includes(MEMBER) ? 'outcome' : undefined;
}

const selected = (select: unknown): Set<Judged> =>
  new Set(
    [select].flat().flatMap((text) => {
      const path = pathOf(text);
      return (path && judgedBy(path)) ?? [];
    }),
  );

const LISTS = ['allOf', 'anyOf', 'oneOf'] as const;
const SINGLE = ['not', 'if', 'then', 'else'] as const;
const SHARED = 'pack:';

/** Goes down a schema while it still speaks of the same value. */
class Search {
  readonly found = new Map<string, OutcomeSchema>();
  readonly #seen = new Set<string>();

  constructor(private readonly pack: Members) {}

  visit(schema: unknown, place: string, judged: Judged): void {
    if (!isObject(schema) || this.#seen.has(`${judged} ${place}`)) return;
    this.#seen.add(`${judged} ${place}`);
    if (judged === 'outcome') this.found.set(place, { schema, place });
    for (const key of LISTS)
      for (const [i, one] of (Array.isArray(schema[key]) ? schema[key] : []).entries())
        this.visit(one, below(below(place, key), i), judged);
    for (const key of SINGLE) this.visit(schema[key], below(place, key), judged);
    if (typeof schema.$ref === 'string' && schema.$ref.startsWith(SHARED)) this.#shared(schema.$ref.slice(SHARED.length), judged);
    if (judged === 'outcome') return;
    // A selected list of exchanges is judged item by item.
    this.visit(schema.items, below(place, 'items'), judged);
    if (isObject(schema.properties)) this.visit(schema.properties[MEMBER], below(below(place, 'properties'), MEMBER), 'outcome');
  }

  #shared(name: string, judged: Judged): void {
    const { schemas } = this.pack;
    if (isObject(schemas) && Object.hasOwn(schemas, name)) this.visit(schemas[name], below('/schemas', name), judged);
  }
}

/** In the order in which they are met. */
export function outcomeSchemas(pack: Members): OutcomeSchema[] {
  const search = new Search(pack);
  visitPack(pack, {
    schema: (schema, place) => {
      const beside = at(pack, parentOf(place));
      for (const judged of selected(isObject(beside) ? beside.select : undefined)) search.visit(schema, place, judged);
    },
  });
  return [...search.found.values()];
}
