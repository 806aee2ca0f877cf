// Compiles the schemas of the bundled packs, and those of schemas/, to JavaScript: modules that stand in for two of src/pack in every bundle.
// A pack's schema that is missing here is compiled when it is first used, so this changes how long a run takes and nothing else.
import { join } from 'node:path';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { transform } from 'esbuild';
import type { JsonSchema, Pack } from '../../src/contract/generated/types.ts';
import type { Members } from '../../src/contract/json.ts';
import { packAjv, type Schemas } from '../../src/pack/compiled/ajv-compiler.ts';
import type { LoadedPack } from '../../src/pack/compiled/loaded-pack.ts';
import { schemaKey } from '../../src/pack/compiled/schema-check.ts';
import { SHAPES, shapesAjv } from '../../src/pack/compiled/shape-validator.ts';
import { META } from '../../src/pack/lint/check-schemas.ts';
import { visitPack } from '../../src/pack/visit.ts';

const PREAMBLE = `
import { compileRe2 } from '../../contract/re2.ts';

/** A pattern is compiled when it first meets a text. */
const re2RegExp = (pattern, flags) => {
  let compiled;
  return { test: (text) => (compiled ??= compileRe2(pattern, flags)).test(text) };
};
const once = (make) => { let made; return () => (made ??= make()); };
`;

/** An expression for a function that gives the exports of an ES module, without those of its functions that nothing refers to. */
async function moduleOf(source: string): Promise<string> {
  const { code } = await transform(source, { format: 'cjs', treeShaking: true, minify: true });
  return `() => { const module = { exports: {} };\n${code}\nreturn module.exports; }`;
}

/** Every schema of a pack, as the loader meets them, but for those that are known already. */
function schemasOf(document: Pack, known: ReadonlySet<string>): Map<string, JsonSchema> {
  const found = new Map<string, JsonSchema>();
  visitPack(document as unknown as Members, {
    schema: (schema) => {
      const key = schemaKey(schema, document.schemas ?? {});
      if (!known.has(key)) found.set(key, schema as JsonSchema);
    },
  });
  return found;
}

/** One function that gives all validators of a pack, by the number of their schema. */
async function factory(shared: Schemas, schemas: ReadonlyMap<string, JsonSchema>, allErrors: boolean): Promise<string> {
  const ajv = packAjv(shared, { allErrors, source: true });
  // Faults are told in our own words: texts of the library would only be ballast.
  ajv.opts.messages = false;
  const names: Record<string, string> = {};
  [...schemas.values()].forEach((schema, i) => {
    ajv.addSchema(schema as object, `axproof:${i}`);
    names[`v${i}`] = `axproof:${i}`;
  });
  return moduleOf(standaloneCode.default(ajv, names));
}

async function checksOf(shared: Schemas, schemas: ReadonlyMap<string, JsonSchema>): Promise<string> {
  const entries = [...schemas.keys()].map((key, i) => `[${JSON.stringify(key)}, checkOf(() => first().v${i}, () => all().v${i})]`);
  return `() => {
  const first = once(${await factory(shared, schemas, false)});
  const all = once(${await factory(shared, schemas, true)});
  return [${entries.join(',\n')}];
}`;
}

/** Stands in for precompiled.ts. */
async function precompiledModule(packs: Iterable<LoadedPack>): Promise<string> {
  const meta = new Map([[schemaKey(META, {}), META as JsonSchema]]);
  const parts = [await checksOf({}, meta)];
  const known = new Set(meta.keys());
  for (const { document } of packs) {
    const schemas = schemasOf(document, known);
    parts.push(await checksOf(document.schemas ?? {}, schemas));
    for (const key of schemas.keys()) known.add(key);
  }
  return `${PREAMBLE}
import { distinct } from './distinct.ts';
import { checkOf } from './schema-faults.ts';
const checks = once(() => new Map([${parts.join(',\n')}].flatMap((part) => part())));
export const precompiledCheck = (key) => checks().get(key);
`;
}

/** Stands in for shape-validator.ts. */
async function shapesModule(): Promise<string> {
  const names = Object.fromEntries(SHAPES.map((shape, i) => [`v${i}`, shape]));
  return `${PREAMBLE}
const SHAPES = ${JSON.stringify(SHAPES)};
const validators = once(${await moduleOf(standaloneCode.default(shapesAjv(true), names))});
export const shapeValidator = (shape) => validators()['v' + SHAPES.indexOf(shape)];
`;
}

/** Contents that stand in for modules of src/, by their paths. */
export async function precompiled(root: string, packs: Iterable<LoadedPack>): Promise<Record<string, string>> {
  return {
    [join(root, 'src/pack/compiled/precompiled.ts')]: await precompiledModule(packs),
    [join(root, 'src/pack/compiled/shape-validator.ts')]: await shapesModule(),
  };
}
