// axproof pack docs and pack blind-spots: what a pack asks, and what no run of it sees, in Markdown. docs/rules is made by the same code.
import { basename, join } from 'node:path';
import { isDigest } from '../../contract/digest.ts';
import { EXIT } from '../../contract/errors.ts';
import { blindSpotsText } from '../../report/blind-spots.ts';
import { packPage } from '../../report/pack-page.ts';
import { spotsOf } from '../../run/blind-spots.ts';
import { bundledWithDigest, openPack } from '../../run/bundled.ts';
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

/** As measured for its release. named: as ever, or by its digest, also one that is not at hand. */
export async function packBlindSpots(named: string, io: Io): Promise<number> {
  const pack = isDigest(named) ? await bundledWithDigest(named) : await openPack(named);
  const digest = pack?.digest ?? named;
  const called = pack && `${pack.document.name} ${pack.document.version}`;
  io.out(blindSpotsText({ digest, called }, spotsOf(digest)));
  return EXIT.ok;
}
