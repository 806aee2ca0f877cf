// npm run sbom: the bill of materials of a release, as npm writes it (CycloneDX), from the lock file alone. The same sources give the same bytes: no serial number, no time.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Manifest {
  name: string;
  devDependencies?: unknown;
}
interface Lock {
  packages: { [path: string]: { dev?: boolean; devDependencies?: unknown } };
}
interface Bom {
  serialNumber?: string;
  metadata: { timestamp?: string; component: { name: string } };
}

/** `npm sbom --omit dev` also leaves out what is needed and developed with (npm 11 on this lock file: yaml, zod, semver and more), so npm is shown nothing else. */
function withoutDevelopment(root: string, folder: string): string {
  const read = (name: string): string => readFileSync(join(root, name), 'utf8');
  const { devDependencies: _, ...manifest } = JSON.parse(read('package.json')) as Manifest;
  const lock = JSON.parse(read('package-lock.json')) as Lock;
  const packages = Object.fromEntries(
    Object.entries(lock.packages)
      .filter(([, { dev }]) => !dev)
      .map(([path, { devDependencies: __, ...rest }]) => [path, rest]),
  );
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ ...lock, packages }));
  return manifest.name;
}

export function sbom(root: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'axproof-sbom-'));
  try {
    const name = withoutDevelopment(root, folder);
    const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
    const said = execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1 << 26 });
    const { serialNumber: _, metadata, ...bom } = JSON.parse(said) as Bom;
    const { timestamp: __, ...rest } = metadata;
    // npm names the root after its folder.
    return `${JSON.stringify({ ...bom, metadata: { ...rest, component: { ...rest.component, name } } }, null, 2)}\n`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(sbom(fileURLToPath(new URL('../..', import.meta.url))));
