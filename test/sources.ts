// How old the sources are, for tests of what is built from them.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

function newest(path: string): number {
  const found = statSync(path);
  return found.isDirectory() ? Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name)))) : found.mtimeMs;
}

/** When anything that the build reads was changed last, in milliseconds since 1970. more: further files or folders, from the root. */
export const lastChange = (...more: string[]): number =>
  Math.max(...['src', 'schemas', 'rules', 'scripts', 'package-lock.json', ...more].map((name) => newest(join(ROOT, name))));
