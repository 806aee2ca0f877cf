// Writes a migrated pack as a folder: its own files, edited where they change. It must not touch the folder that it reads.
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxproofError } from '../../contract/errors.ts';
import { systemWords } from '../../contract/system-words.ts';
import { formatFinding } from '../../pack/finding.ts';
import { loadPack } from '../../pack/load.ts';
import { readPack } from '../../pack/load-folder.ts';
import { folderTexts } from '../../pack/migrate/folder-texts.ts';
import type { Migrated } from '../../pack/migrate/migrate.ts';
import { VIEW_NAMES } from '../../views/registry.ts';
import { bundledPack } from './bundled.ts';
import { readText, writeText } from './files.ts';

/** digest: what the folder has to have when it is read again. Throws bad-pack where it has another. */
export function writeFolder(from: string, to: string, migrated: Migrated, digest: string): void {
  const { resolved } = readPack(from, { bundled: bundledPack });
  if (!resolved) throw new AxproofError('bad-pack', `${from} cannot be read`);
  const texts = new Map(readdirSync(from).map((name) => [join(from, name), readText(join(from, name))]));
  const written = folderTexts(texts, resolved, migrated);
  try {
    mkdirSync(to);
  } catch (error) {
    throw new AxproofError('bad-file', `${to} cannot be made: ${systemWords(error)}`);
  }
  for (const [name, text] of written) writeText(join(to, name), text);
  const { pack, findings } = loadPack(to, { views: [...VIEW_NAMES], bundled: bundledPack });
  if (pack?.digest === digest) return;
  throw new AxproofError('bad-pack', `${to}, as it was written, is not the migrated pack`, [
    ...findings.map(formatFinding),
    'write it as one document instead: --out FILE.json',
  ]);
}
