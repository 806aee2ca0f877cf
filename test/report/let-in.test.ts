// A site that keeps the verifier out is told how to let it in, and no shortest way that nobody can know.
import { expect } from 'chai';
import { buildReport } from '../../src/report/build.ts';
import { letIn } from '../../src/report/let-in.ts';
import { markdown } from '../../src/report/markdown.ts';
import { summarise } from '../../src/report/summary.ts';
import { terminal } from '../../src/report/terminal.ts';
import { evidence, issued, pack, verdict } from './sample.ts';

function kept(code: string): ReturnType<typeof buildReport> {
  const check = {
    id: 'first',
    title: 'First',
    verdict: 'inconclusive',
    reason: { code, text: 'unseen' },
    findings: [],
    evidence: [],
  } as const;
  const next = { grade: 'D', fix: ['first'] } as const;
  return buildReport({ verdict: { ...verdict, checks: [check], next } as never, evidence, issued });
}

const CODES: [string, RegExp][] = [
  ['challenged', /wall against bots.*\/\.well-known\//],
  ['walled', /wall against bots/],
  ['walled-since', /began to answer everything alike/],
  ['rate-limited', /429.*requests a minute/],
  ['declined', /robots\.txt of the site keeps the verifier out/],
  ['robots-server-error', /robots\.txt of the site could not be read/],
];

describe('ways to let the verifier in', () => {
  for (const [code, says] of CODES)
    it(`are told for ${code}`, () => {
      const report = kept(code);
      expect(
        letIn(report)
          .map(({ text }) => text)
          .join(''),
      ).to.match(says);
      expect(summarise(report, pack).next).to.match(/^Let the verifier in first/);
      for (const shown of [markdown(report, pack), terminal(report, pack, { color: false })])
        expect(shown).to.include('Let the verifier in first').and.not.include('shortest way');
    });

  it('hold the lines for robots.txt where that declines', () =>
    expect(letIn(kept('declined'))[0]?.block).to.equal('User-agent: axproof\nAllow: /'));

  it('are not told of what is no wall', () => {
    expect(letIn(kept('timed-out'))).to.deep.equal([]);
    expect(summarise(kept('timed-out'), pack).next).to.match(/shortest way/);
  });
});
