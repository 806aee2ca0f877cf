// Bundles the command line into dist/cli.cjs, and writes the executable that loads it with V8's code cache where that fits.
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { lazyModules } from './lazy.ts';
import { slim } from './slim.ts';

/** One byte a character: V8 reads and keeps such a source at half the cost. */
const ascii = (code: string): string => code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const LOADER = readFileSync(new URL('./loader.cjs', import.meta.url), 'utf8');

export interface BundleOptions {
  root: string;
  dist: string;
  version: string;
  /** Contents that stand in for a module of src/, by its path. */
  instead: Readonly<Record<string, string>>;
  /** Off for profiling. */
  minify?: boolean;
}

export async function bundle({ root, dist, version, instead, minify }: BundleOptions): Promise<void> {
  const define = { AXPROOF_VERSION: JSON.stringify(version), 'import.meta.url': '__bundleUrl' };
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['src/mounts/cli/bin.ts'],
    outfile: join(dist, 'cli.cjs'),
    bundle: true,
    write: false,
    platform: 'node',
    // Packages resolve as they do for an import in Node.
    conditions: ['import', 'module-sync'],
    format: 'cjs',
    target: 'node20.19',
    minify: minify ?? true,
    keepNames: false,
    legalComments: 'none',
    define,
    plugins: [slim, lazyModules(join(root, 'src/'), { target: 'node20.19', define }, instead)],
    logLevel: 'warning',
  });
  // Wrapped here, so that nobody copies two megabytes to wrap them at every start.
  const code = ascii(
    `(function(exports,require,module,__filename,__dirname,__bundleUrl){${outputFiles[0]!.text.replace(/^#!.*\n/, '')}\n})`,
  );
  const digest = createHash('sha256').update(code).digest('hex').slice(0, 16);
  mkdirSync(dist, { recursive: true });
  writeFileSync(join(dist, 'cli.cjs'), code);
  // The package is of type module; what the build writes is CommonJS, which starts faster.
  writeFileSync(join(dist, 'package.json'), '{"type":"commonjs"}\n');
  writeFileSync(join(dist, 'axproof.js'), LOADER.replaceAll('__CACHE__', `cli-${digest}.cache`));
  chmodSync(join(dist, 'axproof.js'), 0o755);
}
