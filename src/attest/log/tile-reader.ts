// The hashes of a tree of one size, read from its tiles. A tile that is missing or cut is damage, never a guess.
import { AxproofError } from '../../contract/errors.ts';
import { emptyRoot, HASH_BYTES, nodeHash } from './hash.ts';
import type { LogFolder } from './log-folder.ts';
import { type Range, splitOf } from './ranges.ts';
import { parted, pyramid, TILE_HEIGHT, TILE_WIDTH, tilePath, widthOf } from './tiles.ts';

export class TileReader {
  readonly #pyramids = new Map<string, Promise<Uint8Array[][]>>();

  constructor(
    private readonly folder: Pick<LogFolder, 'read'>,
    readonly size: number,
    /** Tiles that are not in the folder yet. */
    private readonly fresh: ReadonlyMap<string, Uint8Array> = new Map(),
  ) {}

  /** A file that a tree of this size has, partial or whole: a whole one replaces its partial forms as the log grows. */
  async file(level: number | 'entries', n: number): Promise<{ bytes: Uint8Array; whole: boolean; width: number }> {
    const width = widthOf(this.size, level === 'entries' ? 0 : level, n);
    for (const form of new Set([width, TILE_WIDTH])) {
      const name = tilePath(level, n, form);
      const bytes = this.fresh.get(name) ?? (await this.folder.read(name));
      if (bytes) return { bytes, whole: form === TILE_WIDTH, width };
    }
    throw new AxproofError('log-damaged', `${tilePath(level, n, width)} is missing`);
  }

  /** The hashes of a tile, as many as a tree of this size has. */
  async tile(level: number, n: number): Promise<Uint8Array[]> {
    const { bytes, whole, width } = await this.file(level, n);
    if (bytes.length !== (whole ? TILE_WIDTH : width) * HASH_BYTES)
      throw new AxproofError('log-damaged', `${tilePath(level, n, whole ? TILE_WIDTH : width)} has ${bytes.length} bytes`);
    return parted(bytes).slice(0, width);
  }

  #pyramid(level: number, n: number): Promise<Uint8Array[][]> {
    const key = `${level}/${n}`;
    const known = this.#pyramids.get(key);
    if (known) return known;
    const made = this.tile(level, n).then(pyramid);
    this.#pyramids.set(key, made);
    return made;
  }

  /** The whole subtree of a height above the leaves, by its index. */
  async #node(height: number, index: number): Promise<Uint8Array> {
    const level = Math.floor(height / TILE_HEIGHT);
    const row = height % TILE_HEIGHT;
    const wide = TILE_WIDTH / 2 ** row;
    const n = Math.floor(index / wide);
    const hash = (await this.#pyramid(level, n))[row]?.[index - n * wide];
    if (!hash) throw new AxproofError('log-damaged', `${tilePath(level, n, widthOf(this.size, level, n))} is too short`);
    return hash;
  }

  /** MTH of RFC 6962 2.1 over a range as a proof names it. */
  async hash({ lo, hi }: Range): Promise<Uint8Array> {
    const leaves = hi - lo;
    if (leaves === 0) return emptyRoot();
    const height = Math.round(Math.log2(leaves));
    if (2 ** height === leaves) return this.#node(height, lo / leaves);
    const middle = lo + splitOf(leaves);
    return nodeHash(await this.hash({ lo, hi: middle }), await this.hash({ lo: middle, hi }));
  }

  root(): Promise<Uint8Array> {
    return this.hash({ lo: 0, hi: this.size });
  }

  hashes(ranges: readonly Range[]): Promise<Uint8Array[]> {
    return Promise.all(ranges.map((range) => this.hash(range)));
  }
}
