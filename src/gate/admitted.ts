// A spec that was validated and may be run: in this process, or in a child of its own. It says nothing about digests that were expected.
import type { Pack } from '../contract/generated/types.ts';
import type { LoadedPack } from '../pack/compiled/loaded-pack.ts';
import { type JudgeMaker, judgeHere } from '../run/run.ts';

export interface AdmittedPack {
  /** For renderers, and for what the pack asks for (consent). */
  document: Pack;
  digest: string;
  judge: JudgeMaker;
  /** Ends whatever judges it. */
  close(): Promise<void>;
}

/** A pack that is judged in this process: our own, or one of the operator's own disk. */
export const admitHere = (pack: LoadedPack): AdmittedPack => ({
  document: pack.document,
  digest: pack.digest,
  judge: judgeHere(pack),
  close: async () => {},
});
