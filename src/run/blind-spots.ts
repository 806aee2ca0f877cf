// What was measured of lies that no run of a released pack sees, by the pack's digest. The bench of lies writes the file; nothing of it is in a verdict.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MeasuredSpot } from '../report/blind-spots.ts';
import { PACKAGE_ROOT } from './package-root.ts';

/** Undefined for a pack of which nothing was measured. */
export function spotsOf(digest: string): readonly MeasuredSpot[] | undefined {
  const file = join(PACKAGE_ROOT, 'rules', 'blind-spots.json');
  if (!existsSync(file)) return undefined;
  const all = JSON.parse(readFileSync(file, 'utf8')) as { [digest: string]: { spots: MeasuredSpot[] } };
  return Object.hasOwn(all, digest) ? all[digest]?.spots : undefined;
}
