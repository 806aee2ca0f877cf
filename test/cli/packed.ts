// The command line as npm would publish it: what `npm pack` takes of a fresh build, unpacked in a temporary folder and run by itself.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { lastChange, ROOT } from '../sources.ts';
import type { Ran } from './io.ts';

function done(command: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${stdout}${stderr}`);
  return stdout.trim();
}

export interface Packed {
  /** Where the package lies, unpacked. */
  folder: string;
  axproof(...args: string[]): Ran;
  remove(): void;
}

/** The executable of a fresh build. */
export function builtCommand(): string {
  const built = join(ROOT, 'dist/axproof.js');
  if (!existsSync(built) || lastChange('package.json') > statSync(built).mtimeMs) done('npm', 'run', 'build');
  return built;
}

/** What `npm pack` makes of the build, once for all files of tests: by the age of the build, so that those who pack at the same time make the same. */
function tarball(): string {
  const { mtimeMs } = statSync(builtCommand());
  const place = join(ROOT, 'node_modules/.cache/axproof-packed');
  const folder = join(place, String(Math.max(mtimeMs, lastChange('docs', 'fixtures', 'README.md', 'CHANGELOG.md'))));
  if (!existsSync(folder)) {
    mkdirSync(place, { recursive: true });
    const made = mkdtempSync(join(place, 'made-'));
    done('npm', 'pack', '--silent', '--ignore-scripts', '--pack-destination', made);
    try {
      renameSync(made, folder);
    } catch {
      // Another process was quicker.
      rmSync(made, { recursive: true });
    }
  }
  return join(folder, readdirSync(folder)[0]!);
}

export function packed(): Packed {
  const packedOnce = tarball();
  const folder = mkdtempSync(join(tmpdir(), 'axproof-packed-'));
  cpSync(packedOnce, join(folder, basename(packedOnce)));
  done('tar', '-xzf', packedOnce, '-C', folder);
  return {
    folder: join(folder, 'package'),
    axproof(...args) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'package/dist/axproof.js'), ...args], {
        cwd: folder,
        encoding: 'utf8',
        timeout: 60_000,
      });
      return { status: status ?? -1, out: stdout, err: stderr };
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}
