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

describe('the key of an exchange', () => {
  it('gives back what was given for it', () => {
    fc.assert(
      fc.property(request, fresh, bytes, (asked, again, cap) => {
        expect(keyParts(exchangeKey(asked, again, cap), asked)).to.deep.equal({ fresh: again, bytes: cap });
      }),
    );
  });

  it('is the key of no other request', () => {
    fc.assert(
      fc.property(request, request, fresh, bytes, (asked, other, again, cap) => {
        fc.pre(exchangeKey(asked) !== exchangeKey(other));
        expect(keyParts(exchangeKey(asked, again, cap), other)).to.equal(undefined);
      }),
    );
  });

  it('has one spelling', () => {
    const asked: Request = { method: 'GET', url: 'https://a.example/', headers: {} };
    const key = exchangeKey(asked, 'x', 10);
    for (const other of [
      key.replace(' 10 ', ' 010 '),
      key.replace(' 10 ', ' 1e1 '),
      key.replace(' 10 ', ' +10 '),
      key.trimEnd().slice(0, -1),
      '',
    ])
      if (other !== exchangeKey(asked, undefined, 10)) expect(keyParts(other, asked), other).to.equal(undefined);
  });
});
