// A result as a row of a census. What differs from run to run stands in one member of its own, so that the rest can be compared byte for byte.
import type { CensusPack, CensusRow, Check } from '../../contract/generated/types.ts';
import { ENGINE } from '../../contract/limits.ts';
import { codesOf } from '../baseline.ts';
import { reportDigest } from '../build.ts';
import type { Result } from '../result.ts';

export interface RowFacts {
  pack: CensusPack;
  seed: number;
  /** RFC 3339. */
  at: string;
}

/** What a site says and its own answers contradict: a failed honesty check, by its codes. */
const liesOf = (checks: readonly Check[]): string[] =>
  checks
    .filter(({ cap, verdict }) => cap !== undefined && verdict === 'fail')
    .flatMap((check) => codesOf(check).map((code) => `${check.id}/${code}`));

export function rowOf({ target, report, error, duration = 0 }: Result, { pack, seed, at }: RowFacts): CensusRow {
  const asked = { pack, engine: ENGINE, seed };
  if (!report) {
    const { code, message } = error ?? { code: 'internal', message: 'there is neither a report nor an error' };
    return { target, error: { code, message }, ...asked, issued: { at, ms: duration } };
  }
  const { grade, score, conclusive, checks } = report.verdict;
  return {
    target,
    grade,
    points: score.points,
    outOf: score.outOf,
    conclusive,
    checks: Object.fromEntries(checks.map(({ id, verdict }) => [id, verdict])),
    lies: liesOf(checks),
    verdictDigest: report.verdictDigest,
    ...asked,
    issued: { at: report.issued.at, ms: duration, report: reportDigest(report) },
  };
}
