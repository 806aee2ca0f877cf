// The written targets of cases, by name, from the first of several folders that has one. Each file is read once.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AxproofError } from '../../contract/errors.ts';
import type { Case, FixtureTarget } from '../../contract/generated/types.ts';
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
      if (file === undefined) throw new AxproofError('bad-fixture', `there is no target ${name} in ${this.#folders.join(', ')}`);
      known = loadFixture(file);
      this.#known.set(name, known);
    }
    return known;
  }

  /** What a case is judged on: its base with its own routes laid over it. Throws bad-fixture or bad-file. */
  of(one: Case): FixtureTarget {
    return overlay(this.#base(one.target ?? BASE), one);
  }
}
