// axproof spec-digest: the digest by which a pack is ratified, alone on one line; or whether it is the one that was ratified.
import { isDigest } from '../../contract/digest.ts';
import { AxproofError, EXIT } from '../../contract/errors.ts';
import { compareDigests } from '../../gate/spec.ts';
import { openPack } from '../../run/bundled.ts';
import type { Io } from './io.ts';

export async function specDigest(path: string, options: { check?: string }, io: Io): Promise<number> {
  const { check } = options;
  if (check !== undefined && !isDigest(check))
    throw new AxproofError('bad-usage', 'a digest is sha256: and 64 lower-case hexadecimal digits');
  const { digest } = await openPack(path);
  if (check !== undefined) compareDigests(digest, check);
  io.out(`${digest}\n`);
  return EXIT.ok;
}
