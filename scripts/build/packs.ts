// Writes the bundled packs as resolved documents in canonical form, so that a run parses no YAML to load one.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jcs } from '../../src/json/jcs.ts';
import type { LoadedPack } from '../../src/pack/compiled/loaded-pack.ts';
import { loadPack } from '../../src/pack/load.ts';

export function packNames(root: string): string[] {
  return readdirSync(join(root, 'rules'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** A bundled pack from its sources; a mistake in one ends the build with every finding. */
export function openSource(root: string, name: string): LoadedPack {
  const bundled = (other: string): string | undefined => (packNames(root).includes(other) ? join(root, 'rules', other) : undefined);
  const { pack, findings } = loadPack(join(root, 'rules', name), { bundled });
  if (pack) return pack;
  throw new Error(findings.map((f) => `${f.file}:${f.line}:${f.column}: ${f.code} ${f.text}`).join('\n'));
}

/** Every bundled pack by the name of its folder. */
export const openSources = (root: string): Map<string, LoadedPack> =>
  new Map(packNames(root).map((name) => [name, openSource(root, name)]));

export function writePacks(packs: ReadonlyMap<string, LoadedPack>, dist: string): void {
  mkdirSync(join(dist, 'packs'), { recursive: true });
  for (const [name, pack] of packs) writeFileSync(join(dist, 'packs', `${name}.json`), jcs(pack.document));
}
