// Whether every value that one schema accepts is accepted by another one. It proves that, or says what stands in the way: for certain, or as far as is known.
// A value has no members that nobody names, unless its schema speaks of them: that is how contracts are read, and not how JSON Schema is.
import type { Json } from '../../contract/json.ts';
import { isMultiple } from '../../json/is-multiple.ts';
import { below } from '../../json/pointer.ts';
import { among } from '../../pack/compiled/json-equality.ts';
import { type Placed, SameSchema } from './same-schema.ts';
import { type ContractDirection, type Facts, factsOf, type Other, type Type, type Union } from './schema-facts.ts';
import { isBeyond, isWithin, LIMITED } from './schema-limits.ts';

export interface Obstacle {
  /** A value that the one accepts is refused by the other; false: nobody can tell. */
  sure: boolean;
  /** JSON pointer into the value. */
  at: string;
  text: string;
}

const MOST_STEPS = 50_000;
const MOST_CASES = 64;
/** Nobody can tell. */
const doubt = (text: string, at = ''): Obstacle => ({ sure: false, at, text });
const BEYOND = doubt('the schemas are too large to be compared');

/** Formats whose values are all of others. */
const WIDER: { readonly [format: string]: readonly string[] } = { int32: ['int64', 'double'], float: ['double'] };
const typeOf = (value: Json): Type => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value as Type;
};
const valueText = (value: Json): string => JSON.stringify(value).slice(0, 60);
const isAny = (facts: Facts, types: readonly Type[]): boolean => types.some((type) => facts.types.has(type));

/** The values of which there are few. */
function valuesOf({ types, values }: Facts): Json[] | undefined {
  if (values) return values.filter((value) => types.has(typeOf(value)));
  const few: Json[] = [...(types.has('null') ? [null] : []), ...(types.has('boolean') ? [true, false] : [])];
  return [...types].every((type) => type === 'null' || type === 'boolean') ? few : undefined;
}

/** Whose multiples its numbers are. */
const stepsOf = ({ types, multiples }: Facts): number[] => (types.has('number') ? multiples : [...multiples, 1]);

/** Everything that it demands stands in the table, so that what the table refuses is refused. */
const isPlain = ({ unknown, unions, nots, others }: Facts): boolean => unknown.length + unions.length + nots.length + others.length === 0;

const isAmong = ({ name, at }: Other, others: readonly Other[]): boolean =>
  others.some((one) => one.name === name && new SameSchema().of(one.at, at));

const NAMING = new Set('patternProperties unevaluatedProperties dependencies dependentSchemas then else'.split(' '));

/** What speaks of members beside those that the table names. */
function naming({ members, others }: Facts): Other[] {
  const isClosed = members.some(({ rest, patterned }) => rest?.site.schema === false && !patterned);
  return isClosed ? [] : others.filter(({ name, at }) => NAMING.has(name) && at.site.schema !== false);
}

function narrowed(facts: Facts): Facts {
  const { values, multiples } = facts;
  if (multiples.some(Number.isInteger)) facts.types.delete('number');
  if (values) facts.types = new Set([...facts.types].filter((type) => values.some((value) => typeOf(value) === type)));
  return facts;
}

export class SchemaSubset {
  readonly #ids = new Map<Json, number>();
  readonly #known = new Map<string, Obstacle[]>();
  #steps = 0;

  constructor(private readonly way: ContractDirection) {}

