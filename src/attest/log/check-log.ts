// Checks a whole log: every entry, every tile, the root, and that an older checkpoint is its beginning. It believes nothing but the key.
import { AxproofError } from '../../contract/errors.ts';
import { openCheckpoint, type TreeHead } from './checkpoint.ts';
import { entriesOf } from './entries.ts';
import { leafHash, sameHash } from './hash.ts';
import { LogFolder } from './log-folder.ts';
import type { LogKey } from './log-key.ts';
import { consistencyRanges } from './ranges.ts';
import { readCheckpoint } from './read-checkpoint.ts';
import { TileReader } from './tile-reader.ts';
import { hashesAt, pyramid, TILE_WIDTH, tilePath, widthOf } from './tiles.ts';
import { verifyConsistency } from './verify-proofs.ts';

export interface LogCheck extends TreeHead {
  origin: string;
  /** The older head that was held against it. */
  old?: TreeHead;
}

const damaged = (what: string): never => {
  throw new AxproofError('log-damaged', what);
};

async function leavesOf(reader: TileReader, n: number): Promise<Uint8Array[]> {
  const { bytes, whole, width } = await reader.file('entries', n);
  const entries = entriesOf(bytes);
  if (entries?.length !== (whole ? TILE_WIDTH : width)) return damaged(`${tilePath('entries', n, whole ? TILE_WIDTH : width)} is cut`);
  return entries.slice(0, width).map(leafHash);
}

/** Holds the tiles of a level against the hashes that they should have, and gives those of the next level. */
async function checkLevel(reader: TileReader, level: number, hashesOf: (n: number) => Promise<Uint8Array[]>): Promise<Uint8Array[]> {
  const roots: Uint8Array[] = [];
  const tiles = Math.ceil(hashesAt(reader.size, level) / TILE_WIDTH);
  for (let n = 0; n < tiles; n++) {
    const [hashes, tile] = [await hashesOf(n), await reader.tile(level, n)];
    const at = hashes.findIndex((hash, i) => !sameHash(hash, tile[i]!));
    if (at >= 0) damaged(`hash ${at} of ${tilePath(level, n, widthOf(reader.size, level, n))} is not that of what lies below it`);
    if (hashes.length === TILE_WIDTH) roots.push(pyramid(hashes).at(-1)![0]!);
  }
  return roots;
}

async function checkTree(reader: TileReader, head: TreeHead): Promise<void> {
  let roots = await checkLevel(reader, 0, (n) => leavesOf(reader, n));
  for (let level = 1; roots.length > 0; level++) {
    const below = roots;
    roots = await checkLevel(reader, level, async (n) => below.slice(n * TILE_WIDTH, (n + 1) * TILE_WIDTH));
  }
  if (!sameHash(await reader.root(), head.root)) damaged('the entries do not have the root that the checkpoint names');
}

async function checkOlder(reader: TileReader, head: TreeHead, old: TreeHead): Promise<void> {
  const forked = (why: string): never => {
    throw new AxproofError('log-forked', why);
  };
  if (old.size > head.size) return forked(`the log has ${head.size} entries, and the older checkpoint had ${old.size}`);
  const ranges = old.size === 0 || old.size === head.size ? [] : consistencyRanges(old.size, head.size);
  if (!verifyConsistency(old.size, head.size, await reader.hashes(ranges), old.root, head.root))
    forked(`the first ${old.size} entries are not those of the older checkpoint: two histories were signed`);
}

/** `old` is a checkpoint of the same log that was kept elsewhere. Throws bad-checkpoint, log-damaged or log-forked. */
export async function checkLog(path: string, key: LogKey, old?: string): Promise<LogCheck> {
  const folder = new LogFolder(path);
  const head = openCheckpoint(await readCheckpoint(folder), key);
  const before = old === undefined ? undefined : openCheckpoint(old, key);
  const reader = new TileReader(folder, head.size);
  await checkTree(reader, head);
  if (before) await checkOlder(reader, head, before);
  return { origin: key.name, ...head, ...(before ? { old: before } : {}) };
}
