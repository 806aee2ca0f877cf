// Bundles the replay loop (parts/replays.ts) without its packages, and runs it: the code as it ships, not as tsx turns it over.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { ROOT } from './parts/setup.ts';

// Inside node_modules, so that packages are found from it.
const folder = join(ROOT, 'node_modules/.cache', `axproof-bench-${process.pid}`);
const outfile = join(folder, 'replays.mjs');
mkdirSync(folder, { recursive: true });
try {
  await build({
    entryPoints: [join(ROOT, 'bench/parts/replays.ts')],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(join(ROOT, 'bench/parts/setup.ts')).href) },
  });
  await import(pathToFileURL(outfile).href);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
