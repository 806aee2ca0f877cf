// What a reporter is given: one run of one pack against one target, with its report or the reason why there is none.
import type { Check, Finding, Pack, Reason, Report, RuleVerdict } from '../contract/generated/types.ts';
import type { AgainOptions } from './again.ts';

export interface ResultError {
  /** From the closed table of error codes. */
  code: string;
  message: string;
  fix: string;
}

/** One line of a result: a check, or what no check says. */
export interface ResultLine {
  id: string;
  title: string;
  verdict: RuleVerdict;
  reason: Reason;
  findings: readonly Finding[];
  /** Absent on the line that is no check. */
  check?: Check;
  /** How much of what is claimed it showed, where it counts that. */
  coverage?: string;
  /** What to do, where that can be told. */
  fix?: string | undefined;
  /** A baseline knows that it fails or cannot be seen. */
  known?: boolean;
}

/** What was found where no target was graded: lines about files. */
export interface FileNotes {
  headline: string;
  lines: readonly ResultLine[];
}

/** Has a report, something told, or an error, never none of them. A grade is a list of one, a suite a list of many. */
export interface Result {
  target: string;
  pack: { name: string; version: string };
  report?: Report;
  error?: ResultError;
  notes?: FileNotes;
  /** Origin of the service that gave it; left out of what was judged here. */
  service?: string;
  name?: string;
  /** Milliseconds, where somebody measured them; renderers have no clock. */
  duration?: number;
  /** The pack itself, for the rules' own texts; left out where it is not at hand, and never written out. */
  document?: Pack;
  /** How it was asked for, where the report does not say; never written out but as a command. */
  asked?: AgainOptions;
  /** Ids of the checks that a baseline knows to fail or to be unseen; left out where there was no baseline. */
  known?: readonly string[];
}

/** Where the pack is not at hand, one without rules stands in: a report is still shown then, without their own texts. */
export function packOf({ document, pack }: Result): Pack {
  if (document) return document;
  const nothing = { control: {}, limits: { requests: 0, bytes: 0 }, bands: [], probes: {}, rules: [] };
  return { format: 1, name: pack.name, version: pack.version, title: pack.name, engine: '', ...nothing };
}
