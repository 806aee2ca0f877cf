// Checks the JSON Schemas of a pack: allowed keywords, references, required beside properties, patterns, and that what they cost is bounded.
import { isObject, type Members } from '../../contract/json.ts';
import { tryRe2 } from '../../contract/re2.ts';
import { at, below, pointerOfFragment } from '../../json/pointer.ts';
import { type SchemaChecks, schemaChecks } from '../compiled/schema-check.ts';
import { STD_NAMES } from '../compiled/std-names.ts';
import { DEEPEST_REFERENCES, Weights } from '../compiled/weights.ts';
import { KEY, type ReportFinding, valueText } from '../finding.ts';
import { suggestion } from '../nearest.ts';
import { visitPack } from '../visit.ts';

const ONE = new Set('not if then else additionalProperties unevaluatedProperties items contains unevaluatedItems propertyNames'.split(' '));
const LIST = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const BY_NAME = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs']);
const PLAIN = new Set(
  'type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems maxContains minContains maxProperties minProperties required dependentRequired $ref title description $comment'.split(
    ' ',
  ),
);
const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];
const KEYWORDS = [...ONE, ...LIST, ...BY_NAME, ...PLAIN];

export const NOT_RE2 = 'the pattern is not one of RE2 (no lookaround, no backreferences), or too large';
const DEEPEST = 32;
/** Subschemas that a schema may stand for once every reference is written out: what one value can cost. */
const LARGEST = 5_000;

const WHY: { [keyword: string]: string } = {
  format: 'format is not judged in the same way everywhere; use pattern',
  $id: 'a schema of a pack has no address',
  $schema: 'every schema of a pack is JSON Schema 2020-12',
};

/** Schemas right below one, with their steps. */
function children(schema: Members): { schema: unknown; step: string[] }[] {
  return Object.entries(schema).flatMap(([key, value]) => {
    if (ONE.has(key)) return [{ schema: value, step: [key] }];
    if (LIST.has(key) && Array.isArray(value)) return value.map((s, i) => ({ schema: s as unknown, step: [key, String(i)] }));
    if (BY_NAME.has(key) && isObject(value)) return Object.entries(value).map(([name, s]) => ({ schema: s, step: [key, name] }));
    return [];
  });
}

/** Subschemas that judge a value: definitions do where they are referred to. */
const parts = (schema: object): unknown[] =>
  isObject(schema) ? children(schema).flatMap(({ schema: child, step }) => (step[0] === '$defs' ? [] : [child])) : [];

class SchemaWalk {
  readonly #weights: Weights;
  /** Of every value, as whoever compiles them meets them. */
  readonly #wholes: Weights;

  constructor(
    private readonly shared: Members,
    private readonly report: ReportFinding,
  ) {
    this.#weights = new Weights(shared, { partsOf: parts });
    this.#wholes = new Weights(shared);
  }

  walk(schema: unknown, root: Members, pointer: string, depth: number): void {
    if (typeof schema === 'boolean') return;
    if (!isObject(schema)) {
      this.report(pointer, 'bad-schema', 'a schema is an object, true or false', { value: valueText(schema) });
      return;
    }
    if (depth > DEEPEST) {
      this.report(pointer, 'bad-schema', `schemas may be nested at most ${DEEPEST} deep`);
      return;
    }
    this.#keywords(schema, root, pointer);
    for (const { schema: child, step } of children(schema)) this.walk(child, root, below(pointer, ...step), depth + 1);
  }

