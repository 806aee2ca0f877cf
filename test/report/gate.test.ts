// What the renderers say of a pinned report: the word, the digest and whether it is ratified come first, and no grade takes their place.
import { expect } from 'chai';
import type { Pack, RuleVerdict } from '../../src/contract/generated/types.ts';
import { buildPinnedReport } from '../../src/report/build.ts';
import { gateWords } from '../../src/report/gate-words.ts';
import { json } from '../../src/report/json.ts';
import { markdown } from '../../src/report/markdown.ts';
import { pinnedVerdict } from '../../src/report/pinned.ts';
import { terminal } from '../../src/report/terminal.ts';
import { evidence, issued, pack, verdict } from './sample.ts';

const report = (ratified: boolean, ...verdicts: RuleVerdict[]) => {
  const [check] = verdict.checks;
  const checks = verdicts.map((one, i) => ({ ...check!, id: `check-${i}`, verdict: one }));
  const conclusive = !verdicts.includes('inconclusive');
  return buildPinnedReport({ verdict: pinnedVerdict({ ...verdict, checks, conclusive, caps: [] }, ratified), evidence, issued });
};

const document = pack as Pack;

describe('a pinned report', () => {
  const rows: [name: string, given: ReturnType<typeof report>, word: string, because: RegExp][] = [
    ['passed', report(true, 'pass', 'not-applicable'), 'PASSED', /^Every check of the ratified spec passes/],
    ['unratified', report(false, 'pass'), 'NOT PASSED', /^Not ratified: [^|]*$/],
    ['failed', report(true, 'pass', 'fail'), 'NOT PASSED', /^Failed: check-1\.$/],
    ['not seen', report(true, 'pass', 'inconclusive'), 'NOT PASSED', /^Could not be seen, so nothing is accepted: check-1\.$/],
    ['idle', report(true, 'not-applicable'), 'NOT PASSED', /^No check passes: nothing was proved\.$/],
    [
      'all at once',
      report(false, 'fail', 'inconclusive'),
      'NOT PASSED',
      /Not ratified.*\|Failed: check-0\.\|Could not be seen.*check-1\.\|No check passes/,
    ],
  ];
  for (const [name, given, word, because] of rows) {
    it(`says first that it is ${name}`, () => {
      const words = gateWords(given);
      expect(words.word).to.equal(word);
      expect(words.because.join('|')).to.match(because);
      const screen = terminal(given, document, { color: false }).split('\n');
      expect(screen[1]).to.equal(`  ${word}   ${words.ratified}`);
      expect(screen[2]).to.equal(`  ${given.verdict.spec.digest}`);
      const page = markdown(given, document).split('\n\n');
      expect(page[0]).to.match(new RegExp(`^# ${word}: `));
      expect(page[1]).to.include(given.verdict.spec.digest).and.to.include(words.ratified);
    });
  }

  it('offers no way to a better grade', () => {
    const text = terminal(report(true, 'pass', 'fail'), document, { color: false }) + markdown(report(true, 'pass', 'fail'), document);
    expect(text).not.to.match(/shortest way|lower bound|next step to a better grade|^# Grade/im);
    expect(text).to.include('axproof verify').and.not.to.include('axproof grade');
  });

  it('has passed among its first members', () => expect(json(report(true, 'pass')).split('\n')[3]).to.equal('  "passed": true,'));
});
