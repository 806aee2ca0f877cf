// The offer view: every dialect in one shape, and every fault named at its place.
import { expect } from 'chai';
import fc from 'fast-check';
import { readInvoice } from '../../../src/views/offer/l402.ts';
import { offer } from '../../../src/views/offer/view.ts';
import { code, type Loose, type Made, reading, value } from '../answer.ts';

const b64 = (data: unknown): string => Buffer.from(JSON.stringify(data)).toString('base64');
const b64url = (data: unknown): string => Buffer.from(JSON.stringify(data)).toString('base64url');
const without = (object: object, ...names: string[]): object =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));

const ACCEPT1 = {
  scheme: 'exact',
  network: 'base-sepolia',
  maxAmountRequired: '10000',
  asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  payTo: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
  resource: 'https://t.example/paid',
  description: 'a thing',
  maxTimeoutSeconds: 60,
};
const V1 = { x402Version: 1, error: 'payment required', accepts: [ACCEPT1] };
const ACCEPT2 = {
  scheme: 'exact',
  network: 'eip155:84532',
  amount: '10000',
  asset: ACCEPT1.asset,
  payTo: ACCEPT1.payTo,
  maxTimeoutSeconds: 60,
};
const V2 = { x402Version: 2, resource: { url: '/paid', description: 'a thing' }, accepts: [ACCEPT2] };
const INVOICE = `lnbc2500u1${'pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdpl'.repeat(3)}`;
const REQUEST = { amount: '1000', currency: 'usd', recipient: 'acct_1' };
const payment = (more: { [name: string]: string | undefined } = {}): string => {
  const all = { id: 'c1', realm: 't.example', method: 'stripe', intent: 'charge', request: b64url(REQUEST), ...more };
  return `Payment ${Object.entries(all)
    .flatMap(([name, text]) => (text === undefined ? [] : [`${name}="${text}"`]))
    .join(', ')}`;
};
const AXP = {
  type: 'OFFER',
  id: 'pro',
  title: 'Pro',
  price: { amount: 29, currency: 'USD', interval: 'month' },
  checkoutUrl: '/buy',
  alternatives: [{ id: 'free', how: 'wait' }],
};
const PROBLEM = { type: 'https://t.example/problems/pay', title: 'Payment required', status: 402 };
const problemJson = (body: object): Made => ({
  body: { json: body },
  status: 402,
  headers: { 'content-type': 'application/problem+json' },
});
const json = (body: unknown, status = 402): Made => ({ body: { json: body }, status });
const headers = (all: { [name: string]: string }): Made => ({ status: 402, headers: all });

