// The public status page of a target: what its figures say, and that nothing of a target or a spec is markup.
import { expect } from 'chai';
import type { TargetStatus } from '../../../src/contract/generated/types.ts';
import { statusPage } from '../../../src/report/html/status-page.ts';

const status: TargetStatus = {
  target: 'https://example.com',
  rules: 'AX',
  state: 'kept',
  summary: 'Grade A.',
  flapping: false,
  days: [],
  incidents: [],
};
const pageOf = (more: Partial<TargetStatus>): string =>
  statusPage({
    status: { ...status, ...more },
    url: 'https://verifier.example/example.com/status',
    days: ['2026-11-23', '2026-11-24'],
    feeds: [],
    badgeUrl: '/example.com/status.svg',
    gradeUrl: '/example.com',
  });
const day = (kept: number, results: number) => ({ day: '2026-11-24', kept, results });

describe('the status page', () => {
  const shares: [kept: number, results: number, words: string][] = [
    [0, 0, 'Nothing was seen in 90 days.'],
    [25_920, 25_920, 'Kept in 100 % of 25920 results'],
    [25_919, 25_920, 'Kept in 99.99 % of 25920 results'],
    [1, 25_920, 'Kept in 0.01 % of 25920 results'],
    [0, 25_920, 'Kept in 0 % of 25920 results'],
    [1, 2, 'Kept in 50 % of 2 results'],
    [1, 10, 'Kept in 10 % of 10 results'],
    [2, 3, 'Kept in 66.66 % of 3 results'],
  ];
  for (const [kept, results, words] of shares)
    it(`says of ${kept} of ${results} no more than is so`, () => expect(pageOf({ days: [day(kept, results)] })).to.include(words));

  it('says what a result counts for, also where three were not seen yet', () => {
    for (const results of [0, 1, 3])
      expect(pageOf({ days: [day(results, results)] }))
        .to.include('Two of three results make a change.')
        .and.not.include('two of three results say');
  });

  it('has no markup of a spec', () => {
    const text = '</title></p><script>alert(1)</script>"\u202e\u0000';
    const first = { id: 'alpha', text };
    const incidents = [{ from: '2026-11-24T00:00:00.000Z', what: text, cause: 'target' as const, first }];
    const page = pageOf({ rules: text, summary: text, incidents });
    expect(page).to.not.match(/<script>alert/);
    expect(page).to.not.include('\u0000').and.to.not.include('\u202e');
  });
});
