// axproof pack docs: a page about a pack, in Markdown. docs/rules is written by the same way.
import { basename, join } from 'node:path';
import { EXIT } from '../../contract/errors.ts';
import { packPage } from '../../report/pack-page.ts';
import { openPack } from '../../run/bundled.ts';
import { makeFolder, writeText } from './files.ts';
import type { Io } from './io.ts';

export async function packDocs(path: string, { out }: { out?: string }, io: Io): Promise<number> {
  const pack = await openPack(path);
  const page = packPage(pack);
  if (out === undefined) io.out(page);
  else {
    makeFolder(out);
    const file = join(out, `${basename(pack.document.name)}.md`);
    writeText(file, page);
    io.out(`${file}\n`);
  }
  return EXIT.ok;
}
