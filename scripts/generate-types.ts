// Writes src/contract/generated/types.ts from schemas/. The schemas are the only source of types.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';

type Json = { [key: string]: Json } | Json[] | string | number | boolean | null;
const root = fileURLToPath(new URL('..', import.meta.url));

/** Keywords that judge values, or show some, but shape no type; kept out so that the types stay readable. */
const JUDGING = new Set([
  'examples',
  'if',
  'then',
  'else',
  'not',
  'allOf',
  'dependentRequired',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'propertyNames',
  'pattern',
]);

const onlyRequires = (branches: Json): boolean =>
  Array.isArray(branches) && branches.every((b) => b !== null && typeof b === 'object' && Object.keys(b).join() === 'required');

function shape(node: Json): Json {
  if (Array.isArray(node)) return node.map(shape);
  if (node === null || typeof node !== 'object') return node;
  if (typeof node.$ref === 'string') return { $ref: node.$ref };
  const out: { [key: string]: Json } = {};
  for (const [key, value] of Object.entries(node)) {
    if (JUDGING.has(key) && typeof node.tsType !== 'string' && key !== 'title') {
      if (key !== 'pattern') continue;
    }
    if ((key === 'oneOf' || key === 'anyOf') && onlyRequires(value)) continue;
    out[key] =
      key === 'properties' || key === '$defs'
        ? Object.fromEntries(Object.entries(value as object).map(([k, v]) => [k, shape(v)]))
        : shape(value);
  }
  if (Object.keys(out).every((k) => k === 'description')) out.tsType = 'unknown';
  return out;
}

const files = readdirSync(`${root}schemas`)
  .filter((f) => f.endsWith('.schema.json'))
  .sort();
const work = mkdtempSync(join(tmpdir(), 'axproof-types-'));
const properties: { [key: string]: Json } = {};
for (const file of files) {
  const schema = JSON.parse(readFileSync(`${root}schemas/${file}`, 'utf8'));
  writeFileSync(join(work, file), JSON.stringify(shape(schema)));
  for (const name of Object.keys(schema.$defs)) properties[`${file}/${name}`] = { $ref: `${file}#/$defs/${name}` };
}
// One synthetic root that names every definition, so that shared types are written once.
const text = await compile({ title: 'AllContracts', type: 'object', properties, additionalProperties: false } as never, 'AllContracts', {
  cwd: work,
  bannerComment: '// Generated from schemas/ by scripts/generate-types.ts; do not edit.',
  style: { singleQuote: true, printWidth: 140 },
  additionalProperties: false,
});
rmSync(work, { recursive: true });
writeFileSync(`${root}src/contract/generated/types.ts`, text.replace(/export interface AllContracts \{[\s\S]*?\n\}\n/, ''));
