// What the names at the root of a path stand for while a rule or source is at work. It decides nothing.
import type { Json } from '../contract/json.ts';
import type { Unclear } from '../contract/unclear.ts';
import type { Node, Seen } from './node.ts';

/** A settled probe. */
export interface ProbeValue {
  /** eachOf, repeat, and sources that select: an array in paths. */
  list: boolean;
  seen: Seen[];
  /** Attempts in order up to the winner. */
  tried: Seen[];
  /** Something is missing because something was unclear. */
  open?: Unclear;
  openAt?: Seen;
  /** A list that repeat left at most. */
  partial: boolean;
}

export interface Scope {
  probe(name: string): ProbeValue | undefined;
  run: Json;
  item?: Node;
  self?: Seen;
  each?: Node;
  /** Hears of every exchange that a path goes through. */
  touch?(seen: Seen): void;
}
