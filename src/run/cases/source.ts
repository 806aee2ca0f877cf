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
  /** Whether it says the part at a pointer itself, and has it not from a pack that it extends. */
  owns(pointer: string): boolean;
  /** Ids of the rules that it says itself. */
  own: ReadonlySet<string>;
  /** Paths of the packs that its other rules come from. */
  bases: readonly string[];
}

export const placeText = ({ file, line, column }: ReturnType<PlaceOf>): string => (line === 0 ? file : `${file}:${line}:${column}`);

/** Throws bad-pack with every finding, or engine-mismatch. */
export async function openSource(given?: string): Promise<PackSource> {
  const found = packPath(given);
  const written = join(SOURCES, basename(found, '.json'));
  const path = dirname(found) === BUILT && existsSync(join(written, 'pack.yaml')) ? written : found;
  const { pack, place = () => ({ file: path, line: 0, column: 0 }) } = await loadedFrom(path);
  const owns = (pointer: string): boolean => {
    const file = resolve(place(pointer).file);
    return [file, dirname(file)].includes(resolve(path));
  };
  const rules = pack.document.rules.map(({ id }, i) => ({ id, file: place(`/rules/${i}`).file, own: owns(`/rules/${i}`) }));
  const bases = rules.filter(({ own }) => !own).map(({ file }) => (file.endsWith('.json') ? file : dirname(file)));
  return { path, pack, place, owns, own: new Set(rules.filter(({ own }) => own).map(({ id }) => id)), bases: [...new Set(bases)] };
}
