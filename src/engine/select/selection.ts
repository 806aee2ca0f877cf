// Nodes that a path selected, and what is uncertain about them. Plain data; it selects nothing itself.

import type { Unclear } from '../../contract/unclear.ts';
import type { Node, Observation } from '../../record/observation.ts';

export interface Selection {
  nodes: Node[];
  /** Something is unclear or is missing because something was unclear. */
  open?: Unclear;
  /** The exchange at which that was noticed. */
  openAt?: Observation;
  /** The pack's own bound stopped a list. */
  partial: boolean;
}

export const nothing = (): Selection => ({ nodes: [], partial: false });

const isNothing = (s: Selection): boolean => s.nodes.length === 0 && s.open === undefined && !s.partial;

/** Appends b to a. Selections are never written to, so either may be the outcome itself. */
export function join(a: Selection, b: Selection): Selection {
  if (isNothing(a)) return b;
  return isNothing(b) ? a : joinAll([a, b]);
}

/** All in order; the first that is open says why. */
export function joinAll(parts: readonly Selection[]): Selection {
  const [only] = parts;
  if (only === undefined) return nothing();
  if (parts.length === 1) return only;
  const open = parts.find((p) => p.open);
  return {
    nodes: parts.flatMap((p) => p.nodes),
    ...(open ? { open: open.open, openAt: open.openAt } : {}),
    partial: parts.some((p) => p.partial),
  };
}
