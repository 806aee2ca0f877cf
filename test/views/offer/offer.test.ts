// The offer view: what is no offer, open places, invoices, and values that nobody would send.
import { expect } from 'chai';
import fc from 'fast-check';
import { offer } from '../../../src/views/offer/view.ts';
import { code, type Made, reading, value } from '../answer.ts';
import { ACCEPT1, accept1, b64, b64url, json, PROBLEM, payment, problemJson, V1 } from './documents.ts';

describe('the offer view', () => {
  const NONE: [string, Made, string][] = [
    ['nothing', { status: 402 }, 'empty'],
    ['HTML', { body: '<html>', status: 402 }, 'syntax'],
    ['plain JSON', json({ error: 'pay' }), 'shape'],
    ['a bare problem', problemJson(PROBLEM), 'shape'],
    ['a product with a price', json({ title: 'x', price: { amount: 1, currency: 'USD' } }, 200), 'shape'],
    ['a Bearer challenge', { ...json({ error: 'x' }), headers: { 'www-authenticate': 'Bearer realm="Payment id=x"' } }, 'shape'],
    ['a cut body', { body: JSON.stringify(V1).slice(0, -2), truncated: true, status: 402 }, 'cut'],
    ['a cut body of a success', { body: JSON.stringify(V1).slice(0, -2), truncated: true, status: 200 }, 'shape'],
    ['a success that is no JSON', { body: 'data: {}', status: 200 }, 'shape'],
    ['nothing, in a success', { status: 204 }, 'shape'],
    ['too many offers', json({ ...V1, accepts: Array.from({ length: 1001 }, () => ACCEPT1) }), 'too-large'],
    ['a list', json([V1]), 'shape'],
    ['members of the prototype', json(JSON.parse(`{"__proto__":${JSON.stringify(V1)}}`)), 'shape'],
  ];
  for (const [name, made, expected] of NONE) it(`finds none in ${name}`, () => expect(code(offer, made)).to.equal(expected));

  it('carries open places to the member and to the problem made from them', () => {
    const places = [
      { path: ['accepts', 0, 'payTo'], why: 'redacted' as const },
      { path: ['accepts', 0, 'maxAmountRequired'], why: 'inexact' as const },
      { path: ['accepts', 0, 'extra', 'nonce'], why: 'inexact' as const },
    ];
    const found = reading(offer, { ...accept1({ maxAmountRequired: 1e30 }), places });
    expect(found.ok && found.places).to.have.deep.members([
      { path: ['offers', 0, 'payTo'], why: 'redacted' },
      { path: ['offers', 0, 'amount'], why: 'inexact' },
      { path: ['problems', 0], why: 'inexact' },
    ]);
  });

  const tail = '1'.concat('q'.repeat(180));
  const INVOICES: [string, { network: string; amount?: string } | null][] = [
    [`lnbc2500u${tail}`, { network: 'bitcoin', amount: '0.0025' }],
    [`lnbc20m${tail}`, { network: 'bitcoin', amount: '0.02' }],
    [`lnbc9678785340p${tail}`, { network: 'bitcoin', amount: '0.009678785340'.replace(/0+$/, '') }],
    [`lnbc9678785341p${tail}`, null],
    [`lnbc3${tail}`, { network: 'bitcoin', amount: '3' }],
    [`lnbc${tail}`, { network: 'bitcoin' }],
    [`lntb1n${tail}`, { network: 'testnet', amount: '0.000000001' }],
    [`lnbcrt1000m${tail}`, { network: 'regtest', amount: '1' }],
    [`LNBC1M${tail.toUpperCase()}`, { network: 'bitcoin', amount: '0.001' }],
    [`lnbC1m${tail}`, null],
    [`lnbc01m${tail}`, null],
    [`lnxx1m${tail}`, null],
    ['lnbc1m1qqq', null],
  ];
  for (const [invoice, expected] of INVOICES)
    it(`reads the invoice ${invoice.slice(0, 16)}`, () => {
      const found = value(offer, { status: 402, headers: { 'www-authenticate': `L402 token="a", invoice="${invoice}"` } });
      const { network, amount } = found.offers[0];
      expect(amount === undefined ? { network } : { network, amount }).to.deep.equal(expected ?? { network: undefined });
      expect(found.problems.map((problem: { code: string }) => problem.code)).to.deep.equal(expected ? [] : ['invoice-malformed']);
    });

  it('never throws', () => {
    const names = [
      'x402Version',
      'accepts',
      'amount',
      'resource',
      'price',
      'offer',
      'offers',
      'type',
      'alternatives',
      '__proto__',
      'title',
      'status',
      'currency',
      'checkoutUrl',
    ];
    const leaf = fc.constantFrom(1, 2, 402, 0.5, null, '', 'OFFER', '1', 'https://x.example', 'http://[', true);
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        leaf,
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom(...names), tie('tree'), { maxKeys: 6 }),
      ),
    }));
    const encoded = fc.oneof(
      tree.map(b64),
      fc.string({ unit: 'binary' }),
      tree.map((t) => payment({ request: b64url(t) })),
    );
    const name = fc.constantFrom('payment-required', 'www-authenticate', 'crawler-price', 'content-type');
    fc.assert(
      fc.property(
        tree,
        fc.dictionary(name, encoded),
        fc.constantFrom(200, 402),
        (body, all, status) => void reading(offer, { body: { json: body }, headers: all, status }),
      ),
    );
  });
});
