// axproof spec-digest: the digest by which a pack is ratified, alone on one line.
import { EXIT } from '../../contract/errors.ts';
import { openPack } from './bundled.ts';
import type { Io } from './io.ts';

export async function specDigest(path: string, io: Io): Promise<number> {
  io.out(`${(await openPack(path)).digest}\n`);
  return EXIT.ok;
}
