// The limits of a stranger's spec that can be read off its text and value, before anything of it is compiled. Counted, so equal everywhere.
import { AxproofError } from '../../contract/errors.ts';
import type { JsonSchema } from '../../contract/generated/types.ts';
import { isObject, type Members } from '../../contract/json.ts';
import { below } from '../../json/pointer.ts';
import type { Schemas } from '../../pack/compiled/ajv-compiler.ts';
import { withoutIgnored } from '../../pack/compiled/schema-check.ts';
import { Weights } from '../../pack/compiled/weights.ts';
import { formatFinding } from '../../pack/finding.ts';
import { readDocument } from '../../pack/read/read-document.ts';
import { visitPack } from '../../pack/visit.ts';
import { CONTAINED } from './limits.ts';
import { tooLarge } from './spec-size.ts';

const large = (message: string): AxproofError => new AxproofError('spec-too-large', message);
const costly = (message: string): AxproofError => new AxproofError('spec-too-costly', message);
const quoteName = (name: string): string => JSON.stringify(name.slice(0, 40));

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

/** Whether it refers to another schema. Iterative, since nothing is known of it yet. */
function refers(schema: unknown): boolean {
  const queue: unknown[] = [schema];
  while (queue.length > 0) {
    const value = queue.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (Object.hasOwn(value, '$ref')) return true;
    queue.push(...Object.values(value));
  }
  return false;
}

/**
 * What compiling the judging schemas takes, and what each of them stands for: no judge would get through more. ajv writes a
 * shared schema out where it is referred to if it refers to nothing itself, and compiles it once, as a function, if it does
 * (its option inlineRefs). Equal schemas are compiled once.
 */
function checkSchemas(document: Members): void {
  const shared = (isObject(document.schemas) ? document.schemas : {}) as Schemas;
  const functions = new Set<unknown>(Object.values(shared).filter(refers));
  const weights = new Weights(shared, { writtenOut: (schema) => !functions.has(schema) });
  const wholes = new Weights(shared);
  const total = { values: 0 };
  const known = new Set<string>();
  const add = (schema: unknown, pointer: string): void => {
    const text = JSON.stringify(schema);
    if (known.has(text)) return;
    known.add(text);
    const whole = wholes.of(schema);
    // A schema that leads back to itself is told by the loader, with its place.
    if (whole === Number.POSITIVE_INFINITY) return;
    if (whole > CONTAINED.schemaValues)
      throw costly(
        `the schemas of a spec stand for at most ${CONTAINED.schemaValues} values each, references written out; ${quoteName(pointer)} passes that`,
      );
    total.values += weights.of(schema);
    if (total.values > CONTAINED.schemaValues)
      throw costly(`the schemas of a spec are compiled as at most ${CONTAINED.schemaValues} values; ${quoteName(pointer)} passes that`);
  };
  for (const [name, schema] of Object.entries(shared)) if (functions.has(schema)) add(schema, below('/schemas', name));
  visitPack(document, { schema: (schema, pointer) => add(withoutIgnored(schema as JsonSchema, shared), pointer) });
}

/** The parsed spec. Throws spec-too-large, spec-too-costly, or bad-pack with where it is no strict JSON. */
export function boundedSpec(text: string): unknown {
  const most = tooLarge(text);
  if (most !== undefined) throw large(most);
  checkNames(text);
  const { value, findings } = readDocument(text, 'spec.json');
  if (findings.length > 0) throw new AxproofError('bad-pack', 'the spec is no strict JSON', findings.slice(0, 200).map(formatFinding));
  const long = tooLarge(text, value);
  if (long !== undefined) throw large(long);
  checkValues(value);
  if (!isObject(value)) return value;
  checkSchemas(value);
  return value;
}
