// axproof pack init: a new pack that loads and whose cases hold, copied from the example that ships, with the lines that tell an editor its schemas.
import { cpSync, existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { AxproofError, EXIT } from '../../contract/errors.ts';
import { bundledPack } from '../../run/bundled.ts';
import { PACKAGE_ROOT } from '../../run/package-root.ts';
import { onDisk, readText, writeText } from './files.ts';
import type { Io } from './io.ts';

const EXAMPLE = 'first-pack';
const NAME = /^[a-z0-9][a-z0-9-]*$/;

const filesBelow = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });

/** The example's own name becomes that of the pack; schemas are found where this package lies. */
function own(file: string, name: string): string {
  const schemas = relative(dirname(resolve(file)), join(PACKAGE_ROOT, 'schemas'))
    .split(sep)
    .join('/');
  return readText(file)
    .replaceAll(EXAMPLE, name)
    .replace(/(?<=\$schema=)(?:\.\.\/)+schemas(?=\/)/, () => schemas);
}

export async function packInit(path: string, io: Io): Promise<number> {
  const name = basename(resolve(path));
  if (!NAME.test(name)) throw new AxproofError('bad-usage', `a pack is named by a-z, 0-9 and hyphens, not ${name}`);
  const folders = [path, `${path.replace(/[\\/]+$/, '')}.cases`] as const;
  const there = folders.find((folder) => existsSync(folder));
  if (there !== undefined) throw new AxproofError('bad-usage', `${there} is there already: name a new folder`);
  for (const [i, folder] of folders.entries()) {
    const example = join(PACKAGE_ROOT, 'fixtures', i === 0 ? EXAMPLE : `${EXAMPLE}.cases`);
    onDisk(`${folder} cannot be made`, () => cpSync(example, folder, { recursive: true }));
    for (const file of filesBelow(folder)) {
      writeText(file, own(file, name));
      io.out(`${file}\n`);
    }
  }
  // A bundled pack of that name would be meant otherwise.
  const named = bundledPack(path) === undefined ? path : `./${path}`;
  io.err(`axproof: next: axproof pack lint ${named}, and axproof pack test ${named}\n`);
  return EXIT.ok;
}