describe('offer', () => {
  const READ: [string, Made, string[], object[]][] = [
    [
      'x402 v1',
      json(V1),
      ['x402-v1'],
      [
        {
          kind: 'x402-v1',
          amount: '10000',
          network: 'base-sepolia',
          resource: 'https://t.example/paid',
          payTo: ACCEPT1.payTo,
          scheme: 'exact',
          place: '/accepts/0',
        },
      ],
    ],
    ['x402 v1, upto', json({ ...V1, accepts: [{ ...ACCEPT1, scheme: 'upto' }] }), ['x402-v1'], [{ ceiling: '10000' }]],
    [
      'x402 v2',
      headers({ 'payment-required': b64(V2) }),
      ['x402-v2'],
      [
        {
          kind: 'x402-v2',
          amount: '10000',
          network: 'eip155:84532',
          resource: 'https://t.example/paid',
          description: 'a thing',
          place: 'payment-required/accepts/0',
        },
      ],
    ],
    ['x402 v2 as base64url', headers({ 'payment-required': b64url(V2) }), ['x402-v2'], [{ amount: '10000' }]],
    [
      'x402 v2, repeated in the body',
      { ...json(V2), headers: { 'payment-required': b64(V2) } },
      ['x402-v2'],
      [{ place: 'payment-required/accepts/0' }],
    ],
    [
      'x402 v2 beside a v1 body',
      { ...json(V1), headers: { 'payment-required': b64(V2) } },
      ['x402-v2', 'x402-v1'],
      [{ kind: 'x402-v2' }, { kind: 'x402-v1' }],
    ],
    [
      'Payment',
      headers({ 'www-authenticate': payment({ expires: '2026-12-01T00:00:00Z' }) }),
      ['payment'],
      [
        {
          kind: 'payment',
          id: 'c1',
          method: 'stripe',
          scheme: 'charge',
          amount: '1000',
          currency: 'usd',
          payTo: 'acct_1',
          expires: '2026-12-01T00:00:00Z',
          place: 'www-authenticate/0',
        },
      ],
    ],
    [
      'a session without an amount',
      headers({ 'www-authenticate': payment({ intent: 'session', request: b64url({ recipient: 'x' }) }) }),
      ['payment'],
      [{ scheme: 'session' }],
    ],
    [
      'L402',
      headers({ 'www-authenticate': `L402 version="0", token="AGIAJE", invoice="${INVOICE}"` }),
      ['l402'],
      [{ kind: 'l402', amount: '0.0025', currency: 'BTC', network: 'bitcoin', method: 'lightning', scheme: 'L402', payTo: INVOICE }],
    ],
    ['LSAT', headers({ 'www-authenticate': `LSAT macaroon="AGIAJE", invoice="${INVOICE}"` }), ['l402'], [{ scheme: 'LSAT' }]],
    [
      'several challenges',
      headers({ 'www-authenticate': `Bearer realm="x, y", ${payment()}, L402 token="a", invoice="${INVOICE}"` }),
      ['payment', 'l402'],
      [{ place: 'www-authenticate/1' }, { place: 'www-authenticate/2' }],
    ],
    [
      'crawler-price',
      headers({ 'crawler-price': 'USD 0.01' }),
      ['crawler-price'],
      [{ amount: '0.01', currency: 'USD', place: 'crawler-price' }],
    ],
    [
      'crawler-exact-price',
      headers({ 'crawler-exact-price': 'EUR 1' }),
      ['crawler-price'],
      [{ amount: '1', currency: 'EUR', place: 'crawler-exact-price' }],
    ],
    [
      'AXP',
      json(AXP),
      ['axp-offer'],
      [
        {
          kind: 'axp-offer',
          id: 'pro',
          title: 'Pro',
          amount: '29',
          currency: 'USD',
          interval: 'month',
          checkout: 'https://t.example/buy',
          alternatives: 1,
          place: '',
        },
      ],
    ],
    [
      'AXP with a ceiling and a decimal',
      json({ ...AXP, price: { amount: '0.05', currency: 'USD' }, hardCeiling: 100 }),
      ['axp-offer'],
      [{ amount: '0.05', ceiling: '100' }],
    ],
    [
      'AXP with alternatives alone',
      json({ type: 'OFFER', id: 'a', alternatives: [{ how: 'wait' }, 'x'] }),
      ['axp-offer'],
      [{ alternatives: 1 }],
    ],
    ['AXP around an offer', json({ type: 'OFFER', offer: without(AXP, 'type') }), ['axp-offer'], [{ id: 'pro', place: '/offer' }]],
    [
      'a problem with an offer',
      problemJson({ ...PROBLEM, offer: without(AXP, 'type') }),
      ['problem'],
      [{ kind: 'problem', amount: '29', checkout: 'https://t.example/buy', place: '/offer' }],
    ],
    [
      'a problem with offers',
      problemJson({ ...PROBLEM, offers: [without(AXP, 'type'), { title: 'x', price: '0.01 USD' }] }),
      ['problem'],
      [{ place: '/offers/0' }, { title: 'x', amount: '0.01', currency: 'USD', place: '/offers/1' }],
    ],
    [
      'a problem with its own members',
      problemJson({ ...PROBLEM, price: 'USD 0.01', checkout: 'https://pay.example/' }),
      ['problem'],
      [{ title: 'Payment required', amount: '0.01', currency: 'USD', checkout: 'https://pay.example/', place: '' }],
    ],
    [
      'a problem with x402 and an offer',
      problemJson({ ...PROBLEM, ...V1, offer: without(AXP, 'type') }),
      ['x402-v1', 'problem'],
      [{ kind: 'x402-v1' }, { kind: 'problem' }],
    ],
    [
      'a challenge beside a bare problem',
      { ...problemJson(PROBLEM), headers: { 'content-type': 'application/problem+json', 'www-authenticate': payment() } },
      ['payment'],
      [{ kind: 'payment' }],
    ],
    ['a challenge beside a broken body', { body: '<html>', headers: { 'www-authenticate': payment() } }, ['payment'], [{}]],
  ];
  for (const [name, made, kinds, offers] of READ) {
    it(`reads ${name}`, () => {
      const found = value(offer, made);
      expect(found.problems).to.deep.equal([]);
      expect(found.kinds).to.deep.equal(kinds);
      expect(found.offers).to.have.length(offers.length);
      for (const [i, expected] of offers.entries()) expect(found.offers[i]).to.deep.include(expected);
    });
  }

  const accept1 = (more: object, ...less: string[]): Made => json({ ...V1, accepts: [without({ ...ACCEPT1, ...more }, ...less)] });
  const header2 = (more: object, ...less: string[]): Made =>
    headers({ 'payment-required': b64({ ...V2, accepts: [without({ ...ACCEPT2, ...more }, ...less)] }) });
  const challenge = (more: { [name: string]: string | undefined }): Made => headers({ 'www-authenticate': payment(more) });
  const FAULTS: [string, Made, [string, string][]][] = [
    ['a missing payTo', accept1({}, 'payTo'), [['member-missing', '/accepts/0/payTo']]],
    ['an empty asset', accept1({ asset: '' }), [['member-missing', '/accepts/0/asset']]],
    ['a scheme that is no text', accept1({ scheme: 1 }), [['member-type', '/accepts/0/scheme']]],
    ['an amount as a float', accept1({ maxAmountRequired: 0.01 }), [['amount-float', '/accepts/0/maxAmountRequired']]],
    ['an amount as a decimal text', accept1({ maxAmountRequired: '0.01' }), [['amount-float', '/accepts/0/maxAmountRequired']]],
    ['an amount as a number', accept1({ maxAmountRequired: 100 }), [['amount-number', '/accepts/0/maxAmountRequired']]],
    ['an amount in words', accept1({ maxAmountRequired: '$1' }), [['amount-malformed', '/accepts/0/maxAmountRequired']]],
    ['a negative amount', accept1({ maxAmountRequired: '-1' }), [['amount-malformed', '/accepts/0/maxAmountRequired']]],
    ['a resource that is no address', accept1({ resource: 'javascript:alert(1)' }), [['url-malformed', '/accepts/0/resource']]],
    ['a timeout as text', accept1({ maxTimeoutSeconds: '60' }), [['member-type', '/accepts/0/maxTimeoutSeconds']]],
    ['an accept that is no object', json({ ...V1, accepts: ['x'] }), [['member-type', '/accepts/0']]],
    ['no error', json(without(V1, 'error')), [['member-missing', '/error']]],
    ['no accepts', json(without(V1, 'accepts')), [['member-missing', '/accepts']]],
    ['accepts as an object', json({ ...V1, accepts: {} }), [['member-type', '/accepts']]],
    ['empty accepts', json({ ...V1, accepts: [] }), [['terms-missing', '/accepts']]],
    ['no version', json(without(V1, 'x402Version')), [['member-missing', '/x402Version']]],
    ['a version as text', json({ ...V1, x402Version: '1' }), [['member-type', '/x402Version']]],
    ['an unknown version', json({ ...V1, x402Version: 3 }), [['version-unknown', '/x402Version']]],
    ['v2 in the body alone', json(V2), [['header-missing', 'payment-required']]],
    [
      'a v1 document in the header',
      headers({ 'payment-required': b64({ ...V2, x402Version: 1 }) }),
      [['version-unknown', 'payment-required/x402Version']],
    ],
    [
      'v2 without resource',
      headers({ 'payment-required': b64(without(V2, 'resource')) }),
      [['member-missing', 'payment-required/resource']],
    ],
    [
      'v2 with a resource as text',
      headers({ 'payment-required': b64({ ...V2, resource: '/paid' }) }),
      [['member-type', 'payment-required/resource']],
    ],
    ['v2 with a v1 network', header2({ network: 'base' }), [['network-malformed', 'payment-required/accepts/0/network']]],
    ['v2 with a float', header2({ amount: 1.5 }), [['amount-float', 'payment-required/accepts/0/amount']]],
    ['v2 without a timeout', header2({}, 'maxTimeoutSeconds'), [['member-missing', 'payment-required/accepts/0/maxTimeoutSeconds']]],
    ['a header that is no base64', headers({ 'payment-required': '{"x402Version":2}' }), [['encoding', 'payment-required']]],
    [
      'a header that is no JSON',
      headers({ 'payment-required': Buffer.from('hello').toString('base64') }),
      [['not-json', 'payment-required']],
    ],
    ['a header that holds a list', headers({ 'payment-required': b64([]) }), [['member-type', 'payment-required']]],
    ['a broken header beside a v2 body', { ...json(V2), headers: { 'payment-required': '@' } }, [['encoding', 'payment-required']]],
    ['a request that is no base64url', challenge({ request: '{}' }), [['encoding', 'www-authenticate/0/request']]],
    ['a request in padded base64', challenge({ request: b64({ ...REQUEST, note: '??>' }) }), [['encoding', 'www-authenticate/0/request']]],
    ['a request that is no JSON', challenge({ request: 'aGVsbG8' }), [['not-json', 'www-authenticate/0/request']]],
    ['a request that is no object', challenge({ request: b64url([1]) }), [['not-json', 'www-authenticate/0/request']]],
    [
      'a request with a float',
      challenge({ request: b64url({ ...REQUEST, amount: 0.5 }) }),
      [['amount-float', 'www-authenticate/0/request/amount']],
    ],
    [
      'a charge without an amount',
      challenge({ request: b64url({ currency: 'usd' }) }),
      [['member-missing', 'www-authenticate/0/request/amount']],
    ],
    ['an empty id', challenge({ id: '' }), [['member-missing', 'www-authenticate/0/id']]],
    [
      'no realm, method, intent',
      challenge({ realm: undefined, method: undefined, intent: undefined }),
      [
        ['member-missing', 'www-authenticate/0/realm'],
        ['member-missing', 'www-authenticate/0/method'],
        ['member-missing', 'www-authenticate/0/intent'],
      ],
    ],
    ['a date in words', challenge({ expires: 'tomorrow' }), [['date-malformed', 'www-authenticate/0/expires']]],
    [
      'a challenge without commas',
      headers({ 'www-authenticate': payment().replaceAll('",', '"') }),
      [['header-malformed', 'www-authenticate/0']],
    ],
    ['L402 without an invoice', headers({ 'www-authenticate': 'L402 token="a"' }), [['member-missing', 'www-authenticate/0/invoice']]],
    [
      'L402 with a mock invoice',
      headers({ 'www-authenticate': 'L402 token="a", invoice="lnbc1"' }),
      [['invoice-malformed', 'www-authenticate/0/invoice']],
    ],
    [
      'L402 without a token',
      headers({ 'www-authenticate': `L402 invoice="${INVOICE}"` }),
      [['member-missing', 'www-authenticate/0/token']],
    ],
    ['a crawler price without a currency', headers({ 'crawler-price': '$0.01' }), [['amount-malformed', 'crawler-price']]],
    ['AXP without a name', json(without(AXP, 'id', 'title')), [['member-missing', '/title']]],
    ['AXP without terms', json({ type: 'OFFER', id: 'a' }), [['terms-missing', '']]],
    ['AXP without a currency', json({ ...AXP, price: { amount: 29 } }), [['currency-missing', '/price/currency']]],
    ['AXP with a price as a number', json({ ...AXP, price: 29 }), [['currency-missing', '/currency']]],
    ['AXP with a price in dollars', json({ ...AXP, price: '$29', currency: 'USD' }), [['amount-malformed', '/price']]],
    ['AXP with a negative price', json({ ...AXP, price: { amount: -1, currency: 'USD' } }), [['amount-malformed', '/price/amount']]],
    ['AXP with a checkout that is no address', json({ ...AXP, checkoutUrl: 'javascript:alert(1)' }), [['url-malformed', '/checkoutUrl']]],
    ['AXP with alternatives as text', json({ ...AXP, alternatives: 'none' }), [['member-type', '/alternatives']]],
    ['an offer that is no object', problemJson({ ...PROBLEM, offer: 'x' }), [['member-type', '/offer']]],
    ['a problem under another media type', json({ ...PROBLEM, offer: without(AXP, 'type') }), [['media-type', 'content-type']]],
  ];
  for (const [name, made, problems] of FAULTS) {
    it(`names ${name}`, () => {
      const found = value(offer, made);
      expect(found.problems.map((p: Loose) => [p.code, p.place])).to.deep.equal(problems);
    });
  }

  it('leaves a malformed member out of the offer', () => {
    expect(value(offer, accept1({ maxAmountRequired: 0.01, resource: 'javascript:x' })).offers[0]).to.not.have.any.keys(
      'amount',
      'resource',
    );
  });

  const NONE: [string, Made, string][] = [
    ['nothing', {}, 'empty'],
    ['HTML', { body: '<html>', status: 402 }, 'syntax'],
    ['plain JSON', json({ error: 'pay' }), 'shape'],
    ['a bare problem', problemJson(PROBLEM), 'shape'],
    ['a product with a price', json({ title: 'x', price: { amount: 1, currency: 'USD' } }, 200), 'shape'],
    ['a Bearer challenge', { ...json({ error: 'x' }), headers: { 'www-authenticate': 'Bearer realm="Payment id=x"' } }, 'shape'],
    ['a cut body', { ...json(V1), truncated: true }, 'cut'],
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
    it(`reads the invoice ${invoice.slice(0, 16)}`, () => expect(readInvoice(invoice)).to.deep.equal(expected));

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
