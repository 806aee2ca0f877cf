// Compiles JSON Schemas with ajv. It must not be used on schemas that the schema checks of the loader have not passed.
import { _, Ajv2020, type AnySchemaObject, type KeywordCxt } from 'ajv/dist/2020.js';
import type { JsonSchema } from '../../contract/generated/types.ts';
import { mended, rewrite } from '../../contract/mended-ajv.ts';
import { re2RegExp } from '../../contract/re2.ts';
import { isMultiple } from '../../json/is-multiple.ts';
import { among, distinct, same } from './json-equality.ts';
import { checkOf } from './schema-faults.ts';
import type { SchemaCheck } from './schema-types.ts';
import { STD } from './std-names.ts';
import { stdSchemas } from './std-schemas.ts';

export type Schemas = { readonly [name: string]: JsonSchema };

/** Compiles a schema of a pack; shared: the pack's own schemas, for pack:NAME. */
export type CompileSchema = (schema: JsonSchema, shared: Schemas) => SchemaCheck;

/** Replaces the library's quadratic uniqueItems. In standalone code the function goes by its name. */
function linearUniqueItems(ajv: Ajv2020): void {
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    code(cxt: KeywordCxt) {
      if (cxt.schema !== true) return;
      const check = cxt.gen.scopeValue('func', { ref: distinct, code: _`distinct` });
      cxt.fail(_`!${check}(${cxt.data})`);
    },
  });
}

/** Replaces the library's comparison where const or enum holds lists or objects. In standalone code the functions go by their names. */
function plainEquality(ajv: Ajv2020): void {
  const nested = (value: unknown): boolean => typeof value === 'object' && value !== null;
  rewrite(ajv, 'const', (write) => (cxt, rule) => {
    if (!nested(cxt.schema)) return write(cxt, rule);
    const equal = cxt.gen.scopeValue('func', { ref: same, code: _`same` });
    cxt.pass(_`${equal}(${cxt.schemaCode}, ${cxt.data})`);
  });
  rewrite(ajv, 'enum', (write) => (cxt, rule) => {
    if (!(cxt.schema as unknown[]).some(nested)) return write(cxt, rule);
    const one = cxt.gen.scopeValue('func', { ref: among, code: _`among` });
    cxt.pass(_`${one}(${cxt.schemaCode}, ${cxt.data})`);
  });
}

/** Replaces the library's division of binary fractions. In standalone code the function goes by its name. */
function decimalMultiples(ajv: Ajv2020): void {
  rewrite(ajv, 'multipleOf', () => (cxt: KeywordCxt) => {
    const multiple = cxt.gen.scopeValue('func', { ref: isMultiple, code: _`isMultiple` });
    cxt.pass(_`${multiple}(${cxt.data}, ${cxt.schemaCode})`);
  });
}

/** An ajv for the schemas of one pack: strict, RE2 patterns, no formats, nothing remote. source: for standalone code. */
export function packAjv(shared: Schemas, options: { allErrors: boolean; source?: boolean }): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: options.allErrors,
    // Faults are told in our own words (schema-faults.ts).
    messages: false,
    strict: true,
    // Without it a member that every object inherits, such as toString, would count as there.
    ownProperties: true,
    strictTypes: false,
    strictRequired: false,
    strictTuples: false,
    allowUnionTypes: true,
    validateFormats: false,
    validateSchema: false,
    addUsedSchema: false,
    logger: false,
    code: { regExp: re2RegExp as never, ...(options.source ? { source: true, esm: true } : {}) },
  });
  linearUniqueItems(ajv);
  decimalMultiples(ajv);
  plainEquality(mended(ajv));
  for (const schema of stdSchemas()) ajv.addSchema(schema as AnySchemaObject);
  for (const [name, id] of Object.entries(STD)) ajv.addSchema({ $ref: id }, `std:${name}`);
  for (const [name, schema] of Object.entries(shared)) ajv.addSchema(schema as AnySchemaObject, `pack:${name}`);
  return ajv;
}

const once = <T>(make: () => T): (() => T) => {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};

/** A compiler for the schemas of packs. An ajv is made when the first schema is compiled, and another one for finding every fault. */
export function ajvCompiler(): CompileSchema {
  const made = new Map<boolean, { shared: Schemas; ajv: Ajv2020 }>();
  const ajvFor = (shared: Schemas, allErrors: boolean): Ajv2020 => {
    let one = made.get(allErrors);
    if (one?.shared !== shared) {
      one = { shared, ajv: packAjv(shared, { allErrors }) };
      made.set(allErrors, one);
    }
    return one.ajv;
  };
  return (schema, shared) =>
    checkOf(
      once(() => ajvFor(shared, false).compile(schema)),
      once(() => ajvFor(shared, true).compile(schema)),
    );
}
