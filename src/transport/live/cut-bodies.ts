// How much of the bodies that the verifier cut a run keeps: whole ones while there is room for them all, of those after that no more than a head.
// It knows nothing of bodies that came to their end.
import { LIMITS } from '../../contract/limits.ts';

export class CutBodies {
  #left: number = LIMITS.cutBytes;

  /** Of a body that has come to so many decoded bytes when it was cut: how many are kept. */
  keep(size: number): number {
    const kept = size <= this.#left ? size : Math.min(size, LIMITS.cutHead);
    this.#left = Math.max(0, this.#left - kept);
    return kept;
  }
}
