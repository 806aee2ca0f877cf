// Turns a caller's request into the draft of a run, with the key by which equal runs join. It starts nothing.
import { sha256 } from '../contract/digest.ts';
import { jcs } from '../json/jcs.ts';
import type { RunDraft, RunTerms } from '../store/run.ts';

export interface RunOrder extends RunTerms {
  origin: string;
  digest: string;
  kind: RunDraft['kind'];
  seed: number | null;
  /** A caller's spec, public from the start of its run for whoever replays the report. */
  pack?: Uint8Array;
}

/** Of this two runs differ. */
const equal = ({ reach, ratified, secretsOf, paidBy }: RunOrder): RunTerms => ({
  reach,
  ...(ratified === undefined ? {} : { ratified }),
  ...(secretsOf === undefined ? {} : { secretsOf }),
  ...(paidBy === undefined ? {} : { paidBy }),
});

export const inputOf = (asked: RunOrder): RunTerms => ({ ...equal(asked), ...tracedBy(asked) });

export const tracedBy = ({ traceparent }: Pick<RunOrder, 'traceparent'>): Pick<RunOrder, 'traceparent'> =>
  traceparent === undefined ? {} : { traceparent };

export const keyOf = (asked: RunOrder): string =>
  sha256(jcs({ kind: asked.kind, target: asked.origin, pack: asked.digest, seed: asked.seed ?? 'fresh', extra: equal(asked) }));
