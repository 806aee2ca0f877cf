// A key set is trusted whole or not at all.
import { expect } from 'chai';
import { trustedKeys } from '../../src/attest/verify/trust.ts';
import { AxproofError } from '../../src/contract/errors.ts';
import { OTHER, REFUSED } from './key-sets.ts';
import { jwk, keySet } from './signed.ts';

describe('trustedKeys', () => {
  for (const [name, source] of REFUSED) {
    it(`refuses ${name}`, () => {
      try {
        trustedKeys(source);
      } catch (error) {
        expect(error).to.be.instanceOf(AxproofError);
        expect((error as AxproofError).code).to.equal('bad-key-set');
        return;
      }
      expect.fail('it was trusted');
    });
  }

  it('knows keys of other algorithms and unknown members, and uses neither', () => {
    const keys = trustedKeys(
      JSON.stringify({
        note: 1,
        keys: [
          { ...jwk(), note: 2 },
          { kty: 'EC', crv: 'P-256', kid: 'p' },
          { kty: 'EC', crv: 'P-256' },
        ],
      }),
    );
    expect(keys.kids).to.deep.equal([jwk().kid, 'p']);
    expect(keys.find('p')).to.equal('other');
    expect(keys.find('__proto__')).to.equal(undefined);
  });

  it('takes both names of pure Ed25519', () => {
    for (const alg of ['EdDSA', 'Ed25519'] as const)
      expect(trustedKeys(keySet(jwk(undefined, { alg }))).find(jwk().kid)).to.be.an('object');
  });

  it('keeps to the keys that are pinned, and refuses a pin that the set does not have', () => {
    const keys = trustedKeys(keySet(jwk(), jwk(OTHER)), [jwk(OTHER).kid]);
    expect(keys.find(jwk().kid)).to.equal(undefined);
    expect(keys.kids).to.deep.equal([jwk(OTHER).kid]);
    expect(() => trustedKeys(keySet(jwk()), [jwk(OTHER).kid])).to.throw('has no key');
  });

  it('trusts nobody in an empty set', () => expect(trustedKeys(keySet()).kids).to.deep.equal([]));
});
