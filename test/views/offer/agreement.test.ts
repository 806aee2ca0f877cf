// Header and body of one answer: one price for the same thing, or price-differs at the body's offer.
import { expect } from 'chai';
import { offer } from '../../../src/views/offer/view.ts';
import { type Made, reading, value } from '../answer.ts';
import { ACCEPT1, AXP, b64, json, V1, V2 } from './documents.ts';

const [accept] = V2.accepts as [object];
const v2 = (more: object): object => ({ ...V2, accepts: [{ ...accept, ...more }] });
const both = (header: object, body: object): Made => ({ ...json(body), headers: { 'payment-required': b64(header) } });
const crawler = (price: string, amount: unknown, currency = 'USD'): Made => ({
  ...json({ ...AXP, price: { amount, currency } }),
  headers: { 'crawler-price': price },
});

describe('prices of header and body', () => {
  const table: [string, Made, string[]][] = [
    ['the same, repeated', both(V2, V2), []],
    ['another amount in the body', both(V2, v2({ amount: '99' })), ['/accepts/0']],
    ['another amount of another asset', both(V2, v2({ amount: '99', asset: '0xother' })), []],
    ['another amount on another network', both(V2, v2({ amount: '99', network: 'eip155:1' })), []],
    ['a ceiling', both(V2, v2({ amount: '99', scheme: 'upto' })), []],
    ['zeros in front', both(v2({ amount: '010' }), v2({ amount: '10' })), []],
    ['tiers in the body', both(V2, { ...V2, accepts: [accept, { ...accept, amount: '99' }] }), []],
    ['versions side by side', both(v2({ asset: ACCEPT1.asset }), V1), []],
    ['versions side by side that differ', both(v2({ asset: ACCEPT1.asset, amount: '99' }), V1), ['/accepts/0']],
    ['a price of a crawler', crawler('USD 2.50', '2.5'), []],
    ['another price of a crawler', crawler('USD 2.50', '2.05'), ['']],
    ['another currency', crawler('USD 2.50', '2.05', 'EUR'), []],
    ['a body alone', json(V1), []],
  ];
  for (const [name, made, places] of table) {
    it(name, () => {
      const { problems } = value(offer, made) as { problems: { code: string; place: string }[] };
      expect(problems.filter((p) => p.code === 'price-differs').map((p) => p.place)).to.deep.equal(places);
    });
  }

  it('is as uncertain as the place it came from', () => {
    const places = [{ path: ['accepts', 0, 'amount'], why: 'inexact' as const }];
    const found = reading(offer, { ...both(V2, v2({ amount: '99' })), places });
    expect(found.ok && found.places).to.deep.include({ path: ['problems', 0], why: 'inexact' });
  });
});
