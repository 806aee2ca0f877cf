// One requirement on the way to a rule: its probes, what is judged, and what was lost. It asks nothing.
import type { Probe } from '../contract/generated/types.ts';
import type { Reasoned } from './expectation.ts';
import type { Losses } from './losses.ts';
import type { Bound } from './names.ts';

export interface Step extends Reasoned {
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

export type { Bound };

export const nothingJudged = (): Step => ({ probes: {}, assertions: [], reasons: {} });
