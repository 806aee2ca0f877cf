// axproof pack lint: every mistake of a pack, one a line, as FILE:LINE:COL: CODE text.
import { EXIT } from '../../contract/errors.ts';
import { formatFinding } from '../../pack/finding.ts';
import { loadPack } from '../../pack/load.ts';
import { bundledPack, packPath } from '../../run/bundled.ts';
import { VIEW_NAMES } from '../../views/registry.ts';
import { VIEW_MEMBERS } from '../../views/view-members.ts';
import type { Io } from './io.ts';

export async function packLint(path: string, io: Io): Promise<number> {
  const { pack, findings } = loadPack(packPath(path), { views: [...VIEW_NAMES], craft: VIEW_MEMBERS, bundled: bundledPack });
  for (const f of findings) io.out(`${formatFinding(f)}\n`);
  if (pack) io.err(`axproof: ${pack.document.name} ${pack.document.version} loads: ${pack.document.rules.length} rules, ${pack.digest}\n`);
  return pack ? EXIT.ok : EXIT.usage;
}
