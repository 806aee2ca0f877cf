// Splits the bundle: what a grade evaluates stands in one chunk, everything else in another that is read when it is first asked for.
// A module stands in one chunk only, so that it is evaluated once and its classes are the same everywhere.
import { isAbsolute, join, relative, sep } from 'node:path';
import type { Metafile, Plugin } from 'esbuild';

export const CHUNKS = ['cli', 'rest'] as const;
export type Chunk = (typeof CHUNKS)[number];

/** What a chunk asks another one for: `chunk:NAME:NUMBER`. scripts/build/loader.cjs reads it. */
const reference = (chunk: Chunk, number: number): string => `chunk:${chunk}:${number}`;
const ENTRY = 'chunk-entry';

export interface Split {
  chunkOf(input: string): Chunk;
  /** Modules that are asked for by another chunk, in the order of their numbers. */
  shared: readonly string[];
}

const linked = (metafile: Metafile, from: string, to: string): boolean =>
  !from.startsWith('lazy:') && metafile.inputs[from]?.format === 'esm' && metafile.inputs[to]?.format === 'esm';

/** `evaluated` names inputs of the metafile, all of them where it is not known; `entry` is one of them. */
export function split(metafile: Metafile, evaluated: ReadonlySet<string> | undefined, entry: string): Split {
  const inputs = Object.keys(metafile.inputs);
  const near = new Set(evaluated ? inputs.filter((input) => evaluated.has(input) || input === entry) : inputs);
  const edges = Object.entries(metafile.inputs).flatMap(([from, { imports }]) => {
    return imports.filter(({ external }) => !external).map(({ path }) => [from, path] as const);
  });
  // ES modules of packages are bound to each other by name, which no require says: they stay together.
  for (let before = -1; before !== near.size; ) {
    before = near.size;
    for (const [from, to] of edges) {
      if (linked(metafile, from, to) && (near.has(from) || near.has(to))) near.add(from).add(to);
    }
  }
  const chunkOf = (input: string): Chunk => (near.has(input) ? 'cli' : 'rest');
  const shared = [...new Set(edges.filter(([from, to]) => chunkOf(from) !== chunkOf(to)).map(([, to]) => to))].sort();
  return { chunkOf, shared: [entry, ...shared.filter((input) => input !== entry)] };
}

/** The path that esbuild resolves to an input of the metafile. */
const pathOf = (root: string, input: string): string =>
  input.startsWith('lazy:')
    ? input.slice('lazy:'.length)
    : /^[\w-]+:/.test(input)
      ? input.slice(input.indexOf(':') + 1)
      : join(root, input);

/** Builds one chunk: a module that gives the shared modules by number, where a module of another chunk is a reference to that chunk. */
export function chunkPlugin(root: string, chunk: Chunk, { chunkOf, shared }: Split): Plugin {
  return {
    name: 'chunk',
    setup(build) {
      const inputOf = (path: string, namespace: string): string =>
        namespace === 'file' && isAbsolute(path) ? relative(root, path).replaceAll(sep, '/') : `${namespace}:${path}`;
      build.onResolve({ filter: new RegExp(`^${ENTRY}$`) }, () => ({ path: ENTRY, namespace: ENTRY }));
      build.onLoad({ filter: /.*/, namespace: ENTRY }, () => {
        const members = shared.flatMap((input, i) =>
          chunkOf(input) === chunk ? [`${i}: () => require(${JSON.stringify(pathOf(root, input))})`] : [],
        );
        return { contents: `module.exports = { ${members.join(', ')} };`, loader: 'js', resolveDir: root };
      });
      build.onResolve({ filter: /.*/ }, async ({ path, kind, importer, namespace, resolveDir, pluginData, with: attributes }) => {
        if (pluginData === ENTRY || importer === '' || namespace === ENTRY || path.startsWith('node:')) return undefined;
        const found = await build.resolve(path, { kind, importer, namespace, resolveDir, with: attributes, pluginData: ENTRY });
        if (found.external || found.errors.length > 0) return undefined;
        const input = inputOf(found.path, found.namespace);
        const number = shared.indexOf(input);
        return number < 0 || chunkOf(input) === chunk ? undefined : { path: reference(chunkOf(input), number), external: true };
      });
    },
  };
}

export const CHUNK_ENTRY = ENTRY;
