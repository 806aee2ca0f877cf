// Where the cases of a pack and their targets stand: beside the pack (NAME.cases), or in fixtures/cases/NAME of a checkout; each is read with its place. It runs none.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { AxproofError } from '../../contract/errors.ts';
import type { Case, FixtureTarget } from '../../contract/generated/types.ts';
import { suggestion } from '../../pack/nearest.ts';
import { loadFixture, readCases } from '../../transport/fixture/load.ts';
import { overlay } from '../../transport/fixture/overlay.ts';
import type { FixtureSource } from '../../transport/fixture/source.ts';
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

export interface PlacedCase {
  one: Case;
  /** FILE:LINE:COL of its name. */
  at: string;
  /** The same of a part of it, or of a member's name. */
  within: FixtureSource['at'];
}

/** None where the rule has no file. Throws bad-fixture or bad-file. */
export function placedCases(rule: string, folder: string): PlacedCase[] {
  const file = join(folder, `${rule}.yaml`);
  if (!existsSync(file)) return [];
  const { cases, at } = readCases(file);
  return cases.map((one, i) => ({ one, at: at(['cases', i, 'name']), within: (place, key) => at(['cases', i, ...place], key) }));
}

/** The base target of a case that names none. */
const BASE = 'good';

/** The written targets of cases, by name, from the first of several folders that has one. Each file is read once. */
export class Targets {
  readonly #folders: readonly string[];
  readonly #known = new Map<string, FixtureTarget>();

  constructor(...folders: readonly string[]) {
    this.#folders = folders;
  }

  #base(name: string): FixtureTarget {
    let known = this.#known.get(name);
    if (!known) {
      const file = this.#folders.map((folder) => join(folder, `${name}.yaml`)).find((path) => existsSync(path));
      // A file of another ending must not give way to one of the same name further on.
      const yml = this.#folders.map((folder) => join(folder, `${name}.yml`)).find((path) => existsSync(path));
      if (yml !== undefined) throw new AxproofError('bad-fixture', `${yml} is not read: a target is called ${name}.yaml`);
      if (file === undefined)
        throw new AxproofError('bad-fixture', `there is no target ${name} in ${this.#folders.join(', ')}${this.#meant(name)}`);
      known = loadFixture(file);
      this.#known.set(name, known);
    }
    return known;
  }

  #meant(name: string): string {
    const files = this.#folders.flatMap((folder) => (existsSync(folder) ? readdirSync(folder) : []));
    return suggestion(
      name,
      files.flatMap((file) => (file.endsWith('.yaml') ? [basename(file, '.yaml')] : [])),
    );
  }

  /** What a case is judged on: its base with its own routes laid over it. Throws bad-fixture or bad-file. */
  of(one: Case): FixtureTarget {
    return overlay(this.#base(one.target ?? BASE), one);
  }
}
