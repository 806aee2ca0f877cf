// The checks of a pack's schemas and of its mutants, and the values that each was held against while a case was run. A mutant compiles its own schemas alone.
import type { JsonSchema, Pack } from '../../contract/generated/types.ts';
import type { Json } from '../../contract/json.ts';
import { at } from '../../json/pointer.ts';
import { ajvCompiler, type Schemas } from '../../pack/compiled/ajv-compiler.ts';
import { precompiledCheck } from '../../pack/compiled/precompiled.ts';
import { type SchemaChecks, schemaChecks, schemaKey } from '../../pack/compiled/schema-check.ts';
import type { SchemaCheck } from '../../pack/compiled/schema-types.ts';
import { visitPack } from '../../pack/visit.ts';

/** How much of its faults a check was asked for. */
type Asked = Parameters<SchemaCheck>[1];

/** Values by the schema, as all that it says, and by what was asked. */
export type Seen = Map<string, Map<Asked, Set<Json>>>;

const NO_FAULT: SchemaCheck = () => [];

const same = (one: SchemaCheck, other: SchemaCheck, value: Json, asked: Asked): boolean => {
  const [a, b] = [one(value, asked), other(value, asked)];
  return asked === 'whether' ? a.length === b.length : a === b || JSON.stringify(a) === JSON.stringify(b);
};

interface Changed {
  key: string;
  before: SchemaCheck;
  after: SchemaCheck;
  /** Of values that were looked at: whether it is another answer. */
  told: Map<Asked, Map<Json, boolean>>;
}

function saysElse({ before, after, told }: Changed, asked: Asked, values: Iterable<Json>): boolean {
  const known = told.get(asked) ?? new Map<Json, boolean>();
  told.set(asked, known);
  for (const value of values) {
    const differs = known.get(value) ?? !same(before, after, value, asked);
    known.set(value, differs);
    if (differs) return true;
  }
  return false;
}

export class Checks {
  readonly #shared: Schemas;
  /** Of the unchanged pack. */
  readonly #own = new Map<string, SchemaCheck>();
  /** Of the mutant at hand. */
  readonly #fresh = new Map<string, SchemaCheck>();
  readonly #compile = ajvCompiler();
  /** Where the pack has schemas. */
  readonly #places: string[] = [];
  #seen: Seen | undefined;

  constructor(private readonly document: Pack) {
    this.#shared = document.schemas ?? {};
    visitPack(document as never, { schema: (_, pointer) => this.#places.push(pointer) });
  }

  /** Of the unchanged pack: they tell what they are held against. */
  readonly unchanged = (shared: Schemas): SchemaChecks => {
    const checks = schemaChecks(shared);
    return (schema) => {
      const key = schemaKey(schema, shared);
      const known = this.#own.get(key);
      if (known) return known;
      const check = checks(schema);
      const heard: SchemaCheck = (value, asked) => {
        if (this.#seen) this.#hear(key, value, asked, this.#seen);
        return check(value, asked);
      };
      this.#own.set(key, heard);
      return heard;
    };
  };

  #hear(key: string, value: Json, asked: Asked, seen: Seen): void {
    const byAsked = seen.get(key) ?? new Map<Asked, Set<Json>>();
    seen.set(key, byAsked);
    const values = byAsked.get(asked) ?? new Set();
    byAsked.set(asked, values.add(value));
  }

  /** What the checks are held against while something is done. */
  async during(run: () => Promise<void>): Promise<Seen> {
    const seen: Seen = new Map();
    this.#seen = seen;
    await run();
    this.#seen = undefined;
    return seen;
  }

  /** Of the next mutant. sharesAll: it leaves the shared schemas as they are, so that one compiler knows them already. */
  mutant(sharesAll: boolean): (shared: Schemas) => SchemaChecks {
    this.#fresh.clear();
    const precompiled = (key: string): SchemaCheck | undefined => this.#own.get(key) ?? this.#fresh.get(key) ?? precompiledCheck(key);
    return (shared) => {
      const compile = sharesAll ? this.#compile : ajvCompiler();
      const compiler: typeof compile = (schema) => {
        const check = compile(schema, sharesAll ? this.#shared : shared);
        this.#fresh.set(schemaKey(schema, shared), check);
        return check;
      };
      return schemaChecks(shared, { precompiled, compiler });
    };
  }

  /** Schemas that the mutant at hand changes. */
  #changed(document: Pack): Changed[] {
    const shared = document.schemas ?? {};
    const out = new Map<string, Changed>();
    for (const place of this.#places) {
      const [before, after] = [at(this.document, place), at(document, place)] as [JsonSchema, JsonSchema | undefined];
      if (before === after && shared === this.#shared) continue;
      const key = schemaKey(before, this.#shared);
      const now = after && schemaKey(after, shared);
      if (now !== key) out.set(key, { key, before: this.#of(key), after: now === undefined ? NO_FAULT : this.#of(now), told: new Map() });
    }
    return [...out.values()];
  }

  readonly #of = (key: string): SchemaCheck => (this.#own.get(key) ?? this.#fresh.get(key) ?? precompiledCheck(key)) as SchemaCheck;

  /** Whether the schemas of the mutant at hand say something else of any value that was seen. document: of the mutant. */
  differ(document: Pack): (seen: Seen) => boolean {
    const changed = this.#changed(document);
    return (seen) => changed.some((one) => [...(seen.get(one.key) ?? [])].some(([asked, values]) => saysElse(one, asked, values)));
  }
}
