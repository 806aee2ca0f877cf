// Reads the cases of a rule, each with the place where it is written. It runs none.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Case } from '../../contract/generated/types.ts';
import { readCases } from '../../transport/fixture/load.ts';
import type { Source } from '../../transport/fixture/source.ts';

export interface PlacedCase {
  one: Case;
  /** FILE:LINE:COL of its name. */
  at: string;
  /** The same of a part of it, or of a member's name. */
  within: Source['at'];
}

/** None where the rule has no file. Throws bad-fixture or bad-file. */
export function placedCases(rule: string, folder: string): PlacedCase[] {
  const file = join(folder, `${rule}.yaml`);
  if (!existsSync(file)) return [];
  const { cases, at } = readCases(file);
  return cases.map((one, i) => ({ one, at: at(['cases', i, 'name']), within: (place, key) => at(['cases', i, ...place], key) }));
}
