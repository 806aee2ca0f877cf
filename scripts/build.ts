// npm run build: dist/ anew, with the executable, the service, the library and its types, the contained judge, the bundled packs as resolved documents, the code cache, notices and a bill of materials.
import { chmodSync, copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtAside } from './build/aside.ts';
import { bundleCommands, bundleService } from './build/bundles.ts';
import { writeCodeCache } from './build/cache.ts';
import { precompiled } from './build/checks.ts';
import { writeDeclarations } from './build/declarations.ts';
import { notices } from './build/notices.ts';
import { openSources, writePacks } from './build/packs.ts';
import { sbom } from './build/sbom.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const entries = { cli: 'src/mounts/cli/bin.ts', contained: 'src/gate/containment/child.ts' };

/**
 * Every other text of a file is written as ASCII, since V8 keeps a text with one character beyond Latin-1 in twice the memory, in every thread that reads it. The
 * bundler escapes strings, and leaves regular expressions and templates as they are.
 */
function rewrite(file: string, around: (text: string) => string): void {
  const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  writeFileSync(file, around(readFileSync(file, 'utf8').replace(/[\u0080-\uffff]/g, escaped)));
}

/** The executable runs the text as it stands, as the function that it is: put together there, megabytes would be copied at every start. */
const asFunction = (text: string): string => `(function (exports, require, module, __filename, __dirname, __import) {${text}\n})\n`;

const scripts = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .map((name) => join(folder, name));

const packs = openSources(root);
await builtAside(join(root, 'dist'), join(root, '.tmp'), async (dist) => {
  writePacks(packs, dist);
  const instead = await precompiled(root, packs.values());
  const commands = await bundleCommands({ root, outdir: dist, version, instead, entries });
  rewrite(join(dist, 'cli.cjs'), asFunction);
  const service = await bundleService({ root, outdir: join(dist, 'service'), version, instead });
  for (const file of [join(dist, 'contained.cjs'), ...scripts(join(dist, 'service'))]) rewrite(file, (text) => text);
  writeDeclarations(root, join(dist, 'service'));
  // The package is of type module, and the executable is CommonJS.
  writeFileSync(join(dist, 'package.json'), '{"type":"commonjs"}\n');
  copyFileSync(join(root, 'scripts/build/executable.cjs'), join(dist, 'axproof.js'));
  chmodSync(join(dist, 'axproof.js'), 0o755);
  writeFileSync(join(dist, 'THIRD-PARTY-NOTICES.txt'), notices(root, [commands, service]));
  writeFileSync(join(dist, 'sbom.cdx.json'), sbom(root));
});
// When dist is in its place: the cache then holds how the packs are read that were built beside it.
await writeCodeCache(root, join(root, 'dist'));
