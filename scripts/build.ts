// npm run build: dist/ anew, with the executable, the service, the library and its types, the contained judge, the bundled packs as resolved documents, the code cache, notices and a bill of materials.
import { chmodSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs';
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
 * The executable reads the text as ASCII, which is quicker, and runs it as it stands, as the function that it is: put together there, megabytes would be copied
 * at every start. The bundler escapes strings, and leaves regular expressions as they are.
 */
function asFunction(file: string): void {
  const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const text = readFileSync(file, 'utf8').replace(/[\u0080-\uffff]/g, escaped);
  writeFileSync(file, `(function (exports, require, module, __filename, __dirname, __import) {${text}\n})\n`);
}

const packs = openSources(root);
await builtAside(join(root, 'dist'), join(root, '.tmp'), async (dist) => {
  writePacks(packs, dist);
  const instead = await precompiled(root, packs.values());
  const commands = await bundleCommands({ root, outdir: dist, version, instead, entries });
  asFunction(join(dist, 'cli.cjs'));
  const service = await bundleService({ root, outdir: join(dist, 'service'), version, instead });
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
