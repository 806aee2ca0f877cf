// What callers are told of a budget is what it is, and each purpose has one for a caller, and for all of an IPv6 site.
import { expect } from 'chai';
import type { FastifyRequest } from 'fastify';
import { callerOf } from '../../src/mounts/http/caller.ts';
import { budgetsOf, type CallerBudget, quotaOf, validationBudgets } from '../../src/service/budgets.ts';
import { readConfig } from '../../src/service/config.ts';

const config = readConfig({});
const TARGET = 'https://widgets.example';
const PURPOSES: readonly [string, (address: string) => CallerBudget[]][] = [
  ['a grade', (address) => budgetsOf(config, 'grade', address, TARGET)],
  ['a pinned run', (address) => budgetsOf(config, 'pinned', address, TARGET)],
  ['a validation', (address) => validationBudgets(config, address)],
];

describe('the quota of a budget', () => {
  for (const address of ['192.0.2.1', '2001:db8:1:2::3'])
    for (const [what, budgets] of PURPOSES)
      for (const { bucket, rate } of budgets(address))
        it(`${bucket} of ${what} is told as ${rate.perHour} an hour`, () => {
          const { amount, seconds } = quotaOf(config, bucket);
          expect((amount * 3600) / seconds).to.be.closeTo(rate.perHour, 1e-6);
        });
});

describe('the budget of a caller', () => {
  const own = (budgets: CallerBudget[]): CallerBudget[] => budgets.filter(({ bucket }) => bucket.includes('caller:'));

  for (const [what, budgets] of PURPOSES) {
    it(`for ${what} is one of an address of IPv4, also where it is written as one of IPv6`, () => {
      expect(own(budgets('192.0.2.1'))).to.have.length(1);
      expect(own(budgets('::ffff:192.0.2.1'))).to.deep.equal(own(budgets('192.0.2.1')));
    });

    it(`for ${what} is shared by a /64 of IPv6, and stands in that of its /48, which is four times as large`, () => {
      const [caller, site] = own(budgets('2001:db8:1:2::3')) as [CallerBudget, CallerBudget];
      expect(own(budgets('2001:db8:1:2:ffff::4'))).to.deep.equal([caller, site]);
      expect(site.rate).to.deep.equal({ perHour: caller.rate.perHour * 4, burst: caller.rate.burst * 4 });
      const [neighbour, same] = own(budgets('2001:db8:1:3::3')) as [CallerBudget, CallerBudget];
      expect([neighbour.bucket === caller.bucket, same.bucket === site.bucket]).to.deep.equal([false, true]);
      expect(own(budgets('2001:db8:2:2::3'))[1]!.bucket).not.to.equal(site.bucket);
    });
  }

  for (const [written, address] of [
    ['192.0.2.1:50432', '192.0.2.1'],
    ['[2001:db8:1:2::3]:50432', '2001:db8:1:2::3'],
    ['[2001:db8:1:2::3]', '2001:db8:1:2::3'],
  ] as const)
    it(`is one for an address, also where a proxy writes it as ${written}`, () => {
      const caller = callerOf({ ip: written, headers: {} } as FastifyRequest);
      for (const [, budgets] of PURPOSES) expect(own(budgets(caller.address))).to.deep.equal(own(budgets(address)));
    });

  it('is another one for each purpose: a CI does not spend what a reader needs', () => {
    const buckets = PURPOSES.flatMap(([, budgets]) => own(budgets('2001:db8:1:2::3')).map(({ bucket }) => bucket));
    expect(new Set(buckets).size).to.equal(6);
  });
});
