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

/** Packs by their paths, each loaded once. load: of the sources, or of what is built of them. */
export function packsBy(load: typeof loadPack): (path: string) => LoadedPack {
  const known = new Map<string, LoadedPack>();
  return (path) => {
    const before = known.get(path);
    if (before) return before;
    const { pack, findings } = load(path);
    if (!pack) throw new Error(findings.map((f) => `${f.file}:${f.line}:${f.column}: ${f.code} ${f.text}`).join('\n'));
    known.set(path, pack);
    return pack;
  };
}

export const packAt = packsBy(loadPack);
