// The offer view names every fault of an offer at its place.
import { expect } from 'chai';
import { offer } from '../../../src/views/offer/view.ts';
import { type Loose, type Made, value } from '../answer.ts';
import {
  AXP,
  accept1,
  b64,
  b64url,
  challenge,
  header2,
  headers,
  INVOICE,
  json,
  PROBLEM,
  payment,
  problemJson,
  REQUEST,
  V1,
  V2,
  without,
} from './documents.ts';

describe('faults of offers', () => {
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
    [
      'L402 with a bare token',
      headers({ 'www-authenticate': 'L402 AGIAJE==' }),
      [
        ['header-malformed', 'www-authenticate/0'],
        ['member-missing', 'www-authenticate/0/token'],
        ['member-missing', 'www-authenticate/0/invoice'],
      ],
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
});
