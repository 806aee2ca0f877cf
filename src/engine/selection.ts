// Nodes that a path selected, and what is uncertain about them. Plain data; it selects nothing itself.

import type { Json } from '../contract/json.ts';
import type { Unclear } from '../contract/unclear.ts';
import type { OpenPlace } from '../contract/view.ts';
import type { Seen } from './seen.ts';

export interface Node {
  value: Json;
  /** The exchange that the value came from. */
  seen?: Seen;
  /** The view it was read in, and the place in that view's value. */
  view?: string;
  path: (string | number)[];
  /** The node is an exchange itself. */
  whole?: boolean;
  /** Nothing certain can be said of the node. */
  open?: Unclear;
  /** Uncertain places inside the node, relative to it. */
  places?: OpenPlace[];
}

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
