// axproof pack sign and pack verify: an author says which digest a release of a pack has, and a reader who trusts the author checks it. Neither sends anything to a target.
import { EXIT } from '../../contract/errors.ts';
import type { PackRef } from '../../contract/generated/types.ts';
import { openPack } from '../../run/bundled.ts';
import { writeOut } from './files.ts';
import type { Io } from './io.ts';
import { readBytes } from './read-document.ts';

async function releaseOf(path: string): Promise<PackRef> {
  const { document, digest } = await openPack(path);
  return { name: document.name, version: document.version, digest };
}

const words = ({ name, version, digest }: PackRef): string => `${name} ${version}, ${digest}`;

export async function packSign(path: string, { keys, out }: { keys: string; out?: string }, io: Io): Promise<number> {
  const { KeyFolder } = await import('../../attest/keys/folder.ts');
  const { signPack } = await import('../../attest/issue.ts');
  const release = await releaseOf(path);
  const now = Date.parse(io.now());
  const signer = new KeyFolder(keys).signer(now);
  const text = `${JSON.stringify(await signPack(release, signer, now))}\n`;
  writeOut(out, text, io);
  io.err(`axproof: signed ${words(release)}, with the key ${signer.kid}\n`);
  return EXIT.ok;
}

export async function packVerify(path: string, { signature, authors }: { signature: string; authors: string }, io: Io): Promise<number> {
  const { authorKeys, verifyPack } = await import('../../attest/verify/verify-pack.ts');
  const release = await releaseOf(path);
  const owner = release.name.replace(/\/.*/, '');
  const keys = authorKeys(await readBytes(authors), owner);
  const { kid, at } = verifyPack(await readBytes(signature), release, keys, Date.parse(io.now()));
  io.out(`${words(release)}\nsigned by ${owner} at ${at}, with the key ${kid}\n`);
  return EXIT.ok;
}
