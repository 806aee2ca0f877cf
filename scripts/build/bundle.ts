// Bundles the command line into chunks (dist/cli.cjs and what is loaded on demand), and writes the executable that loads them with V8's code cache.
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildResult, build, type Metafile, type Plugin } from 'esbuild';
import { CHUNK_ENTRY, CHUNKS, chunkPlugin, type Split, split } from './chunks.ts';
import { lazyModules } from './lazy.ts';
import { slim } from './slim.ts';
import { evaluatedBy, traced } from './trace.ts';

const MAIN = 'src/mounts/cli/bin.ts';

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

type Built = BuildResult<{ write: false; metafile: true }>;

function bundled({ root, dist, version, instead }: BundleOptions, entry: string, minify: boolean, plugins: Plugin[] = []): Promise<Built> {
  const define = { AXPROOF_VERSION: JSON.stringify(version), 'import.meta.url': '__bundleUrl' };
  return build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: join(dist, 'cli.cjs'),
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    // Packages resolve as they do for an import in Node.
    conditions: ['import', 'module-sync'],
    format: 'cjs',
    target: 'node20.19',
    minify,
    keepNames: false,
    legalComments: 'none',
    define,
    plugins: [...plugins, slim, lazyModules(join(root, 'src/'), { target: 'node20.19', define }, instead)],
    logLevel: 'warning',
  });
}

/** Wrapped here, so that nobody copies two megabytes to wrap them at every start. */
const wrapped = (text: string): string =>
  ascii(`(function(exports,require,module,__filename,__dirname,__bundleUrl,__bundleImport){${text.replace(/^#!.*\n/, '')}\n})`);

/** Which modules a grade evaluates, told by a bundle of all of them that writes it down. */
async function divided(options: BundleOptions): Promise<Split & { metafile: Metafile; builtins: readonly string[] }> {
  const { outputFiles, metafile } = await bundled(options, MAIN, false);
  const whole = join(options.dist, 'whole.cjs');
  writeFileSync(whole, traced(outputFiles[0]!.text));
  try {
    const entry = `lazy:${join(options.root, MAIN)}`;
    const evaluated = await evaluatedBy(options.root, whole);
    return { ...split(metafile, evaluated?.modules, entry), metafile, builtins: evaluated?.builtins ?? [] };
  } finally {
    rmSync(whole);
  }
}

/** Gives what stands in the bundle. The bundled packs are to be there already: a grade is run with them. */
export async function bundle(options: BundleOptions): Promise<Metafile> {
  const { root, dist, minify = true } = options;
  mkdirSync(dist, { recursive: true });
  // The package is of type module; what the build writes is CommonJS, which starts faster.
  writeFileSync(join(dist, 'package.json'), '{"type":"commonjs"}\n');
  const { metafile, builtins, ...parts } = await divided(options);
  const digests: Record<string, string> = {};
  for (const chunk of CHUNKS) {
    const { outputFiles } = await bundled(options, CHUNK_ENTRY, minify, [chunkPlugin(root, chunk, parts)]);
    const code = wrapped(outputFiles[0]!.text);
    digests[chunk] = createHash('sha256').update(code).digest('hex').slice(0, 16);
    writeFileSync(join(dist, `${chunk}.cjs`), code);
  }
  writeFileSync(
    join(dist, 'axproof.js'),
    LOADER.replace('__DIGESTS__', JSON.stringify(digests)).replace('__BUILTINS__', JSON.stringify(builtins)),
  );
  chmodSync(join(dist, 'axproof.js'), 0o755);
  return metafile;
}
