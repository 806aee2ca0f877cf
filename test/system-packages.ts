// Where the packages of .ci/system lie: software and documents of others that are installed apart. A test of them is skipped where they are not, never in CI.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../.ci/system/node_modules', import.meta.url));

/** A file or folder of such a package. */
export const systemFile = (name: string, path: string): string => join(folder, name, path);

/** To be called in the `before` hook of the tests that need them. */
export function needsSystemPackages(context: Mocha.Context): void {
  if (existsSync(folder)) return;
  if (process.env.CI) throw new Error('the packages of .ci/system are not installed: npm run system:install');
  console.log(`      skipped, as the packages of .ci/system are not installed: npm run system:install`);
  context.skip();
}
