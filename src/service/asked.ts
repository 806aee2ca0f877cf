// What a caller's request comes to: which run is wanted, and the key by which equal ones meet. It starts nothing.
import type { Reach } from '../run/destinations.ts';
import { type RunDraft, runKey } from '../store/run.ts';

export interface RunOrder {
  origin: string;
  reach: Reach;
  digest: string;
  kind: RunDraft['kind'];
  seed: number | null;
  ratified?: boolean;
  /** The monitor whose secrets the run is given: it joins no other. */
  secretsOf?: string;
  /** The payment that buys it alone: it joins no other. */
  paidBy?: string;
  /** A caller's spec, public from the start of its run for whoever replays the report. */
  pack?: Uint8Array;
  /** The trace of whoever asked first; whoever joins has another. */
  traceparent?: string;
}

/** What the worker is told besides. */
export type WorkerInput = Pick<RunOrder, 'reach' | 'ratified' | 'secretsOf' | 'paidBy' | 'traceparent'>;

/** Of this two runs differ. */
const equal = ({ reach, ratified, secretsOf, paidBy }: RunOrder): WorkerInput => ({
  reach,
  ...(ratified === undefined ? {} : { ratified }),
  ...(secretsOf === undefined ? {} : { secretsOf }),
  ...(paidBy === undefined ? {} : { paidBy }),
});

export const inputOf = (asked: RunOrder): WorkerInput => ({ ...equal(asked), ...tracedBy(asked) });

export const tracedBy = ({ traceparent }: Pick<RunOrder, 'traceparent'>): Pick<RunOrder, 'traceparent'> =>
  traceparent === undefined ? {} : { traceparent };

export const keyOf = (asked: RunOrder): string =>
  runKey({ kind: asked.kind, target: asked.origin, packDigest: asked.digest, seed: asked.seed }, equal(asked));
