// What a log has to write when entries are added: new tiles and bundles, beside those that stay. It writes nothing and signs nothing.
import { AxproofError } from '../../contract/errors.ts';
import { bundleOf, entriesOf } from './entries.ts';
import { leafHash } from './hash.ts';
import type { TileReader } from './tile-reader.ts';
import { hashesAt, joined, partialsPath, pyramid, TILE_WIDTH, tilePath } from './tiles.ts';

export interface Growth {
  files: Map<string, Uint8Array>;
  /** Folders of partial tiles that are full now. */
  outgrown: string[];
}

/** The entries of the last, partial bundle. */
async function heldEntries(before: TileReader): Promise<Uint8Array[]> {
  const count = before.size % TILE_WIDTH;
  if (count === 0) return [];
  const n = Math.floor(before.size / TILE_WIDTH);
  const held = entriesOf((await before.file('entries', n)).bytes);
  if (!held || held.length < count) throw new AxproofError('log-damaged', `${tilePath('entries', n, count)} is cut`);
  return held.slice(0, count);
}

/** Splits what was held and what is new into tiles, the first at its place among those of the level. */
function tilesOf<T>(items: readonly T[], first: number, each: (n: number, part: readonly T[]) => void): void {
  for (let at = 0; at < items.length; at += TILE_WIDTH) each(first + at / TILE_WIDTH, items.slice(at, at + TILE_WIDTH));
}

export async function grow(before: TileReader, entries: readonly Uint8Array[]): Promise<Growth> {
  const growth: Growth = { files: new Map(), outgrown: [] };
  const put = (level: number | 'entries', n: number, width: number, bytes: Uint8Array, held: number): void => {
    growth.files.set(tilePath(level, n, width), bytes);
    if (width === TILE_WIDTH && held > 0) growth.outgrown.push(partialsPath(level, n));
  };
  const bundled = await heldEntries(before);
  const firstBundle = Math.floor(before.size / TILE_WIDTH);
  tilesOf([...bundled, ...entries], firstBundle, (n, part) =>
    put('entries', n, part.length, bundleOf(part), n === firstBundle ? bundled.length : 0),
  );
  let fresh: Uint8Array[] = entries.map(leafHash);
  for (let level = 0; fresh.length > 0; level++) {
    const count = hashesAt(before.size, level);
    const first = Math.floor(count / TILE_WIDTH);
    const held = count % TILE_WIDTH === 0 ? [] : await before.tile(level, first);
    const roots: Uint8Array[] = [];
    tilesOf([...held, ...fresh], first, (n, part) => {
      put(level, n, part.length, joined(part), n === first ? held.length : 0);
      if (part.length === TILE_WIDTH) roots.push(pyramid(part).at(-1)![0]!);
    });
    fresh = roots;
  }
  return growth;
}
