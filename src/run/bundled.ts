// Finds packs: a folder, a resolved document, or a bundled pack by its folder name. No pack is named here; rules/bundle.json names the default.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packOfOtherEngine } from '../contract/engines.ts';
import { AxproofError } from '../contract/errors.ts';
import type { LoadedPack } from '../pack/compiled/loaded-pack.ts';
import { formatFinding } from '../pack/finding.ts';
import { PACKAGE_ROOT } from './package-root.ts';

/** Where bundled packs stand: resolved by the build, or as folders in a checkout. */
const BUILT = join(PACKAGE_ROOT, 'dist', 'packs');
const SOURCES = join(PACKAGE_ROOT, 'rules');

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

const defaultName = (): string => (JSON.parse(readFileSync(join(SOURCES, 'bundle.json'), 'utf8')) as { default: string }).default;

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

/** Loads a pack or throws 'bad-pack' with every finding, or 'engine-mismatch'. */
export async function openPack(given: string | undefined): Promise<LoadedPack> {
  const path = packPath(given);
  const { loadPack } = await import('../pack/load.ts');
  if (dirname(path) === BUILT) {
    // Written by the build from a pack that loads: it is not checked again.
    const { pack } = loadPack(path, { trusted: true });
    if (pack) return pack;
  }
  const { VIEW_NAMES } = await import('../views/registry.ts');
  const { pack, findings, engine } = loadPack(path, { views: [...VIEW_NAMES], bundled: bundledPack });
  if (pack) return pack;
  if (engine !== undefined) throw packOfOtherEngine(engine, path);
  throw new AxproofError('bad-pack', `${path} does not load`, findings.map(formatFinding));
}
