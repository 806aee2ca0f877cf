// Bundles the child that judges strangers' specs into one file (dist/contained.cjs), so that it needs to read no other.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { lazyModules } from './lazy.ts';
import { slim } from './slim.ts';

const ENTRY = 'src/gate/containment/child.ts';

export interface ContainedOptions {
  /** Another script for the same launcher, as tests have. */
  entry?: string;
  /** Contents that stand in for a module of src/, by its path. */
  instead?: Readonly<Record<string, string>>;
}

/** Gives what stands in the bundle. */
export async function bundleContained(root: string, outfile: string, { entry = ENTRY, instead }: ContainedOptions = {}): Promise<Metafile> {
  const define = { 'import.meta.url': '__bundleUrl' };
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile,
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    conditions: ['import', 'module-sync'],
    format: 'cjs',
    target: 'node20.19',
    minify: true,
    legalComments: 'none',
    define,
    banner: { js: "const __bundleUrl = require('node:url').pathToFileURL(__filename).href;" },
    plugins: [slim, lazyModules(join(root, 'src/'), { target: 'node20.19', define }, instead)],
    logLevel: 'warning',
  });
  mkdirSync(dirname(outfile), { recursive: true });
  writeFileSync(outfile, outputFiles[0]!.contents);
  return metafile;
}
