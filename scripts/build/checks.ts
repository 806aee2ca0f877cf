// Compiles the schemas of the bundled packs to JavaScript, as the module that stands in for src/pack/precompiled.ts in the bundle.
// A schema that is missing here is compiled when it is first used, so this changes how long a run takes and nothing else.
import standaloneCode from 'ajv/dist/standalone/index.js';
import { transform } from 'esbuild';
import type { JsonSchema } from '../../src/contract/generated/types.ts';
import { packAjv } from '../../src/pack/ajv-compiler.ts';
import type { LoadedPack } from '../../src/pack/loaded-pack.ts';
import { schemaKey } from '../../src/pack/schema-check.ts';

const PREAMBLE = `
import { compileRe2 } from '../contract/re2.ts';
import { checkOf } from './ajv-compiler.ts';
import { distinct } from './distinct.ts';

/** A pattern is compiled when it first meets a text. */
const re2RegExp = (pattern, flags) => {
  let compiled;
  return { test: (text) => (compiled ??= compileRe2(pattern, flags)).test(text) };
};
`;

/** Schemas that rules and probes judge by: the values of schema and where, wherever they stand outside a schema. */
function judgingSchemas(pack: LoadedPack): Map<string, JsonSchema> {
  const found = new Map<string, JsonSchema>();
  const queue: unknown[] = [pack.document.rules, pack.document.probes, pack.document.control];
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    if (typeof node !== 'object' || node === null) continue;
    for (const [name, value] of Object.entries(node)) {
      if ((name === 'schema' || name === 'where') && typeof value === 'object') {
        found.set(schemaKey(value as JsonSchema, pack.document.schemas ?? {}), value as JsonSchema);
      } else if (value !== null) queue.push(value);
    }
  }
  return found;
}

/** One function that gives all validators of a pack, by the number of their schema. */
async function factory(pack: LoadedPack, schemas: ReadonlyMap<string, JsonSchema>, allErrors: boolean): Promise<string> {
  const ajv = packAjv(pack.document.schemas ?? {}, { allErrors, source: true });
  // Faults are told in our own words: texts of the library would only be ballast.
  ajv.opts.messages = false;
  const names: Record<string, string> = {};
  [...schemas.values()].forEach((schema, i) => {
    ajv.addSchema(schema as object, `axproof:${i}`);
    names[`v${i}`] = `axproof:${i}`;
  });
  // As a module of its own first, so that the schemas that nothing refers to fall away.
  const { code } = await transform(standaloneCode.default(ajv, names), { format: 'cjs', treeShaking: true, minify: true });
  return `() => { const module = { exports: {} };\n${code}\nreturn module.exports; }`;
}

async function packChecks(pack: LoadedPack): Promise<string> {
  const schemas = judgingSchemas(pack);
  const entries = [...schemas.keys()].map((key, i) => `[${JSON.stringify(key)}, checkOf(() => first().v${i}, () => all().v${i})]`);
  return `() => {
  const first = once(${await factory(pack, schemas, false)});
  const all = once(${await factory(pack, schemas, true)});
  return new Map([${entries.join(',\n')}]);
}`;
}

export async function precompiledModule(packs: ReadonlyMap<string, LoadedPack>): Promise<string> {
  const members = await Promise.all([...packs].map(async ([name, pack]) => `${JSON.stringify(name)}: ${await packChecks(pack)}`));
  return `${PREAMBLE}
const once = (make) => { let made; return () => (made ??= make()); };
const PACKS = { __proto__: null, ${members.join(',\n')} };
export const precompiledChecks = (name) => PACKS[name]?.();
`;
}
