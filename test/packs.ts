// The bundled packs that have cases, and packs loaded for tests; one that does not load fails with its findings.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadedPack } from '../src/pack/compiled/loaded-pack.ts';
import { loadPack } from '../src/pack/load.ts';
import { ROOT } from './sources.ts';

export const RULES = join(ROOT, 'rules');
export const CASES = join(ROOT, 'fixtures/cases');
const withCases = readdirSync(CASES);
/** What extends another without rules of its own has the cases of that one. */
export const PACKS = readdirSync(RULES).filter((name) => withCases.includes(name));

const known = new Map<string, LoadedPack>();

export function packAt(path: string): LoadedPack {
  let pack = known.get(path);
  if (!pack) {
    const loaded = loadPack(path);
    if (!loaded.pack) throw new Error(loaded.findings.map((f) => `${f.file}:${f.line}:${f.column}: ${f.code} ${f.text}`).join('\n'));
    pack = loaded.pack;
    known.set(path, pack);
  }
  return pack;
}
