// The folder of the package, from a source file and from a bundle alike: the nearest one above that holds the bundled packs.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

declare const __dirname: string | undefined;

function above(start: string): string {
  for (let dir = start; ; dir = dirname(dir)) {
    if (existsSync(join(dir, 'rules', 'bundle.json'))) return dir;
    if (dirname(dir) === dir) throw new Error(`no rules/bundle.json above ${start}`);
  }
}

export const PACKAGE_ROOT: string = above(typeof __dirname === 'string' ? __dirname : dirname(fileURLToPath(import.meta.url)));
