// A node that a path selected and the exchange that it came from: each names the other, so they stand together. Plain data.
import type { Claim } from '../contract/generated/types.ts';
import type { Json, JsonObject } from '../contract/json.ts';
import type { Unclear } from '../contract/unclear.ts';
import type { OpenPlace } from '../contract/view.ts';
import type { Likeness, Outcome } from './outcome.ts';
import type { Record } from './record.ts';

/** An exchange as one probe sees it: the shared record under the probe's own name, with the item that it was sent for. */
export interface Observation {
  /** llms, api[2], tools[0.1]: the id that checks and evidence use. */
  name: string;
  /** Sorts names as the pack does. */
  order: number[];
  record: Record;
  outcome: Outcome;
  item?: Node;
  /** Whether the answer is the one of what cannot exist; known at the run's end. */
  likeControl?: Likeness;
  /** The operations that are declared for its method and address; known at the run's end. */
  operations?: readonly JsonObject[];
  /** Further ones may be declared, in a document that was not read; known at the run's end. */
  operationsOpen?: true;
  claimedBy: Claim[];
}

export interface Node {
  value: Json;
  /** The exchange that the value came from. */
  observation?: Observation;
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
