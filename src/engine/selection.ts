// Nodes that a path selected, and what is uncertain about them. Plain data; it selects nothing itself.

import type { Unclear } from '../contract/unclear.ts';
import type { Node, Seen } from './node.ts';

export interface Selection {
  nodes: Node[];
  /** Something is unclear or is missing because something was unclear. */
  open?: Unclear;
  /** The exchange at which that was noticed. */
  openAt?: Seen;
  /** The pack's own bound stopped a list. */
  partial: boolean;
}

export const nothing = (): Selection => ({ nodes: [], partial: false });

/** Appends b to a. */
export function join(a: Selection, b: Selection): Selection {
  return {
    nodes: a.nodes.length === 0 ? b.nodes : [...a.nodes, ...b.nodes],
    open: a.open ?? b.open,
    openAt: a.open ? a.openAt : b.openAt,
    partial: a.partial || b.partial,
  };
}
