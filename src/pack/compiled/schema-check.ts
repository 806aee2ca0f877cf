// The compiled checks of a pack's schemas: made when first asked for, and not at all where the build compiled them.
import type { JsonSchema } from '../../contract/generated/types.ts';
import { isObject } from '../../contract/json.ts';
import { ajvCompiler, type CompileSchema, type Schemas } from './ajv-compiler.ts';
import { precompiledCheck } from './precompiled.ts';
import type { SchemaCheck } from './schema-types.ts';

const PACK_REF = 'pack:';
/** Names that lead to another name and nothing else, one after another; a circle of them is told by the loader. */
const MOST_NAMES = 32;

/** Adds the names of the shared schemas that a schema needs, directly or through others. Iterative, since schemas are data. */
function needed(schema: JsonSchema, shared: Schemas): string[] {
  const names = new Set<string>();
  const queue: unknown[] = [schema];
  for (let value = queue.pop(); value !== undefined; value = queue.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      if (key === '$ref' && typeof inner === 'string' && inner.startsWith(PACK_REF)) {
        const name = inner.slice(PACK_REF.length);
        if (names.has(name) || !Object.hasOwn(shared, name)) continue;
        names.add(name);
        queue.push(shared[name]);
      } else if (inner !== null) queue.push(inner);
    }
  }
  return [...names].sort();
}

/** The schema that a bare reference to a shared one stands for: both judge alike, so that one of them is compiled. */
export function withoutIgnored(schema: JsonSchema, shared: Schemas): JsonSchema {
  for (let one = schema, left = MOST_NAMES; left > 0; left--) {
    const ref = isObject(one) && Object.keys(one).length === 1 ? one.$ref : undefined;
    if (typeof ref !== 'string' || !ref.startsWith(PACK_REF) || !Object.hasOwn(shared, ref.slice(PACK_REF.length))) return one;
    one = shared[ref.slice(PACK_REF.length)] as JsonSchema;
  }
  return schema;
}

/** A schema with all that it refers to, as text: equal keys judge alike. Schemas of packs are canonical, so that equal ones have equal keys. */
export function schemaKey(schema: JsonSchema, shared: Schemas): string {
  const text = JSON.stringify(withoutIgnored(schema, shared));
  if (!text.includes(`"${PACK_REF}`)) return text;
  const used = Object.fromEntries(needed(withoutIgnored(schema, shared), shared).map((name) => [name, shared[name]]));
  return text + JSON.stringify(used);
}

/** The check of a schema. Equal schemas are compiled once, and what the build compiled is not compiled again. */
export type SchemaChecks = (schema: JsonSchema) => SchemaCheck;

/** compiler, precompiled: others than the program's own, in tests. */
export function schemaChecks(
  shared: Schemas,
  { compiler = ajvCompiler(), precompiled = precompiledCheck }: { compiler?: CompileSchema; precompiled?: typeof precompiledCheck } = {},
): SchemaChecks {
  const byKey = new Map<string, SchemaCheck>();
  return (schema) => {
    const key = schemaKey(schema, shared);
    const check = byKey.get(key) ?? precompiled(key) ?? compiler(schema, shared);
    byKey.set(key, check);
    return check;
  };
}
