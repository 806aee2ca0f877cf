// Compiles the schemas of the bundled packs, and those of schemas/, to JavaScript, and keeps what opening the packs comes to: modules that stand in for two
// of src/pack in every bundle. What is missing here is worked out when it is first used, so this changes how long a run takes and nothing else.
import { join } from 'node:path';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { transform } from 'esbuild';
import type { JsonSchema, Pack } from '../../src/contract/generated/types.ts';
import type { Members } from '../../src/contract/json.ts';
import { packAjv, type Schemas } from '../../src/pack/compiled/ajv-compiler.ts';
import type { LoadedPack } from '../../src/pack/compiled/loaded-pack.ts';
import { openPack } from '../../src/pack/compiled/open-pack.ts';
import { type SchemaChecks, schemaKey } from '../../src/pack/compiled/schema-check.ts';
import type { SchemaCheck } from '../../src/pack/compiled/schema-types.ts';
import { SHAPES, shapesAjv } from '../../src/pack/compiled/shape-validator.ts';
import { storedPack } from '../../src/pack/compiled/stored-pack.ts';
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

/**
 * A function of that name which gives the exports of an ES module, without those of its functions that nothing refers to. Declared at the top: V8 reads
 * through a function once for each one that it stands in, and megabytes of code are too dear for that.
 */
async function moduleOf(name: string, source: string): Promise<string> {
  const { code } = await transform(source, { format: 'cjs', treeShaking: true, minify: true });
  return `const ${name} = once(${name}Module);\nfunction ${name}Module() { const module = { exports: {} };\n${code}\nreturn module.exports; }\n`;
}

/** Every schema of a pack, as the loader meets them, but for those that are known already. */
function schemasOf(document: Pack, known: ReadonlyMap<string, unknown>): Map<string, JsonSchema> {
  const found = new Map<string, JsonSchema>();
  visitPack(document as unknown as Members, {
    schema: (schema) => {
      const key = schemaKey(schema, document.schemas ?? {});
      if (!known.has(key)) found.set(key, schema as JsonSchema);
    },
  });
  return found;
}

/** All validators of a pack, by the number of their schema. */
async function validators(name: string, shared: Schemas, schemas: ReadonlyMap<string, JsonSchema>, allErrors: boolean): Promise<string> {
  const ajv = packAjv(shared, { allErrors, source: true });
  // Faults are told in our own words: texts of the library would only be ballast.
  ajv.opts.messages = false;
  const names: Record<string, string> = {};
  [...schemas.values()].forEach((schema, i) => {
    ajv.addSchema(schema as object, `axproof:${i}`);
    names[`v${i}`] = `axproof:${i}`;
  });
  return moduleOf(name, standaloneCode.default(ajv, names));
}

/** at: which pack it is. What it leaves in a list: how many checks it has, their keys, and what makes them. */
async function checksOf(at: number, shared: Schemas, schemas: ReadonlyMap<string, JsonSchema>): Promise<string> {
  const keys = [...schemas.keys()].map((key) => JSON.stringify(key));
  return `${await validators(`first${at}`, shared, schemas, false)}${await validators(`all${at}`, shared, schemas, true)}
parts.push({ size: ${keys.length}, keys: () => [${keys.join(',\n')}], first: first${at}, all: all${at} });
`;
}

/** What opening a pack comes to. numbers: of the checks, by the keys of their schemas. */
function openedText(document: Pack, numbers: ReadonlyMap<string, number>): string {
  const numberOf = new Map<SchemaCheck, number>();
  const checks: SchemaChecks = (schema) => {
    const check: SchemaCheck = () => [];
    numberOf.set(check, numbers.get(schemaKey(schema, document.schemas ?? {})) as number);
    return check;
  };
  return storedPack(openPack(document, checks), (check) => numberOf.get(check) as number);
}

/** Stands in for precompiled.ts. A function for each text: V8 reads none but the one that is called. Packs that differ in caps alone come to the same text. */
async function precompiledModule(packs: Iterable<LoadedPack>): Promise<string> {
  const meta = new Map([[schemaKey(META, {}), META as JsonSchema]]);
  const parts = [await checksOf(0, {}, meta)];
  const numbers = new Map([...meta.keys()].map((key, number) => [key, number]));
  const opened = new Map<string, string[]>();
  for (const { document, digest } of packs) {
    const schemas = schemasOf(document, numbers);
    parts.push(await checksOf(parts.length, document.schemas ?? {}, schemas));
    for (const key of schemas.keys()) numbers.set(key, numbers.size);
    const text = openedText(document, numbers);
    opened.set(text, [...(opened.get(text) ?? []), digest]);
  }
  return `${PREAMBLE}
import { isMultiple } from '../../json/is-multiple.ts';
import { among, distinct, same } from './json-equality.ts';
import { checkOf } from './schema-faults.ts';
const parts = [];
${parts.join('')}
const check = (number) => {
  let at = number;
  const { first, all } = parts.find(({ size }) => at < size || ((at -= size), false));
  return checkOf(() => first()['v' + at], () => all()['v' + at]);
};
const checks = once(() => new Map(parts.flatMap(({ keys }) => keys()).map((key, number) => [key, check(number)])));
export const precompiledCheck = (key) => checks().get(key);
const opened = new Map();
${[...opened].map(([text, digests]) => `for (const digest of ${JSON.stringify(digests)}) opened.set(digest, () => ${JSON.stringify(text)});\n`).join('')}
export const openedByBuild = (digest) => {
  const text = opened.get(digest)?.();
  return text === undefined ? undefined : { text, check };
};
`;
}

/** Stands in for shape-validator.ts. */
async function shapesModule(): Promise<string> {
  const names = Object.fromEntries(SHAPES.map((shape, i) => [`v${i}`, shape]));
  return `${PREAMBLE}
const SHAPES = ${JSON.stringify(SHAPES)};
${await moduleOf('validators', standaloneCode.default(shapesAjv(true), names))}
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
