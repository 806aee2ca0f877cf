// Exit statuses of checks, and whether a grade is enough for a test of a suite (docs/cli.md). It judges no check itself.
import { EXIT } from '../../contract/errors.ts';
import type { Bands, Check, Grade, Verdict } from '../../contract/generated/types.ts';
import { better } from '../../contract/grades.ts';

const enough = (grade: Grade, least: Grade): boolean => !better(least, grade);

/** The grade if everything that could not be seen were well. */
function best({ checks, caps, grade }: Verdict, bands: Bands): Grade {
  const sum = (list: readonly Check[]): number => list.reduce((points, c) => points + (c.outOf ?? 0), 0);
  const outOf = sum(checks);
  // Nothing that is scored applies: nothing of it can be better than it was said to be.
  if (outOf === 0) return grade;
  const percent = (100 * sum(checks.filter((c) => c.verdict === 'pass' || c.verdict === 'inconclusive'))) / outOf;
  const earned = bands.find(([from]) => percent >= from)?.[1] ?? 'F';
  return caps.reduce((least, cap) => (enough(least, cap.grade) ? cap.grade : least), earned);
}

/** 0 all pass or do not apply; 1 something failed; 3 nothing failed, something could not be seen. */
export function statusOfChecks(checks: readonly Pick<Check, 'verdict'>[]): number {
  if (checks.some((c) => c.verdict === 'fail')) return EXIT.failed;
  return checks.some((c) => c.verdict === 'inconclusive') ? EXIT.unclear : EXIT.ok;
}

/**
 * Without a least grade no check may fail. With one: below it is failed, unless what could not be seen might lift it;
 * an honesty rule that could not be seen leaves even a good grade open.
 */
export function statusOf(verdict: Verdict, bands: Bands, least?: Grade): number {
  const { checks, grade } = verdict;
  if (least === undefined) return statusOfChecks(checks);
  if (!enough(best(verdict, bands), least)) return EXIT.failed;
  const unseen = checks.some((c) => c.cap !== undefined && c.verdict === 'inconclusive' && !enough(c.cap, least));
  return enough(grade, least) && !unseen ? EXIT.ok : EXIT.unclear;
}
