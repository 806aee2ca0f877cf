// Keys of exchanges: equal for equal requests under equal caps, and for nothing else.
import { expect } from 'chai';
import fc from 'fast-check';
import { exchangeKey } from '../../src/contract/exchange-key.ts';
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
  it('is equal where all that was given is, and nowhere else', () => {
    fc.assert(
      fc.property(request, caps, caps, (asked, given, other) => {
        const isSame = given.bytes === other.bytes && given.follow === other.follow && given.fresh === other.fresh;
        expect(exchangeKey({ ...asked }, given) === exchangeKey(asked, other)).to.equal(isSame);
      }),
    );
  });

  it('is the key of no other request, whatever is given for that', () => {
    fc.assert(
      fc.property(request, request, caps, caps, (asked, other, given, more) => {
        fc.pre(exchangeKey(asked) !== exchangeKey(other));
        expect(exchangeKey(asked, given)).to.not.equal(exchangeKey(other, more));
      }),
    );
  });

  it('knows no order of headers and no case of their names', () => {
    const asked = (headers: Request['headers']): Request => ({ method: 'GET', url: 'https://a.example/', headers });
    expect(exchangeKey(asked({ A: '1', b: '2' }))).to.equal(exchangeKey(asked({ b: '2', a: '1' })));
  });
});
