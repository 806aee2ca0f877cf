// A spec that was validated and may be run: in this process, or in a child of its own. It says nothing about digests that were expected.
import type { LoadedPack } from '../pack/compiled/loaded-pack.ts';
import type { JudgedPack } from '../record/recording.ts';
import { bundledWithDigest } from '../run/bundled.ts';
import { judgeHere } from '../run/run.ts';

export interface AdmittedPack extends JudgedPack {
  digest: string;
  /** Ends whatever judges it. */
  close(): Promise<void>;
}

/** A pack that is judged in this process: our own, or one of the operator's own disk. */
export const admitHere = (pack: LoadedPack): AdmittedPack => ({
  ...judgeHere(pack),
  digest: pack.digest,
  close: async () => {},
});

/** A bundled pack by its digest, for requests that name a digest alone. */
export async function bundledSpec(digest: string): Promise<AdmittedPack | undefined> {
  const pack = await bundledWithDigest(digest);
  return pack && admitHere(await pack.open());
}
