// The card of a domain as SVG, for previews of links: 1200 by 630, its grade and nothing else of the target but its name.
import type { Report } from '../contract/generated/types.ts';
import { certainty, gradeLetter, gradeWords } from './grade-words.ts';
import { html } from './html/markup.ts';
import { dashes } from './html/ring.ts';

const TONES: Record<string, string> = { A: '#74cf9b', B: '#7fc9c0', C: '#e6b65f', D: '#f0a06f', F: '#ff938b', open: '#a3afbc' };
const RADIUS = 165;
/** Room beside the ring, and how wide a letter is at most, by the size of its font. */
const ROOM = 620;
const LETTER = 0.62;

const fitted = (text: string, most: number): number => Math.max(16, Math.min(most, Math.floor(ROOM / (text.length * LETTER))));

interface Face {
  grade: string;
  tone: string;
  words: string;
  score: string;
  drawn: string | null;
}

const NONE: Face = {
  grade: '–',
  tone: TONES.open!,
  words: 'Not graded yet',
  score: 'How well does it work for software agents?',
  drawn: null,
};

function face({ verdict, issued }: Report): Face {
  const { grade, score } = verdict;
  return {
    grade: gradeLetter(verdict),
    tone: (certainty(verdict) === 'exact' ? TONES[grade.charAt(0)] : undefined) ?? TONES.open!,
    words: gradeWords(verdict),
    score: `${score.points} of ${score.outOf} points · ${issued.at.slice(0, 10)}`,
    drawn: dashes(score, RADIUS),
  };
}

/** An SVG document, to be sent as image/svg+xml. target: its origin. */
export function card(target: string, report: Report | undefined): string {
  const name = target.replace(/^https:\/\//, '');
  const { grade, tone, words, score, drawn } = report ? face(report) : NONE;
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630" role="img" aria-label="axproof, ${name}: ${words}"><title>axproof, ${name}: ${words}</title><rect width="1200" height="630" fill="#11161c"/><g fill="none" stroke-width="26"><circle cx="290" cy="315" r="${RADIUS}" stroke="#2d3742"/>${drawn !== null && html`<circle cx="290" cy="315" r="${RADIUS}" stroke="${tone}" transform="rotate(-90 290 315)" stroke-dasharray="${drawn}"/>`}</g><g font-family="system-ui,Segoe UI,Roboto,Liberation Sans,Arial,sans-serif" fill="#e7ecf1"><text x="290" y="315" font-size="150" font-weight="700" text-anchor="middle" dominant-baseline="central">${grade}</text><text x="520" y="270" font-size="${fitted(name, 64)}" font-weight="700">${name}</text><text x="520" y="340" font-size="${fitted(words, 40)}" fill="${tone}">${words}</text><text x="520" y="395" font-size="${fitted(score, 32)}" fill="#a3afbc">${score}</text><text x="520" y="540" font-size="28" font-weight="700" fill="#8fbcf5">axproof</text></g></svg>
`.toString();
}
