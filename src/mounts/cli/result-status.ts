// Exit statuses of results, by the one table (docs/cli.md). Errors keep their own, whatever a baseline knows.
import { ERRORS, type ErrorCode, EXIT } from '../../contract/errors.ts';
import type { BaselineComparison } from '../../report/baseline.ts';
import { ACCEPTANCE, outcomes } from '../../report/outcomes.ts';
import type { Result } from '../../report/result.ts';
import { statusOfChecks } from '../../run/suite/status-of.ts';

/** Of a pinned spec only the gate's word counts, and no baseline softens it. */
export function statusOfResult(result: Result, comparison?: BaselineComparison): number {
  const { report, error } = result;
  if (!report) return ERRORS[(error?.code ?? 'internal') as ErrorCode]?.exit ?? EXIT.unclear;
  if (report.kind === 'PinnedVerificationReport') return statusOfChecks(outcomes(result).filter(({ id }) => id === ACCEPTANCE));
  if (!comparison) return statusOfChecks(report.verdict.checks);
  if (comparison.regressions.some((note) => note.result === result)) return EXIT.failed;
  return comparison.unseen.some((note) => note.result === result) ? EXIT.unclear : EXIT.ok;
}

const GRAVEST: readonly number[] = [EXIT.interrupted, EXIT.forged, EXIT.usage, EXIT.consent, EXIT.failed, EXIT.unclear];

/** The gravest of several: what cannot be believed or run stands before what failed, and a fail before what was not seen. */
export const gravest = (statuses: readonly number[]): number => GRAVEST.find((status) => statuses.includes(status)) ?? EXIT.ok;
