// Where the cases of a pack stand: beside the pack (NAME.cases), or in fixtures/cases/NAME of a checkout. It reads no case.
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { AxproofError } from '../../contract/errors.ts';
import { PACKAGE_ROOT } from '../package-root.ts';

export interface CaseFolders {
  /** One file a rule, <rule>.yaml; undefined where no folder was found. */
  cases?: string;
  /** Where it was looked for, in order. */
  looked: readonly string[];
  /** Folders of targets, the nearest first. */
  targets: readonly string[];
}

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();

/** Paths are shown to people: what was named relatively stays so. */
function candidates(pack: string): string[] {
  const name = basename(resolve(pack)).replace(/\.(?:json|ya?ml)$/, '');
  const plain = pack.replace(/[\\/]+$/, '');
  const beside = /^\.{1,2}$/.test(basename(plain)) ? resolve(plain) : plain;
  return [join(dirname(beside), `${name}.cases`), join(dirname(dirname(resolve(beside))), 'fixtures', 'cases', name)];
}

const targetsOf = (cases: string): string[] => [join(cases, 'targets'), join(cases, '..', '..', 'targets')].filter(isFolder);

/** bases: paths of the packs that it extends. */
export function caseFolders(pack: string, bases: readonly string[], given: { cases?: string; targets?: string }): CaseFolders {
  const looked = given.cases === undefined ? candidates(pack) : [given.cases];
  const cases = looked.find(isFolder);
  const theirs = bases.flatMap((base) => candidates(base).filter(isFolder).flatMap(targetsOf));
  const own = given.targets === undefined ? (cases === undefined ? [] : targetsOf(cases)) : [given.targets];
  const targets = [...own, ...theirs, join(PACKAGE_ROOT, 'fixtures', 'targets')];
  return {
    looked,
    targets: [...new Map(targets.map((folder) => [resolve(folder), folder])).values()],
    ...(cases === undefined ? {} : { cases }),
  };
}

/** The folder of cases. Throws bad-fixture where there is none. */
export function casesIn({ cases, looked }: CaseFolders): string {
  if (cases === undefined) throw new AxproofError('bad-fixture', `there are no cases: no folder ${looked.join(', no ')}`);
  return cases;
}
