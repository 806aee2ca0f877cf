// Builds the service into a folder of ES modules: what the command line loads for serve and its like, and the threads that probe and judge. Packages stay outside.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';

export interface ServiceOptions {
  root: string;
  outdir: string;
  version: string;
  /** Contents that stand in for a module of src/, by its path. */
  instead?: Readonly<Record<string, string>>;
  /** Further entries, as tests and benchmarks have. */
  entries?: Readonly<Record<string, string>>;
}

const replaced = (instead: Readonly<Record<string, string>>): Plugin => ({
  name: 'instead',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => ({ contents: instead[path] ?? readFileSync(path, 'utf8'), loader: 'ts' }));
  },
});

export async function bundleService({ root, outdir, version, instead = {}, entries = {} }: ServiceOptions): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: { commands: 'src/start/commands.ts', worker: 'src/service/worker.ts', prober: 'src/service/prober.ts', ...entries },
    outdir,
    bundle: true,
    splitting: true,
    chunkNames: 'chunk-[hash]',
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    minifySyntax: true,
    legalComments: 'none',
    // The compiled checks of the bundled packs ask for parts of ajv as they need them.
    banner: { js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);" },
    define: { AXPROOF_VERSION: JSON.stringify(version) },
    plugins: [replaced(instead)],
    logLevel: 'warning',
  });
  // The folder above holds CommonJS.
  writeFileSync(join(outdir, 'package.json'), '{"type":"module"}\n');
}
