// The score as a ring with the grade in it, as SVG without any style of its own. Its name says all that it shows.
import type { Report, Score } from '../../contract/generated/types.ts';
import { certainty, gradeLetter, gradeWords } from '../grade-words.ts';
import { html, type Markup } from './markup.ts';
import { gradeClass } from './words.ts';

const RADIUS = 54;

export interface RingOptions {
  /** Large, in the middle: a grade or a sign. */
  text: string;
  /** Read aloud instead of the picture. */
  name: string;
  score: Score;
  className: string;
}

/** Part of the score that was earned, as a dash and a gap; a round end would show a dot for nothing. */
export function dashes({ points, outOf }: Score, radius: number): string | null {
  const round = 2 * Math.PI * radius;
  const part = outOf > 0 ? Math.min(1, Math.max(0, points / outOf)) : 0;
  return part === 0 ? null : `${(part * round).toFixed(2)} ${((1 - part) * round + 1).toFixed(2)}`;
}

function arc(score: Score): Markup | null {
  const drawn = dashes(score, RADIUS);
  return drawn === null
    ? null
    : html`<circle class="arc" cx="64" cy="64" r="${RADIUS}" transform="rotate(-90 64 64)" stroke-dasharray="${drawn}"/>`;
}

export const ring = ({ text, name, score, className }: RingOptions): Markup =>
  html`<svg class="ring ${className}" viewBox="6 6 116 116" width="176" height="176" role="img" aria-label="${name}"><circle class="track" cx="64" cy="64" r="${RADIUS}"/>${arc(score)}<text${text.length > 1 && html` class="two"`} x="64" y="67" text-anchor="middle" dominant-baseline="central">${text}</text></svg>`;

/** The ring of a grade, in words that promise no more than was seen. */
export function gradeRing({ verdict }: Pick<Report, 'verdict'>): Markup {
  const { grade, score } = verdict;
  const className = certainty(verdict) === 'exact' ? gradeClass(grade) : 'grade-open';
  return ring({ text: gradeLetter(verdict), name: `${gradeWords(verdict)}: ${score.points} of ${score.outOf} points`, score, className });
}
