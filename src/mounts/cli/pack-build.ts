// axproof pack build: a pack as one resolved JSON document, in canonical form: its digest is the SHA-256 of these bytes. axproof spec-digest: that digest alone,
// by which a pack is ratified, or whether it is the one that was.
import { join } from 'node:path';
import { isDigest } from '../../contract/digest.ts';
import { AxproofError, EXIT } from '../../contract/errors.ts';
import { readLocalSpec } from '../../gate/local-spec.ts';
import { compareDigests, specOf } from '../../gate/spec.ts';
import { jcs } from '../../json/jcs.ts';
import { openPack } from '../../run/bundled.ts';
import type { PackPart } from '../../run/contracts/pin.ts';
import { PACKAGE_ROOT } from '../../run/package-root.ts';
import { writeOut } from './files.ts';
import type { Io } from './io.ts';
import { readBytes } from './read-document.ts';

export interface PackBuildOptions {
  out?: string;
  from?: string;
  part?: PackPart;
}

const PINS = join(PACKAGE_ROOT, 'fixtures', 'own-contract');

/** The pack that carries the document; what of the document it cannot ask is told on stderr. */
async function pinContract(path: string | undefined, from: string, part: PackPart | undefined, io: Io): Promise<string> {
  const { pin } = await import('../../run/contracts/pin.ts');
  const { readContract } = await import('../../run/contracts/read-contract.ts');
  const contract = readContract(await readBytes(from), from);
  const { pack, askable, left } = pin(contract, (await openPack(path ?? PINS)).document, part);
  for (const { place, id, code, why } of left) io.err(`${from}#${place}: ${code} ${id}: ${why}\n`);
  io.err(`axproof: ${askable} of ${askable + left.length} operations are asked; ${pack.digest}\n`);
  const most = Math.max(0, ...Object.values(pack.document.probes).map(({ sample = 0 }) => sample));
  if (askable > most) {
    const of = Math.max(Math.ceil(askable / most), (part?.of ?? 0) + 1);
    io.err(
      `axproof: a run asks ${most} of them, so this pack cannot pass: build ${of} that hold the document together, --part 1/${of} to --part ${of}/${of}\n`,
    );
  }
  return jcs(pack.document);
}

export async function packBuild(path: string | undefined, { out, from, part }: PackBuildOptions, io: Io): Promise<number> {
  if (path === undefined && from === undefined) throw new AxproofError('bad-usage', 'name a pack, or a document with --from');
  if (from === undefined && part) throw new AxproofError('bad-usage', '--part goes with --from');
  const text = from === undefined ? jcs((await openPack(path)).document) : await pinContract(path, from, part, io);
  writeOut(out, text, io);
  return EXIT.ok;
}

/** A pack of another engine is refused with its digest, by which it was ratified. */
async function digestOf(path: string): Promise<string> {
  try {
    return (await openPack(path)).digest;
  } catch (error) {
    if (!(error instanceof AxproofError) || error.code !== 'engine-mismatch') throw error;
    const { digest } = specOf(readLocalSpec(path).document);
    throw new AxproofError(error.code, error.message, [...error.details, `its digest is ${digest}`]);
  }
}

export async function specDigest(path: string, options: { check?: string }, io: Io): Promise<number> {
  const { check } = options;
  if (check !== undefined && !isDigest(check))
    throw new AxproofError('bad-usage', 'a digest is sha256: and 64 lower-case hexadecimal digits');
  const digest = await digestOf(path);
  if (check !== undefined) compareDigests(digest, check);
  io.out(`${digest}\n`);
  return EXIT.ok;
}