  #keywords(schema: Members, root: Members, pointer: string): void {
    for (const key of Object.keys(schema)) {
      if (!KEYWORDS.includes(key))
        this.report(
          below(pointer, key),
          'bad-schema',
          WHY[key] ?? `${valueText(key)} is no keyword that rules may use${suggestion(key, KEYWORDS)}`,
          KEY,
        );
    }
    if (schema.properties !== undefined && schema.required === undefined) {
      this.report(
        below(pointer, 'properties'),
        'missing-required',
        'properties needs required beside it (it may be empty): a value without the member would pass',
        KEY,
      );
    }
    for (const type of [schema.type].flat())
      if (typeof type === 'string' && !TYPES.includes(type))
        this.report(below(pointer, 'type'), 'bad-schema', `expected a type: ${TYPES.join(', ')}${suggestion(type, TYPES)}`, {
          value: valueText(type),
        });
    if (typeof schema.pattern === 'string') this.#pattern(schema.pattern, below(pointer, 'pattern'));
    if (isObject(schema.patternProperties)) {
      for (const pattern of Object.keys(schema.patternProperties))
        this.#pattern(pattern, below(below(pointer, 'patternProperties'), pattern));
    }
    if (typeof schema.$ref === 'string') this.#ref(schema.$ref, root, below(pointer, '$ref'));
  }

  #pattern(pattern: string, pointer: string): void {
    if (!tryRe2(pattern, 'u')) this.report(pointer, 'bad-pattern', NOT_RE2, { value: valueText(pattern) });
  }

  #ref(ref: string, root: Members, pointer: string): void {
    const say = (text: string): void => this.report(pointer, 'unknown-schema', text, { value: valueText(ref) });
    if (ref.startsWith('pack:')) {
      const name = ref.slice(5);
      if (!Object.hasOwn(this.shared, name)) say(`pack.yaml has no schema ${valueText(name)}${suggestion(name, Object.keys(this.shared))}`);
    } else if (ref.startsWith('std:')) {
      if (!STD_NAMES.includes(ref.slice(4))) say(`expected one of ${STD_NAMES.map((n) => `std:${n}`).join(', ')}`);
    } else if (!ref.startsWith('#/')) say('a $ref leads to #/…, pack:NAME or std:NAME; nothing is fetched');
    else if (!isSchema(at(root, pointerOfFragment(ref.slice(1))))) say('the $ref leads to no schema within this one');
  }

  /** Reports a schema that refers to itself, or stands for too many subschemas. */
  cost(root: Members, pointer: string): void {
    const weight = this.#weights.of(root);
    if (weight + this.#wholes.of(root) === Number.POSITIVE_INFINITY)
      this.report(
        pointer,
        'bad-schema',
        `a schema of a pack may not refer to itself, nor to more than ${DEEPEST_REFERENCES} others one after another`,
      );
    else if (weight > LARGEST)
      this.report(pointer, 'bad-schema', `the schema stands for more than ${LARGEST} subschemas once its references are written out`);
  }
}

const isSchema = (value: unknown): boolean => typeof value === 'boolean' || isObject(value);

/** The meta-schema by which every schema of a pack is judged. */
export const META = { $ref: 'std:2020-12' };
const metaChecks = schemaChecks({});

interface Written {
  schema: Members;
  /** Everywhere that it is written: packs say the same in many places, and what is sound in one is sound in all. */
  pointers: string[];
}

function schemasOf(pack: Members): Written[] {
  const out = new Map<string, Written>();
  visitPack(pack, {
    schema: (schema, pointer) => {
      const text = JSON.stringify(schema);
      const known = out.get(text) ?? { schema, pointers: [] };
      known.pointers.push(pointer);
      out.set(text, known);
    },
  });
  return [...out.values()];
}

/** Every schema of a pack. They are compiled only when nothing else is wrong: the compiler trusts what it is given. */
export function checkSchemas(pack: Members, checks: SchemaChecks, report: ReportFinding): void {
  const shared = isObject(pack.schemas) ? pack.schemas : {};
  const written = schemasOf(pack);
  let faults = 0;
  const count: ReportFinding = (...finding) => {
    faults++;
    report(...finding);
  };
  const walk = new SchemaWalk(shared, count);
  for (const { schema, pointers } of written) {
    for (const pointer of pointers) {
      const before = faults;
      walk.walk(schema, schema, pointer, 1);
      walk.cost(schema, pointer);
      if (faults === before) break;
    }
  }
  if (faults > 0) return;
  for (const { schema, pointers } of written) {
    for (const { place, expected } of metaChecks(META)(schema as never, true))
      for (const pointer of pointers) count(pointer + place, 'bad-schema', expected);
  }
  if (faults === 0) for (const one of written) compiles(one, checks, report);
}

function compiles({ schema, pointers }: Written, checks: SchemaChecks, report: ReportFinding): void {
  try {
    checks(schema)(null);
  } catch (error) {
    for (const pointer of pointers) report(pointer, 'bad-schema', `the schema does not compile: ${valueText((error as Error).message)}`);
  }
}
