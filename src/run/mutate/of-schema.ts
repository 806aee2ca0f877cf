// Mutants of a JSON Schema, and of the paths of a part. They are weakened, one keyword or alternative at a time.
import { isObject, type Json, type Members } from '../../contract/json.ts';
import { below } from '../../json/pointer.ts';
import { withoutOne } from '../../pack/compiled/path.ts';
import type { MutantEdit } from './mutant.ts';

/** Without these nothing is judged, or what stands beside them means nothing. */
const KEPT: ReadonlySet<string> = new Set(['properties', 'if', '$defs', 'prefixItems', 'patternProperties']);
const ALTERNATIVES: ReadonlySet<string> = new Set(['enum', 'required', 'anyOf', 'allOf', 'oneOf']);
const INNER: ReadonlySet<string> = new Set(['not', 'if', 'then', 'else', 'items', 'contains', 'additionalProperties', 'propertyNames']);
const LISTS: ReadonlySet<string> = new Set(['anyOf', 'allOf', 'oneOf', 'prefixItems']);
const NAMED: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'dependentSchemas']);

const short = (value: Json): string => {
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 37)}…` : text;
};

function keyword(name: string, value: Json, here: string): MutantEdit[] {
  const out: MutantEdit[] = [];
  if (ALTERNATIVES.has(name) && Array.isArray(value) && value.length > 1)
    for (const [i, one] of value.entries())
      out.push({ pointer: below(here, i), operator: 'schema', detail: `${name} without ${short(one)}` });
  else if (!KEPT.has(name) && name !== 'type') out.push({ pointer: here, operator: 'schema', detail: `without ${name}` });
  if (INNER.has(name)) out.push(...ofSchema(value, here));
  if (LISTS.has(name) && Array.isArray(value)) out.push(...value.flatMap((one, i) => ofSchema(one, below(here, i))));
  if (NAMED.has(name) && isObject(value))
    out.push(...Object.entries(value).flatMap(([key, one]) => ofSchema(one as Json, below(here, key))));
  return out;
}

/** type is left alone beside other keywords: without it they say nothing of values of another type. */
export function ofSchema(schema: unknown, pointer: string): MutantEdit[] {
  if (!isObject(schema)) return [];
  const names = Object.keys(schema);
  const alone =
    names.length === 1 && names[0] === 'type'
      ? [{ pointer: below(pointer, 'type'), operator: 'schema' as const, detail: 'without type' }]
      : [];
  return [...alone, ...Object.entries(schema as Members).flatMap(([name, value]) => keyword(name, value as Json, below(pointer, name)))];
}

/** One path, or several. */
export function ofPaths(value: unknown, pointer: string): MutantEdit[] {
  const list = Array.isArray(value) ? value : [];
  const lost: MutantEdit[] =
    list.length < 2
      ? []
      : list.map((path, i) => ({ pointer: below(pointer, i), operator: 'path', detail: `without ${path}`, lost: String(path) }));
  const paths: [unknown, string][] = typeof value === 'string' ? [[value, pointer]] : list.map((path, i) => [path, below(pointer, i)]);
  const narrowed = paths.flatMap(([path, here]) =>
    withoutOne(String(path)).map(
      ({ name, path: rest, alone }): MutantEdit => ({
        pointer: here,
        operator: 'path',
        value: rest,
        detail: `without ${name}`,
        lost: alone,
      }),
    ),
  );
  return [...lost, ...narrowed];
}

/** A number one more, and one less where that is still one. */
export function ofCount(holder: Members, name: string, pointer: string, operator: 'count' | 'points' = 'count'): MutantEdit[] {
  const value = holder[name];
  if (typeof value !== 'number') return [];
  return [value + 1, value - 1]
    .filter((one) => one >= (operator === 'points' || name === 'max' ? 0 : 1))
    .map((one) => ({ pointer: below(pointer, name), operator, value: one, detail: `${name} ${one}` }));
}
