// Which rows are run: all but the soak, those that were named, or, where none was, a tenth of each group by a seed. It runs none.
import { chance } from '../lies/chance.ts';
import { GROUPS, type Row } from './row.ts';

export interface Wish {
  /** Names of rows or groups, or beginnings of them. */
  only?: readonly string[];
  tenth?: boolean;
  soak?: boolean;
  seed: number;
}

export function chosen(rows: readonly Row[], { only, tenth = false, soak = false, seed }: Wish): Row[] {
  const named = (row: Row): boolean => only?.some((word) => word === row.group || row.name.startsWith(word)) ?? false;
  for (const word of only ?? [])
    if (!rows.some((row) => word === row.group || row.name.startsWith(word))) throw new Error(`there is no row or group ${word}`);
  const wanted = rows.filter((row) => (only ? named(row) : soak === (row.group === 'soak')));
  if (!tenth || only) return wanted;
  const draw = chance(seed);
  return GROUPS.flatMap((group) => {
    const all = wanted.filter((row) => row.group === group);
    return draw.some(all, all.length === 0 ? 0 : Math.max(1, Math.floor(all.length / 10)));
  });
}
