// What a receipt shows of a body: each place that can be marked, once. A member that is missing has no place to mark.
import { expect } from 'chai';
import { Receipts } from '../../../src/report/html/receipts.ts';
import { stored } from './samples.ts';

const { verdict, evidence, ...report } = stored('liar-schema');
const check = verdict.checks.find(({ id }) => id === 'schema-conformance')!;
const [first] = check.findings;
const exchange = evidence.exchanges.find(({ names }) => names.includes(first!.exchange!))!;

function bodies(parts: string[]): { shown: number; marks: number } {
  const findings = parts.map((part) => ({ ...first!, part, place: undefined }));
  const text = '[{"id":"classic"},{"id":2}]';
  const whole = { ...exchange, answer: { ...exchange.answer, body: { text } } };
  const receipts = new Receipts(
    { ...report, verdict, evidence: { ...evidence, exchanges: [whole] } },
    { evidenceUrl: '/e', reportUrl: '/r' },
  );
  const html = String(receipts.deciding({ ...check, findings }));
  return { shown: html.split('classic').length - 1, marks: html.split('<mark>').length - 1 };
}

describe('the body of a receipt', () => {
  it('is shown once where nothing can be marked', () => expect(bodies(['/1/title', '/1/name'])).to.deep.equal({ shown: 1, marks: 0 }));
  it('is shown once for a place and a member that is missing', () =>
    expect(bodies(['/1/id', '/1/title'])).to.deep.equal({ shown: 1, marks: 1 }));
  it('is shown once for two findings at one place', () => expect(bodies(['/1/id', '/1/id'])).to.deep.equal({ shown: 1, marks: 1 }));
  it('is shown for each of two places', () => expect(bodies(['/0/id', '/1/id']).marks).to.equal(2));
});
