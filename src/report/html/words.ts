// The words and signs of verdicts and grades on the pages, in one place, so that colour never has to say anything.
import type { Check, Grade, RuleVerdict } from '../../contract/generated/types.ts';
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

export const gradeClass = (grade: Grade): string => `grade-${grade.charAt(0).toLowerCase()}`;
