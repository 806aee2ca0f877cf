// Keys of exchanges: what was given for one is read back from it, and from no other request's.
import { expect } from 'chai';
import fc from 'fast-check';
import { exchangeKey, keyParts } from '../../src/contract/exchange-key.ts';
import type { Request } from '../../src/contract/generated/types.ts';

const request: fc.Arbitrary<Request> = fc.record(
  {
    method: fc.constantFrom('GET', 'POST'),
    url: fc.oneof(fc.webUrl(), fc.string()),
    headers: fc.dictionary(fc.string(), fc.string(), { maxKeys: 3, noNullPrototype: true }),
    body: fc.string(),
  },
  { requiredKeys: ['method', 'url', 'headers'] },
);
const fresh = fc.option(fc.oneof(fc.constant('robots'), fc.string({ minLength: 1 })), { nil: undefined });
const bytes = fc.option(fc.nat(), { nil: undefined });
const follow = fc.option(fc.nat({ max: 5 }), { nil: undefined });
const caps = fc.record({ fresh, bytes, follow });

describe('the key of an exchange', () => {
  it('gives back what was given for it', () => {
    fc.assert(
      fc.property(request, caps, (asked, given) => {
        expect(keyParts(exchangeKey(asked, given), asked)).to.deep.equal(given);
      }),
    );
  });

  it('is the key of no other request', () => {
    fc.assert(
      fc.property(request, request, caps, (asked, other, given) => {
        fc.pre(exchangeKey(asked) !== exchangeKey(other));
        expect(keyParts(exchangeKey(asked, given), other)).to.equal(undefined);
      }),
    );
  });

  it('has one spelling', () => {
    const asked: Request = { method: 'GET', url: 'https://a.example/', headers: {} };
    const key = exchangeKey(asked, { bytes: 10, follow: 3, fresh: 'x' });
    for (const other of [
      key.replace(' 10 ', ' 010 '),
      key.replace(' 10 ', ' 1e1 '),
      key.replace(' 10 ', ' +10 '),
      key.replace(' 3 ', ' 03 '),
      key.trimEnd().slice(0, -1),
      '',
    ])
      if (other !== exchangeKey(asked, { bytes: 10, follow: 3 })) expect(keyParts(other, asked), other).to.equal(undefined);
  });
});
