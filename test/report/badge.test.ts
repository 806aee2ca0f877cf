// The badge says one thing of a closed list, as a well-formed picture with a name and enough contrast.
import { expect } from 'chai';
import { type BadgeState, badge } from '../../src/report/badge.ts';

const GRADES = ['A+', 'A', 'B', 'C', 'D', 'F'] as const;
const states: BadgeState[] = [
  { kind: 'none' },
  ...GRADES.flatMap((grade) =>
    (['exact', 'at-least', 'not-verified'] as const).map((certainty): BadgeState => ({ kind: 'grade', grade, certainty })),
  ),
  // Whatever the grade would be.
  { kind: 'grade', grade: 'F', certainty: 'unseen' },
];

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

describe('badge', () => {
  it('has a name, a title and readable colours', () => {
    for (const state of states) {
      const svg = badge(state);
      expect(svg).to.match(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^<>]*role="img" aria-label="axproof: [^"<>]+"><title>/);
      for (const [, fill] of svg.matchAll(/fill="(#[0-9a-f]{6})"/g)) expect(1.05 / (luminance(fill!) + 0.05), fill).to.be.at.least(4.5);
    }
  });

  it('differs for every state, and never claims more than was seen', () => {
    expect(new Set(states.map((state) => badge(state))).size).to.equal(states.length);
    expect(badge({ kind: 'grade', grade: 'B', certainty: 'at-least' })).to.include('at least grade B');
    expect(badge({ kind: 'grade', grade: 'B', certainty: 'not-verified' })).to.include('not verified honest');
    expect(badge({ kind: 'grade', grade: 'F', certainty: 'unseen' }))
      .to.include('nothing could be seen')
      .and.not.match(/>F</);
  });
});
