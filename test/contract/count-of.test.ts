// One of a thing is no plural, wherever it is counted.
import { expect } from 'chai';
import { countOf } from '../../src/contract/count-of.ts';
import { expectedWords } from '../../src/contract/schema-words.ts';
import { buildReport } from '../../src/report/build.ts';
import { markdown } from '../../src/report/markdown.ts';
import { clean, evidence, issued, pack } from '../report/sample.ts';

describe('what is counted', () => {
  it('is one check, and no checks, two checks or 1,234 checks', () =>
    expect([0, 1, 2].map((n) => countOf(n, 'check')).concat(countOf(1234, 'check', '1,234'))).to.deep.equal([
      '0 checks',
      '1 check',
      '2 checks',
      '1,234 checks',
    ]));

  it('is one check in a report of one check', () => {
    const [first] = clean.checks;
    const report = buildReport({ verdict: { ...clean, checks: [first!] }, evidence, issued });
    expect(markdown(report, pack)).to.include('Of 1 check, 1 passes.');
  });

  it('is one character that a schema asks for', () => {
    const error = { instancePath: '', schemaPath: '', keyword: 'minLength', params: { limit: 1 } };
    expect(expectedWords(error)).to.equal('expected at least 1 character');
    expect(expectedWords({ ...error, params: { limit: 2 } })).to.equal('expected at least 2 characters');
  });
});
