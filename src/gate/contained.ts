// A stranger's spec as the gate takes it: validated and judged in a child of its own, or refused where nothing contains it.
import type { AdmittedPack } from './admitted.ts';
import { contain } from './containment/contain.ts';

export interface ContainedOptions {
  /** An operator accepts strangers' specs where the system isolates less than is needed. */
  unisolated?: boolean;
}

/** text: the canonical form of a resolved pack. */
export const admitContained = (text: string, { unisolated }: ContainedOptions = {}): Promise<AdmittedPack> =>
  contain(text, unisolated ? { withoutIsolation: true } : {});
