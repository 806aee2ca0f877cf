// The layout of C2SP tlog-tiles: which tile holds what, and under which path. It reads and writes nothing.
import { HASH_BYTES, nodeHash } from './hash.ts';

/** Hashes of a full tile: the leaves of a subtree of height 8. */
export const TILE_WIDTH = 256;
export const TILE_HEIGHT = 8;
export const CHECKPOINT = 'checkpoint';
/** Folder of tiles and entries. */
export const TILES = 'tile';

/** Hashes of a level for a tree of this size: level 0 has leaves, the next ones roots of full tiles below. */
export const hashesAt = (size: number, level: number): number => Math.floor(size / TILE_WIDTH ** level);

/** How many hashes the n-th tile of a level has for a tree of this size; 0 or less when there is no such tile. */
export const widthOf = (size: number, level: number, n: number): number => Math.min(TILE_WIDTH, hashesAt(size, level) - n * TILE_WIDTH);

/** Index in groups of three digits, each but the last behind an x. */
function indexPath(n: number): string {
  const digits = String(n);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g) as string[];
  return groups.map((group, i) => (i < groups.length - 1 ? `x${group}` : group)).join('/');
}

export const tilePath = (level: number | 'entries', n: number, width: number): string =>
  `${TILES}/${level}/${indexPath(n)}${width < TILE_WIDTH ? `.p/${width}` : ''}`;

/** Folder of the partial forms of a tile. */
export const partialsPath = (level: number | 'entries', n: number): string => `${TILES}/${level}/${indexPath(n)}.p`;

export const joined = (hashes: readonly Uint8Array[]): Uint8Array => Buffer.concat(hashes);

export function parted(tile: Uint8Array): Uint8Array[] {
  return Array.from({ length: tile.length / HASH_BYTES }, (_, i) => tile.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES));
}

/** All whole nodes of a tile, by height: the hashes themselves, then each pair as one. */
export function pyramid(hashes: readonly Uint8Array[]): Uint8Array[][] {
  const rows = [[...hashes]];
  for (let row = rows[0]!; row.length > 1; row = rows.at(-1)!)
    rows.push(Array.from({ length: Math.floor(row.length / 2) }, (_, i) => nodeHash(row[2 * i]!, row[2 * i + 1]!)));
  return rows;
}
