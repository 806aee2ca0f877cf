// The badge of a domain as SVG. All that it can say is listed here: no text of a target ever comes in, so every width is known beforehand.
import type { Grade } from '../contract/generated/types.ts';
import type { Certainty } from './grade-words.ts';

export type BadgeState =
  | { kind: 'grade'; grade: Grade; certainty: Certainty }
  /** A target that is watched: what stands, and whether it came up or down lately. */
  | { kind: 'watched'; is: Grade | 'unreachable' | 'passed' | 'not passed'; trend: 'up' | 'down' | 'level' }
  /** A target that is watched, of which nothing was seen of late. */
  | { kind: 'unseen' }
  /** Nobody watches it any more. */
  | { kind: 'stopped' }
  /** Nothing is stored yet. */
  | { kind: 'none' };

interface Look {
  text: string;
  said: string;
  /** White text on it has a contrast of at least 4.5. */
  fill: string;
  width: number;
}

const FILLS: Record<string, string> = { A: '#1a7340', B: '#2f6f6a', C: '#8a5a00', D: '#a8480f', F: '#b3261e', open: '#5b6470' };
const LABEL = 56;

const TRENDS = { up: ['↑', 'recovered'], down: ['↓', 'came down'], level: ['→', 'level'] } as const;
const WATCHED: Record<string, Pick<Look, 'fill' | 'width'>> = {
  unreachable: { fill: FILLS.F!, width: 88 },
  passed: { fill: FILLS.A!, width: 64 },
  'not passed': { fill: FILLS.F!, width: 84 },
};

function watched({ is, trend }: Extract<BadgeState, { kind: 'watched' }>): Look {
  const [arrow, words] = TRENDS[trend];
  const { fill, width } = WATCHED[is] ?? { fill: FILLS[is.charAt(0)]!, width: 42 };
  return { text: `${is} ${arrow}`, said: `${is in WATCHED ? is : `grade ${is}`}, ${words}`, fill, width };
}

function look(state: BadgeState): Look {
  if (state.kind === 'watched') return watched(state);
  if (state.kind === 'unseen') return { text: 'not seen', said: 'not seen of late', fill: FILLS.open!, width: 60 };
  if (state.kind === 'stopped') return { text: 'not watched', said: 'not watched any more', fill: FILLS.open!, width: 80 };
  if (state.kind === 'none') return { text: 'not graded', said: 'not graded yet', fill: FILLS.open!, width: 72 };
  const { grade, certainty } = state;
  if (certainty === 'exact') return { text: grade, said: `grade ${grade}`, fill: FILLS[grade.charAt(0)]!, width: 30 };
  if (certainty === 'at-least') return { text: `≥ ${grade}`, said: `at least grade ${grade}`, fill: FILLS.open!, width: 42 };
  if (certainty === 'unseen') return { text: 'not seen', said: 'nothing could be seen', fill: FILLS.open!, width: 60 };
  return { text: `${grade}, not verified`, said: `grade ${grade}, not verified honest`, fill: FILLS.open!, width: 100 };
}

/** An SVG document, to be sent as image/svg+xml. */
export function badge(state: BadgeState): string {
  const { text, said, fill, width } = look(state);
  const all = LABEL + width;
  const middle = LABEL + width / 2;
  // textLength fits the text to its place, whatever font the reader has.
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${all}" height="20" viewBox="0 0 ${all} 20" role="img" aria-label="axproof: ${said}"><title>axproof: ${said}</title><clipPath id="r"><rect width="${all}" height="20" rx="3"/></clipPath><g clip-path="url(#r)"><rect width="${LABEL}" height="20" fill="#2b3440"/><rect x="${LABEL}" width="${width}" height="20" fill="${fill}"/></g><g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11" text-anchor="middle"><text x="${LABEL / 2}" y="14" textLength="${LABEL - 12}" lengthAdjust="spacingAndGlyphs">axproof</text><text x="${middle}" y="14"${text.length > 3 ? ` textLength="${width - 12}" lengthAdjust="spacingAndGlyphs"` : ''}>${text}</text></g></svg>\n`;
}
