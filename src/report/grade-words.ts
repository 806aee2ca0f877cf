// How sure a grade is, and the words for it: they promise no more than was seen, in every form of a report.
import type { Verdict } from '../contract/generated/types.ts';

export type Certainty = 'exact' | 'at-least' | 'not-verified' | 'unseen';

/** What could not be seen only ever leaves the grade open. */
export function certainty({ checks, conclusive }: Pick<Verdict, 'checks' | 'conclusive'>): Certainty {
  if (conclusive) return 'exact';
  if (!checks.some((check) => check.verdict === 'pass' || check.verdict === 'fail')) return 'unseen';
  return checks.some((check) => check.verdict === 'inconclusive' && check.cap !== undefined) ? 'not-verified' : 'at-least';
}

export function gradeWords(verdict: Pick<Verdict, 'checks' | 'conclusive' | 'grade'>): string {
  const { grade } = verdict;
  const words: { [sure in Certainty]: string } = {
    exact: `Grade ${grade}`,
    'at-least': `At least grade ${grade}`,
    'not-verified': `Grade ${grade} (not verified honest)`,
    unseen: `Nothing could be seen: grade ${grade} is only a lower bound`,
  };
  return words[certainty(verdict)];
}

/** In large: no letter stands for a site of which nothing was seen. */
export const gradeLetter = (verdict: Pick<Verdict, 'checks' | 'conclusive' | 'grade'>): string =>
  certainty(verdict) === 'unseen' ? '?' : verdict.grade;
