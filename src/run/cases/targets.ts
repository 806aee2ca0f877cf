// The written targets of cases, by name, from the first of several folders that has one. Each file is read once.
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { AxproofError } from '../../contract/errors.ts';
import type { Case, FixtureTarget } from '../../contract/generated/types.ts';
import { meant } from '../../pack/nearest.ts';
import { loadFixture } from '../../transport/fixture/load.ts';
import { overlay } from '../../transport/fixture/overlay.ts';

/** The base target of a case that names none. */
const BASE = 'good';

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
    return meant(
      name,
      files.flatMap((file) => (file.endsWith('.yaml') ? [basename(file, '.yaml')] : [])),
    );
  }

  /** What a case is judged on: its base with its own routes laid over it. Throws bad-fixture or bad-file. */
  of(one: Case): FixtureTarget {
    return overlay(this.#base(one.target ?? BASE), one);
  }
}
