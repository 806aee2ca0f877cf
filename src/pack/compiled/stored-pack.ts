// An opened pack as text, and back: what the build worked out of a bundled pack is not worked out again at every start. The document is no part of
// the text: what stands in it is named by its place. It checks nothing, and knows no file.
import type { Pack } from '../../contract/generated/types.ts';
import type { Json } from '../../contract/json.ts';
import { at, below } from '../../json/pointer.ts';
import type { LoadedPack } from './loaded-pack.ts';
import type { ParsedPath } from './path-types.ts';
import type { CompiledSchema, SchemaCheck } from './schema-types.ts';

/** The parts of a loaded pack that are worked out of its document. */
export type Worked = Pick<LoadedPack, 'probes' | 'rules' | 'operations'>;

/** What stands once, and is named by its number in the list: a place of the document, a schema with its weight, or a path. */
type Named = string | [check: number, weight: number] | ParsedPath | null;

interface Stored {
  /** Number 0 is null: in `worked` null is what is not there. */
  named: Named[];
  /** {"$": 3} is number 3. */
  worked: object;
}

const isSchema = (value: object): value is CompiledSchema => typeof (value as Partial<CompiledSchema>).check === 'function';
const isPath = (value: object): value is ParsedPath => 'stretches' in value;

function placesOf(value: unknown, place: string, out: Map<unknown, string>): Map<unknown, string> {
  if (typeof value !== 'object' || value === null) return out;
  out.set(value, place);
  for (const [name, inner] of Object.entries(value)) placesOf(inner, below(place, name), out);
  return out;
}

/** numberOf: which check it is. */
export function storedPack({ document, probes, rules, operations }: LoadedPack, numberOf: (check: SchemaCheck) => number): string {
  const places = placesOf(document, '', new Map());
  const named: Named[] = [null];
  const numbers = new Map<string, number>();
  const reference = (entry: Named): { $: number } => {
    const key = JSON.stringify(entry);
    const number = numbers.get(key) ?? named.push(entry) - 1;
    numbers.set(key, number);
    return { $: number };
  };
  const stored = (value: unknown): unknown => {
    if (value === undefined) return null;
    if (value === null) return { $: 0 };
    if (typeof value !== 'object') return value;
    const place = places.get(value);
    if (place !== undefined) return reference(place);
    if (isSchema(value)) return reference([numberOf(value.check), value.weight]);
    if (isPath(value)) return reference(value);
    if (Array.isArray(value)) return value.map(stored);
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, stored(inner)]));
  };
  const worked = stored({ probes, rules, operations }) as object;
  return JSON.stringify({ named, worked } satisfies Stored);
}

/** Puts in place what is named. */
function resolve(value: object, named: readonly unknown[]): void {
  const members = value as { [name: string]: unknown };
  for (const name of Object.keys(members)) {
    const inner = members[name];
    if (inner === null) members[name] = undefined;
    else if (typeof inner === 'object' && '$' in (inner as object)) members[name] = named[(inner as { $: number }).$];
    else if (typeof inner === 'object') resolve(inner as object, named);
  }
}

/** What was stored of a pack with this document; checkOf: the check of a number. */
export function workedOf(text: string, document: Pack, checkOf: (number: number) => SchemaCheck): Worked {
  const { named, worked } = JSON.parse(text) as Stored;
  const entries = named.map((entry): Json | CompiledSchema | ParsedPath | undefined => {
    if (typeof entry === 'string') return at(document, entry);
    return Array.isArray(entry) ? { check: checkOf(entry[0]), weight: entry[1] } : entry;
  });
  resolve(worked, entries);
  return worked as Worked;
}
