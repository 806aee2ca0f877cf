// Finds packs: a folder, a resolved document, or a bundled pack by its folder name. No pack is named here; rules/bundle.json names the default.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packOfOtherEngine } from '../contract/engines.ts';
import { AxproofError } from '../contract/errors.ts';
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

/** Of the pack that is meant where none is named. */
export const defaultName = (): string => (JSON.parse(readFileSync(join(SOURCES, 'bundle.json'), 'utf8')) as { default: string }).default;

/** The path that --pack means; the default pack without it. */
export function packPath(given: string | undefined): string {
  const asked = given ?? defaultName();
  if (given !== undefined && existsSync(given)) return given;
  const found = bundledPack(asked);
  if (found) return found;
  throw new AxproofError('bad-pack', `there is no pack ${asked}, neither bundled nor at that path`, [
    `bundled packs: ${bundledNames().join(', ')}`,
  ]);
}

/** The pack at a path, read and checked, with the places of its parts where it has them. Throws as openPack does. */
export async function loadedFrom(path: string): Promise<{ pack: LoadedPack; place?: PlaceOf }> {
  const { loadPack } = await import('../pack/load.ts');
  const { VIEW_NAMES } = await import('../views/registry.ts');
  const { pack, findings, engine, place } = loadPack(path, { views: [...VIEW_NAMES], bundled: bundledPack });
  if (pack) return place ? { pack, place } : { pack };
  if (engine !== undefined) throw packOfOtherEngine(engine, path);
  throw new AxproofError('bad-pack', `${path} does not load`, findings.map(formatFinding));
}

/** Loads a pack or throws 'bad-pack' with every finding, or 'engine-mismatch'. */
export async function openPack(given: string | undefined): Promise<LoadedPack> {
  const path = packPath(given);
  if (dirname(path) === BUILT) {
    const { loadPack } = await import('../pack/load.ts');
    // Written by the build from a pack that loads: it is not checked again.
    const { pack } = loadPack(path, { trusted: true });
    if (pack) return pack;
  }
  return (await loadedFrom(path)).pack;
}
