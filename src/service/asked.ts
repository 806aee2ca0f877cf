// What a caller's request comes to: which run is wanted, and the key by which equal ones meet. It starts nothing.
import type { Reach } from '../run/destinations.ts';
import { type RunDraft, runKey } from '../store/run.ts';

export interface Asked {
  origin: string;
  reach: Reach;
  digest: string;
  kind: RunDraft['kind'];
  seed: number | null;
  ratified?: boolean;
  /** A caller's spec, public from the start of its run for whoever replays the report. */
  pack?: Uint8Array;
}

/** What the worker is told besides. */
export const inputOf = ({ reach, ratified }: Asked): { reach: Reach; ratified?: boolean } => ({
  reach,
  ...(ratified === undefined ? {} : { ratified }),
});

export const keyOf = (asked: Asked): string =>
  runKey({ kind: asked.kind, target: asked.origin, packDigest: asked.digest, seed: asked.seed }, inputOf(asked));
