// Lists of results as JSON, Markdown and terminal text: one is shown as it is, several together, and nothing of a target acts.
import { expect } from 'chai';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { visible } from '../../src/contract/quote.ts';
import { json, resultsJson } from '../../src/report/json.ts';
import { markdown } from '../../src/report/markdown.ts';
import { called } from '../../src/report/outcomes.ts';
import { resultsMarkdown } from '../../src/report/results-markdown.ts';
import { resultsTerminal } from '../../src/report/results-terminal.ts';
import { terminal } from '../../src/report/terminal.ts';
import { graded, hostile, judged, PAYLOADS, unreachable } from './results.ts';
import { clean, pack } from './sample.ts';

const report = graded().report!;
const plain = { color: false, width: 80 };

describe('lists of results', () => {
  it('show one report as it is shown alone', () => {
    expect(resultsJson([graded()])).to.equal(json(report));
    expect(resultsMarkdown([graded()])).to.equal(markdown(report, pack));
    expect(resultsTerminal([graded()], plain)).to.equal(terminal(report, pack, plain));
  });

  it('name a pack that nobody opened by its name alone', () =>
    expect(called({ ...unreachable, pack: { name: 'spec', version: '' } })).to.match(/ by spec$/));

  it('are JSON without the packs', () => {
    const { results } = JSON.parse(resultsJson([graded(), unreachable]));
    expect(results.map((result: object) => Object.keys(result))).to.deep.equal([
      ['target', 'pack', 'report'],
      ['target', 'pack', 'error'],
    ]);
    expect(JSON.parse(resultsJson([unreachable])).results[0].error.code).to.equal('unreachable');
    expect(JSON.parse(resultsJson([]))).to.deep.equal({ results: [] });
  });

  it('begin with a table in Markdown, and leave reports out when they would be too long', () => {
    const whole = resultsMarkdown([graded(), unreachable, graded()]);
    expect(whole)
      .to.match(/^# 3 runs\n\n\| run \|/)
      .and.to.include('# No report for');
    const short = resultsMarkdown([graded(), graded()], 2000);
    expect(short.length).to.be.below(2000);
    expect(short).to.match(/^# 2 runs[\s\S]*2 reports are left out/);
    expect(resultsMarkdown([graded()], 2000)).to.match(/^# 1 run\n[\s\S]*1 report is left out/);
    // Whoever bounds it counts bytes.
    const wide = { ...unreachable, error: { code: 'unreachable', message: '\u3042'.repeat(1000), fix: '' } };
    for (const list of [[wide], [wide, wide]]) expect(Buffer.byteLength(resultsMarkdown(list, 2500))).to.be.at.most(2500);
  });

  it('are a line each on a terminal, with what does not hold', () => {
    const text = resultsTerminal(
      [graded(clean), { ...graded(), name: 'row 1' }, unreachable, { ...judged({ first: 'fail' }), known: ['first'] }],
      plain,
    );
    expect(text).to.match(/^✔ https:\/\/example\.com by test\/sample 1\.2\.3: grade A\+, 4 of 4 points\n✖ row 1: https/);
    expect(text)
      .to.include('\n    ? third: the target asked for fewer requests\n')
      .and.to.include('\n    ✖ first: as the test says (known)\n');
    expect(text).to.match(/\n4 results: 2 good, 1 failed, 1 without an answer\n$/);
  });

  it('show reports whose pack is not at hand', () => {
    const bare = { ...graded(), document: undefined };
    expect(resultsMarkdown([bare])).to.include('# Grade F');
    expect(resultsTerminal([bare], plain)).to.include('Grade F');
  });

  it('stay inert whatever the target wrote', () => {
    for (const text of PAYLOADS) {
      const [first, second] = hostile(text);
      const results = [{ ...first!, document: undefined, report: undefined, error: second!.error }, second!];
      expect(visible(resultsTerminal(results, plain), '\n')).to.equal(resultsTerminal(results, plain));
      const headings = fromMarkdown(resultsMarkdown(results)).children.filter(({ type }) => type === 'heading');
      expect(headings, JSON.stringify(text)).to.have.length(3);
      expect(JSON.stringify(fromMarkdown(resultsMarkdown(results)))).not.to.match(/"type":"(link|image|html)"/);
    }
  });
});
