// The definitions of schemas/ under the names that OpenAPI gives them: one flat list, references rewritten. The single source stays schemas/.
import type { JsonSchema } from '../../contract/generated/types.ts';
import { schemaDefinitions } from '../../service/schema-files.ts';

/** Shapes the type generator alone, or belongs to no document of OpenAPI. */
const LEFT_OUT = new Set(['tsType', '$id', '$schema']);

/** `report.schema.json#/$defs/Report` and `#/$defs/Report` both mean the definition of that name; names are unique over all files. */
function rewriteRefs(node: unknown, to: (name: string) => string): unknown {
  if (Array.isArray(node)) return node.map((one) => rewriteRefs(one, to));
  if (typeof node !== 'object' || node === null) return node;
  const out: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(node)) {
    if (LEFT_OUT.has(key)) continue;
    out[key] = key === '$ref' && typeof value === 'string' ? to(value.replace(/^.*#\/\$defs\//, '')) : rewriteRefs(value, to);
  }
  return out;
}

const all = schemaDefinitions();

/** The definitions named, and all that they refer to. */
export function definitions(wanted: Iterable<string>, to: (name: string) => string): Record<string, JsonSchema> {
  const found = new Set(wanted);
  for (const name of found) {
    const definition = all[name];
    if (!definition) throw new Error(`schemas/ has no definition ${name}`);
    rewriteRefs(definition, (one) => {
      found.add(one);
      return one;
    });
  }
  return Object.fromEntries([...found].sort().map((name) => [name, rewriteRefs(all[name], to) as JsonSchema]));
}
