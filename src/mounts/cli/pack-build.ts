// axproof pack build: a pack as one resolved JSON document, in canonical form: its digest is the SHA-256 of these bytes.
import { EXIT } from '../../contract/errors.ts';
import { jcs } from '../../json/jcs.ts';
import { openPack } from './bundled.ts';
import { writeText } from './files.ts';
import type { Io } from './io.ts';

export async function packBuild(path: string, options: { out?: string }, io: Io): Promise<number> {
  const text = jcs((await openPack(path)).document);
  if (options.out === undefined) io.out(text);
  else writeText(options.out, text);
  return EXIT.ok;
}