  /** What keeps values that all of the first accept from being accepted by the second. None: it is proved. */
  of(all: readonly Placed[], other: Placed): Obstacle[] {
    if (++this.#steps > MOST_STEPS) return [BEYOND];
    if (all.some((one) => new SameSchema().of(one, other))) return [];
    const key = [...all, other].map(({ site }) => this.#id(site.schema)).join();
    const known = this.#known.get(key);
    if (known) return known;
    // What leads back here adds nothing: values are finite.
    this.#known.set(key, []);
    const found = this.#within(factsOf(all, this.way), all, other, new Set());
    this.#known.set(key, found);
    return found;
  }

  #id(schema: Json): number {
    const known = this.#ids.get(schema) ?? this.#ids.size;
    this.#ids.set(schema, known);
    return known;
  }

  /** By cases: one for each alternative of the first list of them. `met`: lists that were gone into for this very value; what leads back to them adds nothing. */
  #within(facts: Facts, all: readonly Placed[], other: Placed, met: ReadonlySet<Json>, outer: readonly Facts[] = []): Obstacle[] {
    const [union, ...more] = facts.unions.filter(({ from }) => !met.has(from));
    if (narrowed(facts).types.size === 0) return [];
    if (!union) return this.#plain({ ...facts, unions: [] }, all, factsOf([other], this.way), met, outer);
    if (++this.#steps > MOST_STEPS || union.of.length > MOST_CASES) return [BEYOND];
    return union.of.flatMap((one) => {
      const { unions, nots } = factsOf([one], this.way);
      const excluded = union.one ? union.of.filter((another) => another !== one) : [];
      const chosen = {
        ...factsOf([...all, one], this.way),
        unions: [...more, ...unions],
        nots: [...facts.nots, ...nots, ...excluded],
      };
      return this.#within(chosen, [...all, one], other, new Set([...met, union.from]), outer);
    });
  }

  /** A value of which no alternatives are left, against all that the other demands. */
  #plain(a: Facts, all: readonly Placed[], b: Facts, met: ReadonlySet<Json>, outer: readonly Facts[]): Obstacle[] {
    if (a.types.size === 0) return [];
    const sure = isPlain({ ...a, nots: [] });
    const say = (text: string, at = ''): Obstacle => ({ sure, at, text });
    const out = b.unknown.map((text) => doubt(text));
    const types = [...a.types].filter((type) => !b.types.has(type));
    if (types.length > 0) out.push(say(`may be ${types.join(' or ')}`));
    out.push(...this.#scalars(a, b, say), ...this.#limits(a, b, say));
    if (a.types.has('array') && a.limits.get('maxItems') !== 0) out.push(...this.#items(a, b, say));
    if (a.types.has('object')) out.push(...this.#objects(a, b, say, outer));
    for (const one of b.others) if (!isAmong(one, a.others)) out.push(doubt(`${one.name} cannot be compared`));
    for (const union of b.unions)
      if (!met.has(union.from)) out.push(...this.#alternatives(a, all, union, new Set([...met, union.from]), [...outer, b]));
    for (const not of b.nots) if (!this.#outside(a, not)) out.push(doubt('may be what `not` refuses'));
    return out;
  }

  #scalars(a: Facts, b: Facts, say: (text: string) => Obstacle): Obstacle[] {
    const out: Obstacle[] = [];
    const values = valuesOf(a);
    if (b.values) {
      const extra = values?.find((value) => !among(b.values ?? [], value));
      if (!values) out.push(say('may be a value that is not listed'));
      else if (extra !== undefined) out.push(say(`may be ${valueText(extra)}`));
    }
    const text = a.types.has('string');
    for (const pattern of b.patterns)
      if (text && !a.patterns.includes(pattern)) {
        const known = values !== undefined || a.patterns.length > 0;
        out.push(known ? doubt(`whether ${pattern} fits cannot be told`) : say(`may be a text that does not fit ${pattern}`));
      }
    const formatted = isAny(a, ['string', 'integer', 'number']) && values === undefined;
    for (const format of formatted ? b.formats : [])
      if (!a.formats.some((one) => one === format || WIDER[one]?.includes(format)))
        out.push(say(`may be of another format than ${format}`));
    // Of few values each is looked at; integers are multiples of one.
    const numbers = values?.filter((one) => typeof one === 'number');
    for (const step of isAny(a, ['integer', 'number']) ? b.multiples : []) {
      const known = numbers?.every((one) => isMultiple(one, step)) ?? stepsOf(a).some((one) => isMultiple(one, step));
      if (!known) out.push(say(`may be no multiple of ${step}`));
    }
    return out;
  }

  #limits(a: Facts, b: Facts, say: (text: string) => Obstacle): Obstacle[] {
    const out: Obstacle[] = [];
    const values = valuesOf(a);
    for (const [name, wanted] of b.limits) {
      if (!isAny(a, LIMITED[name])) continue;
      if (values && !['object', 'array'].some((type) => a.types.has(type as Type))) {
        if (values.some((value) => isBeyond(name, value, wanted))) out.push(say(`may be beyond ${name} ${wanted}`));
      } else if (!isWithin(a, name, wanted)) out.push(say(`may be beyond ${name} ${wanted}`));
    }
    return out;
  }

  #items(a: Facts, b: Facts, say: (text: string) => Obstacle): Obstacle[] {
    // Beside a tuple `items` speaks of what follows it.
    const isTold = a.items.length > 0 && !a.others.some(({ name }) => name === 'prefixItems');
    const out = b.items.flatMap((items) =>
      (isTold ? this.of(a.items, items) : this.#anything(items, say)).map((one) => ({ ...one, at: `/*${one.at}` })),
    );
    return b.unique && !a.unique && !((a.limits.get('maxItems') ?? 2) < 2) ? [...out, say('may hold an element twice')] : out;
  }

  /** Of what nobody said anything, against a schema that may accept everything. */
  #anything(other: Placed, say: (text: string) => Obstacle): Obstacle[] {
    const { types, values, unique, limits, required, ...lists } = factsOf([other], this.way);
    const demands = limits.size + required.size + Object.values(lists).flat().length;
    return types.size === 7 && !values && !unique && demands === 0 ? [] : [say('may be anything')];
  }

  #objects(a: Facts, b: Facts, say: (text: string, at?: string) => Obstacle, outer: readonly Facts[]): Obstacle[] {
    const out = [...b.required].filter((name) => !a.required.has(name)).map((name) => say('may be missing', below('', name)));
    const names = new Set([...a.members.flatMap(({ properties }) => [...properties.keys()]), ...a.required]);
    const open = a.members.flatMap(({ rest }) => rest ?? []);
    const more = naming(a);
    if (more.length > 0 || open.some(({ site }) => site.schema !== false))
      for (const { properties } of b.members) for (const one of properties.keys()) names.add(one);
    for (const name of names) out.push(...this.#member(name, a, b, say, outer));
    // Members that nobody names, where the first speaks of them.
    const isOpen = open.length > 0 && open.every(({ site }) => site.schema !== false);
    for (const { rest, patterned } of b.members) {
      if (!rest) continue;
      const isTold = more.every((one) => patterned && one.name === 'patternProperties' && isAmong(one, b.others));
      const found = isTold ? (isOpen ? this.of(open, rest) : []) : this.#anything(rest, say);
      out.push(...found.map((one) => ({ ...one, at: `/*${one.at}` })));
    }
    return out;
  }

  #member(name: string, a: Facts, b: Facts, say: (text: string, at?: string) => Obstacle, outer: readonly Facts[]): Obstacle[] {
    const at = below('', name);
    const isTold = naming(a).length === 0;
    const own = a.members.flatMap(({ properties, rest }) => properties.get(name) ?? ((isTold && rest) || []));
    if (own.some(({ site }) => site.schema === false)) return [];
    const theirs = b.members.flatMap(({ properties, rest }) => properties.get(name) ?? rest ?? []);
    const patterned = b.others.some((other) => other.name === 'patternProperties');
    // Alternatives may name it, or what they are alternatives of.
    const isNamed = b.unions.length > 0 || outer.some(({ members }) => members.some(({ properties }) => properties.has(name)));
    if (theirs.length === 0 && this.way === 'request' && !patterned && !isNamed && a.members.some(({ properties }) => properties.has(name)))
      return [say('may be there', at)];
    return theirs.flatMap((other) => {
      if (other.site.schema === false) return [patterned ? doubt('may be refused', at) : say('may be there', at)];
      const found = own.length === 0 ? this.#anything(other, say) : this.of(own, other);
      return found.map((one) => ({ ...one, at: at + one.at }));
    });
  }

  #alternatives(
    a: Facts,
    all: readonly Placed[],
    { of, one: exactly }: Union,
    met: ReadonlySet<Json>,
    outer: readonly Facts[],
  ): Obstacle[] {
    // Each type, and each of few values, may take another way.
    const cases = this.#cases(a);
    return cases.flatMap((one) => {
      const tried = of.map((other) => ({ other, found: this.#within(structuredFacts(one), all, other, met, outer) }));
      const fit = tried.find(({ found }) => found.length === 0);
      if (!fit) {
        const near = tried.filter(({ other }) => !this.#outside(one, other));
        if (near.length === 1) return near[0]?.found ?? [];
        return [{ sure: near.length === 0 && isPlain({ ...one, nots: [] }), at: '', text: 'may fit none of the alternatives' }];
      }
      const twice = exactly && of.some((other) => other !== fit.other && !this.#outside(one, other));
      return twice ? [doubt('may fit more than one of the alternatives of oneOf')] : [];
    });
  }

  #cases(a: Facts): Facts[] {
    const values = valuesOf(a);
    if (values && values.length <= MOST_CASES) return values.map((value) => ({ ...a, types: new Set([typeOf(value)]), values: [value] }));
    const numeric = a.types.has('number');
    return [...a.types]
      .filter((type) => type !== 'integer' || !numeric)
      .map((type) => ({ ...a, types: new Set<Type>(type === 'number' ? ['number', 'integer'] : [type]) }));
  }

  /** Whether no value of the one is accepted by the other: told by types, listed values, and members that both demand. */
  #outside(a: Facts, other: Placed, depth = 0): boolean {
    if (++this.#steps > MOST_STEPS || depth > 4) return false;
    if (a.nots.some((not) => new SameSchema().of(other, not))) return true;
    const b = factsOf([other], this.way);
    if (![...a.types].some((type) => b.types.has(type))) return true;
    const [values, listed] = [valuesOf(a), valuesOf(b)];
    if (values && listed && !values.some((value) => among(listed, value))) return true;
    if (b.unions.some(({ of }) => of.length > 0 && of.every((one) => this.#outside(a, one, depth + 1)))) return true;
    if ([...a.types].some((type) => type !== 'object' && b.types.has(type))) return false;
    return [...b.required].some((name) => {
      if (!a.required.has(name)) return false;
      const own = a.members.flatMap(({ properties }) => properties.get(name) ?? []);
      const theirs = b.members.flatMap(({ properties }) => properties.get(name) ?? []);
      return own.length > 0 && theirs.some((one) => this.#outside(factsOf(own, this.way), one, depth + 1));
    });
  }
}

/** A copy that may be narrowed. */
const structuredFacts = (facts: Facts): Facts => ({ ...facts, types: new Set(facts.types) });
