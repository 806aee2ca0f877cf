// The limits of a stranger's spec that can be read off its text and value, before anything of it is compiled. Counted, so equal everywhere.
import { AxproofError } from '../../contract/errors.ts';
import type { JsonSchema } from '../../contract/generated/types.ts';
import { isObject, type Members } from '../../contract/json.ts';
import type { Schemas } from '../../pack/compiled/ajv-compiler.ts';
import { meant } from '../../pack/compiled/schema-check.ts';
import { Weights } from '../../pack/compiled/weights.ts';
import { formatFinding } from '../../pack/finding.ts';
import { readDocument } from '../../pack/read/read-document.ts';
import { visitPack } from '../../pack/visit.ts';
import { CONTAINED } from './limits.ts';
import { tooLong } from './spec-size.ts';

const large = (message: string): AxproofError => new AxproofError('spec-too-large', message);
const costly = (message: string): AxproofError => new AxproofError('spec-too-costly', message);
const shown = (name: string): string => JSON.stringify(name.slice(0, 40));

/** Names of members by their text: those of a double are there too, which a parsed value has lost. */
function checkNames(text: string): void {
  // Every string is taken whole, an open one to the end: nothing is looked at twice.
  for (const [, name, colon] of text.matchAll(/("[^"\\]*(?:\\(?:.|$)[^"\\]*)*(?:"|$))(\s*:)?/gs))
    if (colon !== undefined && (name as string).length > CONTAINED.nameLength)
      throw large(`a member name of a spec has at most ${CONTAINED.nameLength} characters`);
}

/** Values of the document, and lists of constants in schemas. Iterative, since nothing is known of it yet. */
function checkValues(document: unknown): void {
  let count = 0;
  const queue: unknown[] = [document];
  while (queue.length > 0) {
    const value = queue.pop();
    if (++count > CONTAINED.specValues) throw large(`a spec has at most ${CONTAINED.specValues} values`);
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, inner] of Object.entries(value)) {
      if (name === 'enum' && Array.isArray(inner) && inner.length > CONTAINED.constants)
        throw costly(`an enum of a spec lists at most ${CONTAINED.constants} values`);
      queue.push(inner);
    }
  }
}

function checkSchemas(document: Members): void {
  const weights = new Weights(document.schemas);
  const shared = (isObject(document.schemas) ? document.schemas : {}) as Schemas;
  const total = { values: 0 };
  const known = new Set<string>();
  visitPack(document, {
    schema: (schema, pointer) => {
      // Equal schemas are compiled once.
      const text = JSON.stringify(meant(schema as JsonSchema, shared));
      if (known.has(text)) return;
      known.add(text);
      const weight = weights.of(schema);
      // A schema that leads back to itself is told by the loader, with its place.
      if (weight === Number.POSITIVE_INFINITY) return;
      total.values += weight;
      if (total.values > CONTAINED.schemaValues)
        throw costly(
          `the schemas of a spec stand for at most ${CONTAINED.schemaValues} values, references written out; ${shown(pointer)} passes that`,
        );
    },
  });
}

/** The parsed spec. Throws spec-too-large, spec-too-costly, or bad-pack with where it is no strict JSON. */
export function boundedSpec(text: string): unknown {
  const most = tooLong(text);
  if (most !== undefined) throw large(most);
  checkNames(text);
  const { value, findings } = readDocument(text, 'spec.json');
  if (findings.length > 0) throw new AxproofError('bad-pack', 'the spec is no strict JSON', findings.slice(0, 200).map(formatFinding));
  const long = tooLong(text, value);
  if (long !== undefined) throw large(long);
  checkValues(value);
  if (!isObject(value)) return value;
  if (Array.isArray(value.rules) && value.rules.length > CONTAINED.rules) throw large(`a spec has at most ${CONTAINED.rules} rules`);
  checkSchemas(value);
  return value;
}
