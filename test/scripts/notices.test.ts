// The notices of the build name every package whose code was copied, with its licence, and the build fails where one has none.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import type { Metafile } from 'esbuild';
import { bundleCommands } from '../../scripts/build/bundles.ts';
import { bundledPackages, notices } from '../../scripts/build/notices.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const file = join(root, 'dist/THIRD-PARTY-NOTICES.txt');

/** A root with one package, which has these files. */
function withPackage(files: Record<string, string>, check: (root: string, metafile: Metafile) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'axproof-notices-'));
  try {
    const place = join(folder, 'node_modules/@a/b');
    mkdirSync(place, { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(place, name), text);
    check(folder, { inputs: { 'node_modules/@a/b/lib/index.js': { bytes: 1, imports: [] } }, outputs: {} });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('notices of third parties', () => {
  it('name every package in the bundles', async function () {
    this.timeout(30_000);
    if (!existsSync(file)) this.skip();
    const built = readFileSync(file, 'utf8');
    const outdir = mkdtempSync(join(tmpdir(), 'axproof-bundles-'));
    const entries = { cli: 'src/mounts/cli/bin.ts', contained: 'src/gate/containment/child.ts' };
    const metafile = await bundleCommands({ root, outdir, version: '0.1.0', entries }).finally(() => rmSync(outdir, { recursive: true }));
    const packages = bundledPackages([metafile]);
    expect(packages.map((folder) => folder.split('node_modules/').at(-1))).to.include.members(['ajv', 'got']);
    for (const folder of packages) {
      const { name, version } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
      expect(built).to.include(`\n${name} ${version} (`);
    }
  });

  it('hold the text of the licence', () => {
    withPackage(
      { 'package.json': '{"name":"@a/b","version":"1.2.3","license":"MIT"}', 'LICENSE.md': 'Do as you like.\n' },
      (folder, metafile) => {
        expect(notices(folder, [metafile])).to.match(/\n@a\/b 1\.2\.3 \(MIT\)\n\nDo as you like\.\n/);
      },
    );
  });

  it('are refused where a package has no licence text', () => {
    withPackage({ 'package.json': '{"name":"@a/b","version":"1.2.3","license":"MIT"}' }, (folder, metafile) => {
      expect(() => notices(folder, [metafile])).to.throw('node_modules/@a/b has no licence text');
    });
  });
});
