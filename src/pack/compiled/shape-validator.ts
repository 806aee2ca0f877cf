// Compiled checks of schemas/*.json for the files of packs and suites. The build puts a module in its place that was compiled beforehand (scripts/build/checks.ts).
import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js';
import packSchema from '../../../schemas/pack.schema.json' with { type: 'json' };
import suiteSchema from '../../../schemas/suite.schema.json' with { type: 'json' };
import { documentAjv } from '../../contract/document-ajv.ts';
import { re2RegExp } from '../../contract/re2.ts';

export const SHAPES = [
  'pack.schema.json#/$defs/PackFile',
  'pack.schema.json#/$defs/Pack',
  'rule.schema.json#/$defs/Rule',
  'suite.schema.json#/$defs/Suite',
  'suite.schema.json#/$defs/DataRows',
] as const;
export type PackShape = (typeof SHAPES)[number];

/** source: for standalone code. */
export function shapesAjv(source = false): Ajv2020 {
  const code = { regExp: re2RegExp as never, ...(source ? { source: true, esm: true } : {}) };
  // The errors carry the schema and the value that they are about.
  return documentAjv({ allErrors: true, verbose: true, ownProperties: true, code }).addSchema([packSchema, suiteSchema]);
}

let ajv: Ajv2020 | undefined;

export function shapeValidator(shape: PackShape): ValidateFunction {
  ajv ??= shapesAjv();
  return ajv.getSchema(shape) as ValidateFunction;
}
