// What callers are told of a budget is what it is.
import { expect } from 'chai';
import { budgetsOf, quotaOf } from '../../src/service/budgets.ts';
import { readConfig } from '../../src/service/config.ts';

describe('the quota of a budget', () => {
  const config = readConfig({});
  const target = 'https://widgets.example';
  for (const address of ['192.0.2.1', '2001:db8:1:2::3'])
    for (const { bucket, rate } of (['grade', 'pinned'] as const).flatMap((kind) => budgetsOf(config, kind, address, target)))
      it(`${bucket} is told as ${rate.perHour} an hour`, () => {
        const { amount, seconds } = quotaOf(config, bucket);
        expect((amount * 3600) / seconds).to.be.closeTo(rate.perHour, 1e-6);
      });
});
