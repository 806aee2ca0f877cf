// A bundled pack by its digest, for requests that name a digest alone. It looks nowhere but in the package.
import { bundledWithDigest } from '../run/bundled.ts';
import { type AdmittedPack, admitHere } from './admitted.ts';

export async function bundledSpec(digest: string): Promise<AdmittedPack | undefined> {
  const pack = await bundledWithDigest(digest);
  return pack && admitHere(await pack.open());
}
