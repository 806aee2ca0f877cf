// Finds packs: a folder, a resolved document, or a bundled pack by its folder name. No pack is named here; rules/bundle.json names the default, and what a gate pins.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sha256 } from '../contract/digest.ts';
import { packOfOtherEngine } from '../contract/engines.ts';
import { AxproofError } from '../contract/errors.ts';
import type { Pack } from '../contract/generated/types.ts';
import type { LoadedPack } from '../pack/compiled/loaded-pack.ts';
import { formatFinding } from '../pack/finding.ts';
import type { PlaceOf } from '../pack/load.ts';
import { PACKAGE_ROOT } from './package-root.ts';

/** Where bundled packs stand: resolved by the build, or as folders in a checkout. */
export const BUILT = join(PACKAGE_ROOT, 'dist', 'packs');
export const SOURCES = join(PACKAGE_ROOT, 'rules');

/** Path of a bundled pack, by its folder or by what it calls itself (axproof/FOLDER), or undefined. */
export function bundledPack(name: string): string | undefined {
  const folder = /^(?:axproof\/)?([a-z0-9][a-z0-9-]*)$/.exec(name)?.[1];
  return folder === undefined ? undefined : [join(BUILT, `${folder}.json`), join(SOURCES, folder)].find((p) => existsSync(p));
}

export function bundledNames(): string[] {
  return readdirSync(SOURCES)
    .filter((n) => statSync(join(SOURCES, n)).isDirectory())
    .sort();
}

const bundle = (): { default: string; gate: string } => JSON.parse(readFileSync(join(SOURCES, 'bundle.json'), 'utf8'));

/** Of the pack that is meant where none is named. */
export const defaultName = (): string => bundle().default;

/** Of the pack that a gate pins where it has none of its own. */
export const gateName = (): string => bundle().gate;

/** The path that PACK means; the default pack without it. A bundled name wins over a file of that name, so that nobody who may add a folder puts another pack in its place; ./NAME is the file. */
export function packPath(given: string | undefined): string {
  const asked = given ?? defaultName();
  const found = bundledPack(asked);
  if (found) return found;
  if (existsSync(asked)) return asked;
  throw new AxproofError('bad-pack', `there is no pack ${asked}, neither bundled nor at that path`, [
    `bundled packs: ${bundledNames().join(', ')}`,
  ]);
}

/** The pack at a path, read and checked, with the places of its parts where it has them. Throws as openPack does. */
export async function loadedFrom(path: string): Promise<{ pack: LoadedPack; place?: PlaceOf }> {
  const { loadPack } = await import('../pack/load.ts');
  const { pack, findings, engine, place } = loadPack(path, { bundled: bundledPack });
  if (pack) return place ? { pack, place } : { pack };
  if (engine !== undefined) throw packOfOtherEngine(engine, path);
  throw new AxproofError('bad-pack', `${path} does not load`, findings.map(formatFinding));
}

async function openAt(path: string): Promise<LoadedPack> {
  if (dirname(path) === BUILT) {
    const { loadPack } = await import('../pack/load.ts');
    // Written by the build from a pack that loads: it is not checked again.
    const { pack } = loadPack(path, { trusted: true });
    if (pack) return pack;
  }
  return (await loadedFrom(path)).pack;
}

/** Loads a pack or throws 'bad-pack' with every finding, or 'engine-mismatch'. */
export const openPack = (given: string | undefined): Promise<LoadedPack> => openAt(packPath(given));

/** A bundled pack as it reads: nothing of it is compiled before it is opened to judge. */
export interface BundledPack {
  /** Of its folder. */
  readonly name: string;
  readonly document: Pack;
  readonly digest: string;
  open(): Promise<LoadedPack>;
}

async function readBundled(name: string): Promise<BundledPack> {
  const path = bundledPack(name) as string;
  let opened: Promise<LoadedPack> | undefined;
  const open = (): Promise<LoadedPack> => {
    opened ??= openAt(path);
    return opened;
  };
  // A checkout that was not built has its sources alone.
  if (dirname(path) !== BUILT) {
    const { document, digest } = await open();
    return { name, open, document, digest };
  }
  const text = readFileSync(path, 'utf8');
  return { name, open, document: JSON.parse(text) as Pack, digest: sha256(text) };
}

export const bundledPacks = (): Promise<BundledPack[]> => Promise.all(bundledNames().map(readBundled));

export const bundledWithDigest = async (digest: string): Promise<BundledPack | undefined> =>
  (await bundledPacks()).find((pack) => pack.digest === digest);
