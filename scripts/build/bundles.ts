// The bundles of dist/, made by esbuild as it is: no import is rewritten, and no text of a package edited.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';

export interface BundleOptions {
  root: string;
  outdir: string;
  version: string;
  /** Contents that stand in for a module of src/, by its path. */
  instead?: Readonly<Record<string, string>>;
  /** Sources by the name of their file in outdir, without its ending. */
  entries: Readonly<Record<string, string>>;
}

const replaced = (instead: Readonly<Record<string, string>>): Plugin => ({
  name: 'instead',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => ({ contents: instead[path] ?? readFileSync(path, 'utf8'), loader: 'ts' }));
  },
});

const UNUSED = fileURLToPath(new URL('./unused.ts', import.meta.url));

const shared = ({ root, outdir, instead = {}, entries }: BundleOptions): BuildOptions => ({
  absWorkingDir: root,
  entryPoints: entries,
  outdir,
  bundle: true,
  metafile: true,
  platform: 'node',
  target: 'node20.19',
  legalComments: 'none',
  alias: { 'http2-wrapper': UNUSED },
  plugins: [replaced(instead)],
  logLevel: 'warning',
});

/**
 * The command line and the child that judges strangers' specs: one CommonJS file each, packages included. A command line is short-lived, and Node
 * gives no code cache for ES modules that holds what ran; the child may read no other file.
 */
export async function bundleCommands(options: BundleOptions): Promise<Metafile> {
  const { metafile } = await build({
    ...shared(options),
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    // Packages resolve as they do for an import in Node.
    conditions: ['import', 'module-sync'],
    minify: true,
    banner: { js: "const __bundleUrl = require('node:url').pathToFileURL(__filename).href;" },
    define: { AXPROOF_VERSION: JSON.stringify(options.version), 'import.meta.url': '__bundleUrl', 'Intl.ListFormat': 'LateListFormat' },
    inject: [UNUSED],
  });
  return metafile as Metafile;
}

const SERVICE = {
  cli: 'src/mounts/cli/bin.ts',
  commands: 'src/start/commands.ts',
  worker: 'src/service/worker.ts',
  prober: 'src/service/prober.ts',
  library: 'src/mounts/library/library.ts',
};

/** Packages that read files beside their own code, and one that only services with PostgreSQL load. */
const OUTSIDE = ['libsql', 'piscina', 'pino', 'pg'];

/** The service and the library: ES modules split where its entries share code, packages included: each thread resolves and reads what it loads. */
export async function bundleService({ entries, ...options }: Omit<BundleOptions, 'entries'> & Partial<BundleOptions>): Promise<Metafile> {
  const { metafile } = await build({
    ...shared({ ...options, entries: { ...SERVICE, ...entries } }),
    splitting: true,
    chunkNames: 'chunk-[hash]',
    format: 'esm',
    external: OUTSIDE,
    minifySyntax: true,
    // Comments too: every thread keeps the text of what it loads.
    minifyWhitespace: true,
    // The compiled checks of the bundled packs ask for parts of ajv as they need them.
    banner: { js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);" },
    define: { AXPROOF_VERSION: JSON.stringify(options.version) },
  });
  // The folder above holds CommonJS.
  writeFileSync(join(options.outdir, 'package.json'), '{"type":"module"}\n');
  return metafile as Metafile;
}
