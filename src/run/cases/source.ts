// A pack with the places of its parts, as those need it who work on it: from its folder, also where the build has a resolved document of it.
import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { LoadedPack } from '../../pack/compiled/loaded-pack.ts';
import type { PlaceOf } from '../../pack/load.ts';
import { BUILT, loadedFrom, packPath, SOURCES } from '../bundled.ts';

export interface PackSource {
  path: string;
  pack: LoadedPack;
  place: PlaceOf;
  /** Ids of the rules that it says itself; those of a pack that it extends are not among them. */
  own: ReadonlySet<string>;
  /** Paths of the packs that its other rules come from. */
  bases: readonly string[];
}

export const shownPlace = ({ file, line, column }: ReturnType<PlaceOf>): string => (line === 0 ? file : `${file}:${line}:${column}`);

/** Throws bad-pack with every finding, or engine-mismatch. */
export async function openSource(given?: string): Promise<PackSource> {
  const found = packPath(given);
  const written = join(SOURCES, basename(found, '.json'));
  const path = dirname(found) === BUILT && existsSync(join(written, 'pack.yaml')) ? written : found;
  const { pack, place = () => ({ file: path, line: 0, column: 0 }) } = await loadedFrom(path);
  const files = pack.document.rules.map(({ id }, i) => ({ id, file: place(`/rules/${i}`).file }));
  const isOwn = (file: string): boolean => [resolve(file), dirname(resolve(file))].includes(resolve(path));
  const bases = files.filter(({ file }) => !isOwn(file)).map(({ file }) => (file.endsWith('.json') ? file : dirname(file)));
  return { path, pack, place, own: new Set(files.filter(({ file }) => isOwn(file)).map(({ id }) => id)), bases: [...new Set(bases)] };
}
