// The score as a ring with the grade in it, as SVG without any style of its own. Its name says all that it shows.
import type { Score } from '../../contract/generated/types.ts';
import { html, type Markup } from './markup.ts';

const RADIUS = 54;
const ROUND = 2 * Math.PI * RADIUS;

export interface RingOptions {
  /** Large, in the middle: a grade or a sign. */
  text: string;
  /** Read aloud instead of the picture. */
  name: string;
  score: Score;
  className: string;
}

/** Part of the score that was earned; a round end would show a dot for nothing. */
function arc({ points, outOf }: Score): Markup | null {
  const part = outOf > 0 ? Math.min(1, Math.max(0, points / outOf)) : 0;
  if (part === 0) return null;
  const drawn = part * ROUND;
  return html`<circle class="arc" cx="64" cy="64" r="${RADIUS}" transform="rotate(-90 64 64)" stroke-dasharray="${drawn.toFixed(2)} ${(ROUND - drawn + 1).toFixed(2)}"/>`;
}

export const ring = ({ text, name, score, className }: RingOptions): Markup =>
  html`<svg class="ring ${className}" viewBox="6 6 116 116" width="176" height="176" role="img" aria-label="${name}"><circle class="track" cx="64" cy="64" r="${RADIUS}"/>${arc(score)}<text${text.length > 1 && html` class="two"`} x="64" y="67" text-anchor="middle" dominant-baseline="central">${text}</text></svg>`;
