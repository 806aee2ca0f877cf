// Nodes that a path selected, and what is uncertain about them. Plain data; it selects nothing itself.
import type { Unclear } from '../../contract/unclear.ts';
import type { Node, Observation } from '../../record/observation.ts';

/** A view that could not read the body of an answer, by a fault of the body. */
export interface NotRead {
  observation: Observation;
  view: string;
}

export interface Selection {
  nodes: Node[];
  /** Something is unclear or is missing because something was unclear. */
  open?: Unclear;
  /** The exchange at which that was noticed. */
  openAt?: Observation;
  /** The pack's own bound stopped a list. */
  partial: boolean;
  /** Nothing that was looked into could be read: the first of those. */
  notRead?: NotRead;
}

/** Every selection has all members, in one order: many are made, and what reads them is fast where all are alike. */
export const selection = (nodes: Node[], open?: Unclear, openAt?: Observation, notRead?: NotRead): Selection => ({
  nodes,
  open,
  openAt: open && openAt,
  partial: false,
  notRead,
});

export const nothing = (): Selection => selection([]);

const isNothing = (s: Selection): boolean => s.nodes.length === 0 && s.open === undefined && !s.partial && s.notRead === undefined;

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
  const first = parts.find((p) => p.open);
  const nodes: Node[] = [];
  for (const part of parts) for (const node of part.nodes) nodes.push(node);
  return {
    nodes,
    open: first?.open,
    openAt: first?.openAt,
    partial: parts.some((p) => p.partial),
    notRead: parts.every((p) => p.notRead) ? only.notRead : undefined,
  };
}
