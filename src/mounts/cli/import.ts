// axproof import: a PinnedSpec or Suite document becomes a pack, and a suite with it; what has no equivalent is listed with its place.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { AxproofError, EXIT } from '../../contract/errors.ts';
import { quote } from '../../contract/quote.ts';
import { type Imported, importDocument } from '../../pack/import/import-document.ts';
import { loadPackDocument } from '../../pack/load.ts';
import { checkPlaces, makeFolder, readText, writeText } from './files.ts';
import type { Io } from './io.ts';

const packText = (imported: Imported): string => `${JSON.stringify(imported.pack, null, 2)}\n`;

function folderOf(path: string): string {
  if (!existsSync(path)) makeFolder(path);
  if (statSync(path).isDirectory()) return path;
  throw new AxproofError('bad-usage', `${path} is a file; a suite is written into a folder`);
}

function deliver(imported: Imported, file: string, out: string | undefined, io: Io): void {
  if (out === undefined) {
    if (imported.suite) throw new AxproofError('bad-usage', 'a suite comes with its pack: give a folder with --out');
    io.out(packText(imported));
    return;
  }
  if (!imported.suite && out.endsWith('.json')) {
    writeText(out, packText(imported));
    return;
  }
  const folder = folderOf(out);
  const pack = join(folder, `${imported.slug}.pack.json`);
  const suite = join(folder, `${imported.slug}.suite.yaml`);
  checkPlaces([pack, suite], [file]);
  writeText(pack, packText(imported));
  io.out(`${pack}\n`);
  if (!imported.suite) return;
  writeText(suite, stringify(imported.suite, { lineWidth: 0 }));
  io.out(`${suite}\n`);
}

export async function importFile(file: string, { out, strict }: { out?: string; strict?: boolean }, io: Io): Promise<number> {
  const imported = importDocument(readText(file), file);
  // What an importer writes has to load; otherwise the fault is ours, or the document is beyond what a pack may be.
  loadPackDocument(imported.pack);
  deliver(imported, file, out, io);
  for (const { pointer, why, harmless } of imported.losses)
    io.err(`${file}#${quote(pointer)}: ${harmless ? 'note' : 'no-equivalent'} ${quote(why, 400)}\n`);
  const lost = imported.losses.filter((loss) => !loss.harmless).length;
  io.err(`axproof: ${imported.digest}\n`);
  if (lost > 0) io.err(`axproof: ${lost} places have no equivalent; the rules that they belong to cannot pass until they are written\n`);
  return strict && lost > 0 ? EXIT.failed : EXIT.ok;
}
