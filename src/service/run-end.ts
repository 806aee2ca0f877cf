// What is counted of a run that has ended. Closed words and numbers alone: no target, no caller, nothing that a target said.
import type { Report } from '../contract/generated/types.ts';

export interface RunTally {
  /** Exchanges of the evidence that were sent. */
  requests: number;
  conclusive: boolean;
  /** Codes of the reasons of inconclusive checks, one for each. */
  inconclusive: string[];
}

export interface RunEnd {
  kind: string;
  /** Digest. */
  pack: string;
  /** done, interrupted, or a code of the table of errors. */
  outcome: string;
  seconds: number;
  /** Seconds until the last answer; what comes after is judging, signing and storing. */
  probing?: number;
  /** Of whoever asked for it first. */
  traceparent?: string;
  /** Of a run that came to a report. */
  report?: RunTally & { grade: string };
}

export const tallyOf = ({ verdict, evidence }: Report): RunTally => ({
  requests: evidence.exchanges.length,
  conclusive: verdict.conclusive,
  inconclusive: verdict.checks.flatMap(({ verdict: one, reason }) => (one === 'inconclusive' ? [reason.code] : [])),
});
