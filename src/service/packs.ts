// The packs that come with the service, by name and by digest. Packs of callers lie in the store.

import { AxproofError } from '../contract/errors.ts';
import { quote } from '../contract/quote.ts';
import { jcs } from '../json/jcs.ts';
import type { LoadedPack } from '../pack/compiled/loaded-pack.ts';
import { bundledNames, defaultName, openPack } from '../run/bundled.ts';

export class BundledPacks {
  readonly #byName: ReadonlyMap<string, LoadedPack>;
  readonly standard: LoadedPack;

  private constructor(standard: LoadedPack, byName: ReadonlyMap<string, LoadedPack>) {
    this.standard = standard;
    this.#byName = byName;
  }

  static async load(): Promise<BundledPacks> {
    const byName = new Map<string, LoadedPack>();
    for (const name of bundledNames()) byName.set(name, await openPack(name));
    return new BundledPacks(byName.get(defaultName()) as LoadedPack, byName);
  }

  /** Throws unknown-pack for a name that is not among them. */
  named(name: string | undefined): LoadedPack {
    if (name === undefined) return this.standard;
    const pack = this.#byName.get(name);
    if (pack) return pack;
    throw new AxproofError('unknown-pack', `there is no bundled pack ${quote(name, 60)}`, [
      `bundled packs: ${[...this.#byName.keys()].join(', ')}`,
    ]);
  }

  withDigest(digest: string): LoadedPack | undefined {
    return [...this.#byName.values()].find((pack) => pack.digest === digest);
  }

  nameOf(digest: string): string | undefined {
    return this.all().find(([, pack]) => pack.digest === digest)?.[0];
  }

  all(): [string, LoadedPack][] {
    return [...this.#byName];
  }
}

/** The same for a thread that may never need more than the standard pack: the others are opened when another digest is asked for. */
export class LatePacks {
  readonly standard: Promise<LoadedPack> = openPack(undefined);
  #all: Promise<BundledPacks> | undefined;

  async withDigest(digest: string): Promise<LoadedPack | undefined> {
    const standard = await this.standard;
    if (standard.digest === digest) return standard;
    this.#all ??= BundledPacks.load();
    return (await this.#all).withDigest(digest);
  }
}

/** The stored form of a pack: the bytes that its digest is of. */
export const packBytes = (pack: LoadedPack): Uint8Array => Buffer.from(jcs(pack.document), 'utf8');
