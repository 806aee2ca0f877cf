// One requirement on the way to a rule: its probes, what is judged, and what was lost. It asks nothing.
import type { Assertion, Probe } from '../../contract/generated/types.ts';

export interface Loss {
  /** JSON pointer into the original. */
  pointer: string;
  why: string;
  /** Nothing was to be judged there, or it is judged more strictly now: no rule is held back. */
  harmless?: true;
}

/** Whatever is lost keeps its rule from passing. */
export class Losses {
  readonly list: Loss[] = [];

  /** Something that was judged, and is not any more. */
  lost(pointer: string, why: string): undefined {
    this.list.push({ pointer, why });
    return undefined;
  }

  /** Something that changes no verdict to a pass. */
  note(pointer: string, why: string): void {
    this.list.push({ pointer, why, harmless: true });
  }
}

export interface Reasoned {
  assertions: Assertion[];
  reasons: Record<string, string>;
}

export interface ImportStep extends Reasoned {
  /** Shared by the pack, so that later steps can use the answers. */
  probes: Record<string, Probe>;
}

export interface StepContext {
  /** Position from 1, which names the probe. */
  number: number;
  bound: Map<string, string>;
  losses: Losses;
  /** The document writes somewhere, so that the order of its steps matters and no answer may stand for another. */
  writes: boolean;
  /** The probe of the step before, where the order matters. */
  after?: string;
}

export const nothingJudged = (): ImportStep => ({ probes: {}, assertions: [], reasons: {} });
