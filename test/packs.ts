// Loads packs for tests; a pack that does not load fails with its findings.

import type { LoadedPack } from '../src/pack/compiled/loaded-pack.ts';
import { loadPack } from '../src/pack/load.ts';

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
