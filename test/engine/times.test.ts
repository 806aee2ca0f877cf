// before and after: what a target says of time, held against when its answer was recorded.
import { expect } from 'chai';
import type { Answer } from '../../src/contract/generated/types.ts';
import { timeOf } from '../../src/engine/assert/instant.ts';
import { check, json, rule } from './world.ts';

const NOW = '2026-11-20T12:00:00.000Z';
const seconds = Date.parse(NOW) / 1000;

async function verdictOf(kind: 'before' | 'after', said: unknown, startedAt: string | undefined = NOW): Promise<string> {
  const answer: Answer = { ...json({ said }), ...(startedAt === '' ? {} : { timing: { startedAt, total: 0 } }) };
  const assert = [{ select: '$.doc.json.said', [kind]: 'recorded', else: 'no' } as never];
  const reasons = { pass: 'good', no: '{{ $.finding.value }}' };
  const { verdict, reason } = await check({ doc: { get: '/doc.json' } }, rule('one', { assert, reasons }), { '/doc.json': answer });
  return verdict === 'inconclusive' ? reason.code : verdict;
}

describe('engine/times', () => {
  // What is said, whether it may lie before, and whether it may lie after the answer.
  const rows: [unknown, string, string][] = [
    ['2026-11-20T11:00:00Z', 'pass', 'fail'],
    ['2026-11-20T13:00:00Z', 'fail', 'pass'],
    ['2026-11-20T13:00:00+02:00', 'pass', 'fail'],
    ['2026-11-20T10:30:00.5-02:00', 'fail', 'pass'],
    // Two clocks.
    ['2026-11-20T12:04:00Z', 'pass', 'pass'],
    ['2026-11-20T11:56:00Z', 'pass', 'pass'],
    // A day is that day somewhere.
    ['2026-11-20', 'pass', 'pass'],
    ['2026-11-21', 'pass', 'pass'],
    ['2026-11-22', 'fail', 'pass'],
    ['2026-11-18', 'pass', 'fail'],
    ['2026-11', 'pass', 'pass'],
    ['2026-12', 'fail', 'pass'],
    ['2025', 'pass', 'fail'],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 'pass', 'fail'],
    ['Fri, 20 Nov 2026 13:00:00 GMT', 'fail', 'pass'],
    // The obsolete forms.
    ['Fri, 20 Nov 2026 12:00:00 +0200', 'pass', 'fail'],
    ['20 Nov 2026 11:00 -0200', 'fail', 'pass'],
    ['Fri, 6 Nov 2026 11:00:00 UT', 'pass', 'fail'],
    // Names of zones, and years of two and three digits (RFC 5322 section 4.3).
    ['Fri, 20 Nov 2026 06:30:00 EST', 'pass', 'fail'],
    ['Fri, 20 Nov 2026 07:30:00 EST', 'fail', 'pass'],
    ['Fri, 20 Nov 2026 07:30:00 EDT', 'pass', 'fail'],
    ['Fri, 20 Nov 2026 04:30:00 PST', 'fail', 'pass'],
    ['Fri, 20 Nov 2026 04:30:00 PDT', 'pass', 'fail'],
    ['Fri, 20 Nov 2026 06:30:00 CST', 'fail', 'pass'],
    ['Fri, 20 Nov 2026 05:30:00 MST', 'fail', 'pass'],
    ['20 Nov 26 11:00 Z', 'pass', 'fail'],
    ['Fri, 20 Nov 26 13:00:00 GMT', 'fail', 'pass'],
    ['Fri, 20 Nov 26 11:00:00 UT', 'pass', 'fail'],
    ['20 Nov 49 11:00:00 +0000', 'fail', 'pass'],
    ['20 Nov 50 11:00:00 +0000', 'pass', 'fail'],
    ['20 Nov 126 13:00:00 +0000', 'fail', 'pass'],
    ['20 Nov 126 11:00:00 A', 'pass', 'fail'],
    // Letters that stand for no zone, and a year that no form has.
    ['20 Nov 2026 11:00:00 J', 'fail', 'fail'],
    ['20 Nov 2026 11:00:00 XYZ', 'fail', 'fail'],
    ['20 Nov 6 11:00:00 GMT', 'fail', 'fail'],
    ['Friday, 20-Nov-26 11:00:00 GMT', 'pass', 'fail'],
    ['Friday, 20-Nov-26 13:00:00 GMT', 'fail', 'pass'],
    ['Thursday, 01-Jan-70 00:00:00 GMT', 'fail', 'pass'],
    ['Saturday, 01-Jan-77 00:00:00 GMT', 'pass', 'fail'],
    ['Thu Jan  1 00:00:00 1970', 'pass', 'fail'],
    ['Fri Nov 20 13:00:00 2026', 'fail', 'pass'],
    [seconds - 3600, 'pass', 'fail'],
    [seconds + 3600, 'fail', 'pass'],
    // No times.
    ['soon', 'fail', 'fail'],
    ['2026-02-30T00:00:00Z', 'fail', 'fail'],
    ['2026-11-20T25:00:00Z', 'fail', 'fail'],
    ['Fri, 20 Foo 2026 13:00:00 GMT', 'fail', 'fail'],
    [{ at: NOW }, 'fail', 'fail'],
    [null, 'fail', 'fail'],
  ];
  for (const [said, before, after] of rows)
    it(`${JSON.stringify(said)}: before ${before}, after ${after}`, async () => {
      expect([await verdictOf('before', said), await verdictOf('after', said)]).to.deep.equal([before, after]);
    });

  it('says nothing of an answer whose time was not recorded', async () => {
    expect(await verdictOf('after', '2026-11-20', '')).to.equal('untimed');
  });

  it('counts days as the calendar does', () => {
    for (let day = Date.UTC(1899, 0, 1); day < Date.UTC(2101, 0, 1); day += 86_400_000 * 13) {
      const text = new Date(day).toISOString();
      expect(timeOf(text)?.first, text).to.equal(day / 1000);
    }
  });
});
