// The offer view reads every dialect into one shape.
import { expect } from 'chai';
import { offer } from '../../../src/views/offer/view.ts';
import { type Made, value } from '../answer.ts';
import { ACCEPT1, AXP, b64, b64url, headers, INVOICE, json, PROBLEM, payment, problemJson, V1, V2, without } from './documents.ts';

describe('offers', () => {
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
});
