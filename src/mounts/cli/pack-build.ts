// axproof pack build: a pack as one resolved JSON document, in canonical form: its digest is the SHA-256 of these bytes.
import { join } from 'node:path';
import { AxproofError, EXIT } from '../../contract/errors.ts';
import { jcs } from '../../json/jcs.ts';
import { PACKAGE_ROOT } from '../../run/package-root.ts';
import { openPack } from './bundled.ts';
import { readBytes } from './fetched.ts';
import { writeText } from './files.ts';
import type { Io } from './io.ts';

export interface PackBuildOptions {
  out?: string;
  from?: string;
}

const PINS = join(PACKAGE_ROOT, 'fixtures', 'own-contract');

/** The pack that carries the document; what of the document it cannot ask is told on stderr. */
async function pinned(path: string | undefined, from: string, io: Io): Promise<string> {
  const { pin } = await import('../../run/contracts/pin.ts');
  const { readContract } = await import('../../run/contracts/read-contract.ts');
  const contract = readContract(await readBytes(from), from);
  const { pack, askable, left } = pin(contract, (await openPack(path ?? PINS)).document);
  for (const { place, id, code, why } of left) io.err(`${from}#${place}: ${code} ${id}: ${why}\n`);
  io.err(`axproof: ${askable} of ${askable + left.length} operations are asked; ${pack.digest}\n`);
  const most = Math.max(0, ...Object.values(pack.document.probes).map(({ sample = 0 }) => sample));
  if (askable > most) io.err(`axproof: a run draws ${most} of them: with coverage of less than all in a pack of your own it can pass\n`);
  return jcs(pack.document);
}

export async function packBuild(path: string | undefined, { out, from }: PackBuildOptions, io: Io): Promise<number> {
  if (path === undefined && from === undefined) throw new AxproofError('bad-usage', 'name a pack, or a document with --from');
  const text = from === undefined ? jcs((await openPack(path)).document) : await pinned(path, from, io);
  if (out === undefined) io.out(text);
  else writeText(out, text);
  return EXIT.ok;
}
