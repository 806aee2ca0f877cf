// What a log has to write when entries are added: new tiles and bundles, beside those that stay. It writes nothing and signs nothing.
import { AxproofError } from '../../contract/errors.ts';
import type { TreeHead } from './checkpoint.ts';
import { bundleOf, entriesOf } from './entries.ts';
import { leafHash, sameHash } from './hash.ts';
import type { LogFolder } from './log-folder.ts';
import { TileReader } from './tile-reader.ts';
import { hashesAt, joined, partialsPath, pyramid, TILE_WIDTH, tilePath } from './tiles.ts';

interface Growth {
  files: Map<string, Uint8Array>;
  /** Folders of partial tiles that are full now. */
  outgrown: string[];
}

/** A log with more entries, before any of it is written. */
export interface Grown extends Growth {
  reader: TileReader;
  head: TreeHead;
}

/** The entries of the last, partial bundle: they are written again, so that they have to be those that were signed. */
async function heldEntries(before: TileReader): Promise<Uint8Array[]> {
  const count = before.size % TILE_WIDTH;
  if (count === 0) return [];
  const n = Math.floor(before.size / TILE_WIDTH);
  const held = entriesOf((await before.file('entries', n)).bytes);
  if (!held || held.length < count) throw new AxproofError('log-damaged', `${tilePath('entries', n, count)} is cut`);
  const kept = held.slice(0, count);
  const hashes = await before.hashes(kept.map((_, i) => ({ lo: n * TILE_WIDTH + i, hi: n * TILE_WIDTH + i + 1 })));
  const at = kept.findIndex((entry, i) => !sameHash(leafHash(entry), hashes[i]!));
  if (at >= 0) throw new AxproofError('log-damaged', `entry ${at} of ${tilePath('entries', n, count)} is not the one that was signed`);
  return kept;
}

/** Splits what was held and what is new into tiles, the first at its place among those of the level. */
function tilesOf<T>(items: readonly T[], first: number, each: (n: number, part: readonly T[]) => void): void {
  for (let at = 0; at < items.length; at += TILE_WIDTH) each(first + at / TILE_WIDTH, items.slice(at, at + TILE_WIDTH));
}

async function growth(before: TileReader, entries: readonly Uint8Array[]): Promise<Growth> {
  const grown: Growth = { files: new Map(), outgrown: [] };
  const put = (level: number | 'entries', n: number, width: number, bytes: Uint8Array, held: number): void => {
    grown.files.set(tilePath(level, n, width), bytes);
    if (width === TILE_WIDTH && held > 0) grown.outgrown.push(partialsPath(level, n));
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
  return grown;
}

/** Throws log-forked where a log does not begin with what was seen of it: one that was set back, say from a backup, would make the next checkpoint a second history. */
export async function checkSeen(log: TileReader, seen: TreeHead | undefined): Promise<void> {
  if (!seen) return;
  if (seen.size > log.size || !sameHash(await log.hash({ lo: 0, hi: seen.size }), seen.root))
    throw new AxproofError('log-forked', `the log does not begin with the ${seen.size} entries that it had`);
}

/** Throws log-damaged where the files do not have the root of the head that was signed last, and log-forked as above. */
export async function grow(
  folder: Pick<LogFolder, 'read'>,
  { size, root }: TreeHead,
  seen: TreeHead | undefined,
  entries: readonly Uint8Array[],
): Promise<Grown> {
  const before = new TileReader(folder, size);
  if (!sameHash(await before.root(), root)) throw new AxproofError('log-damaged', 'the tiles do not have the root of the checkpoint');
  await checkSeen(before, seen);
  const { files, outgrown } = await growth(before, entries);
  const reader = new TileReader(folder, size + entries.length, files);
  return { files, outgrown, reader, head: { size: reader.size, root: await reader.root() } };
}
