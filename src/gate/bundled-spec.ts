// A bundled pack by its digest, for requests that name a digest alone. It looks nowhere but in the package.
import { bundledNames, openPack } from '../run/bundled.ts';
import { type AdmittedPack, admitHere } from './admitted.ts';

export async function bundledSpec(digest: string): Promise<AdmittedPack | undefined> {
  for (const name of bundledNames()) {
    const pack = await openPack(name);
    if (pack.digest === digest) return admitHere(pack);
  }
  return undefined;
}
