// The notices of the build name every package whose code was copied, with its licence, and the build fails where one has none.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { build, type Metafile } from 'esbuild';
import { lazyModules } from '../../scripts/build/lazy.ts';
import { bundledPackages, notices } from '../../scripts/build/notices.ts';
import { slim } from '../../scripts/build/slim.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const file = join(root, 'dist/THIRD-PARTY-NOTICES.txt');

async function metafileOf(entry: string): Promise<Metafile> {
  const define = { 'import.meta.url': '""' };
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    conditions: ['import', 'module-sync'],
    format: 'cjs',
    define,
    plugins: [slim, lazyModules(join(root, 'src/'), { target: 'node20.19', define })],
    logLevel: 'silent',
  });
  return metafile;
}

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
  for (const entry of ['src/mounts/cli/bin.ts', 'src/gate/containment/child.ts']) {
    it(`name every package in the bundle of ${entry}`, async function () {
      this.timeout(30_000);
      if (!existsSync(file)) this.skip();
      const built = readFileSync(file, 'utf8');
      const packages = bundledPackages([await metafileOf(entry)]);
      expect(packages).to.include('node_modules/ajv');
      for (const folder of packages) {
        const { name, version } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
        expect(built).to.include(`\n${name} ${version} (`);
      }
    });
  }

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
