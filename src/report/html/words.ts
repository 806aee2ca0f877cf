// The words and signs of verdicts and grades on the pages, in one place, so that colour never has to say anything.
import type { Check, Grade, RuleVerdict, Verdict } from '../../contract/generated/types.ts';
import { points } from '../summary.ts';
import { html, type Markup } from './markup.ts';

export const SIGNS: Record<RuleVerdict, { sign: string; word: string }> = {
  pass: { sign: '✓', word: 'Pass' },
  fail: { sign: '✕', word: 'Fail' },
  inconclusive: { sign: '?', word: 'Not seen' },
  'not-applicable': { sign: '–', word: 'Not applicable' },
};

export const verdictMark = (sign: string, word: string): Markup =>
  html`<p class="verdict"><span class="sign" aria-hidden="true">${sign}</span> <span class="word">${word}</span></p>`;

/** What a check is worth, or does. */
export function worth({ cap, points: earned = 0, outOf = 0 }: Pick<Check, 'cap' | 'points' | 'outOf'>): string {
  return cap === undefined ? `${earned} of ${points(outOf)}` : `Caps at ${cap}`;
}

/** How sure the grade is: what could not be seen only ever leaves it open. */
export function certainty({ checks, conclusive }: Pick<Verdict, 'checks' | 'conclusive'>): 'exact' | 'at-least' | 'not-verified' {
  if (conclusive) return 'exact';
  return checks.some((check) => check.verdict === 'inconclusive' && check.cap !== undefined) ? 'not-verified' : 'at-least';
}

/** The grade in words that promise no more than was seen. */
export function gradeWords(verdict: Pick<Verdict, 'checks' | 'conclusive' | 'grade'>): string {
  const sure = certainty(verdict);
  const seen = verdict.checks.some((check) => check.verdict === 'pass' || check.verdict === 'fail');
  if (sure !== 'exact' && !seen) return `Nothing could be seen: grade ${verdict.grade} is only a lower bound`;
  if (sure === 'exact') return `Grade ${verdict.grade}`;
  return sure === 'at-least' ? `At least grade ${verdict.grade}` : `Grade ${verdict.grade}, not verified honest`;
}

/** Class of a grade's colour. */
export const gradeClass = (grade: Grade): string => `grade-${grade.charAt(0).toLowerCase()}`;
