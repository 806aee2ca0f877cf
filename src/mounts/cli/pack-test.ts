// axproof pack test: the cases of a pack, in process; says which rule says what it should not, and which reason no case shows.
import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { AxproofError, EXIT } from '../../contract/errors.ts';
import { type CaseFolders, casesOf, runCase, unshown } from '../../run/cases.ts';
import { PACKAGE_ROOT } from '../../run/package-root.ts';
import { openPack } from './bundled.ts';
import type { Io } from './io.ts';

function folders(path: string, options: { cases?: string; targets?: string }): CaseFolders {
  const fixtures = join(PACKAGE_ROOT, 'fixtures');
  return {
    cases: options.cases ?? join(fixtures, 'cases', basename(resolve(path)).replace(/\.json$/, '')),
    targets: options.targets ?? join(fixtures, 'targets'),
  };
}

export async function packTest(path: string, options: { cases?: string; targets?: string }, io: Io): Promise<number> {
  const pack = await openPack(path);
  const where = folders(path, options);
  for (const [name, folder] of Object.entries(options))
    if (!existsSync(folder)) throw new AxproofError('bad-file', `--${name} ${folder}: there is no such folder`);
  let passed = 0;
  const failures: string[] = [];
  for (const { id } of pack.document.rules) {
    const cases = casesOf(id, where);
    for (const one of cases) {
      const problems = await runCase(pack, id, one, where);
      if (problems.length === 0) passed++;
      else failures.push(`${id}: ${one.name}: ${problems.join('; ')}`);
    }
    for (const code of unshown(pack, id, cases)) failures.push(`${id}: no case shows the reason ${code}`);
  }
  for (const failure of failures) io.out(`FAIL ${failure}\n`);
  io.out(`${passed} cases passed, ${failures.length} problems\n`);
  return failures.length === 0 ? EXIT.ok : EXIT.failed;
}
