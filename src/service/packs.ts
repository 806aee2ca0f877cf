// The packs that come with the service, by name and by digest. Packs of callers lie in the store.
import { AxproofError } from '../contract/errors.ts';
import { quote } from '../contract/quote.ts';
import { jcs } from '../json/jcs.ts';
import type { MeasuredSpot } from '../report/blind-spots.ts';
import { type Content, whole } from '../report/written.ts';
import { spotsOf } from '../run/blind-spots.ts';
import { type BundledPack, bundledPacks, defaultName, gateName } from '../run/bundled.ts';

export class BundledPacks {
  readonly standard: BundledPack;
  /** What a gate pins where it has no spec of its own. */
  readonly gate: BundledPack;
  readonly #contents = new Map<BundledPack, Content>();

  private constructor(readonly all: readonly BundledPack[]) {
    this.standard = this.withName(defaultName());
    this.gate = this.withName(gateName());
  }

  static async load(): Promise<BundledPacks> {
    return new BundledPacks(await bundledPacks());
  }

  /** By its folder, or by what it calls itself, as reports name it. */
  find(name: string): BundledPack | undefined {
    return this.all.find((one) => one.name === name || one.document.name === name);
  }

  /** Throws unknown-pack for a name that is not among them. */
  withName(name: string | undefined): BundledPack {
    if (name === undefined) return this.standard;
    const pack = this.find(name);
    if (pack) return pack;
    throw new AxproofError('unknown-pack', `there is no bundled pack ${quote(name, 60)}`, [
      `bundled packs: ${this.all.map((one) => one.name).join(', ')}`,
    ]);
  }

  /** What was measured of lies that no run of a pack sees; undefined where nothing was. */
  blindSpots(digest: string): readonly MeasuredSpot[] | undefined {
    return spotsOf(digest);
  }

  /** The exact bytes of one of them. They are written out once, for whoever asks first: that takes as long as ten other answers, and anybody may ask. */
  contentOf(pack: BundledPack): Content {
    const content = this.#contents.get(pack) ?? whole(jcs(pack.document));
    this.#contents.set(pack, content);
    return content;
  }

  withDigest(digest: string): BundledPack | undefined {
    return this.all.find((pack) => pack.digest === digest);
  }
}
