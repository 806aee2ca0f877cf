// The address guard: both ends of every range and their neighbours, and every spelling of a blocked address.
import { expect } from 'chai';
import fc from 'fast-check';
import { addressKind } from '../../src/transport/live/address.ts';
import { parseTarget } from '../../src/transport/live/target.ts';
import { number, RANGES, SPELLINGS, V6, v4 } from './addresses.ts';

describe('transport: address guard', () => {
  for (const [first, last, inside, before, after] of RANGES) {
    it(`${first} to ${last} is ${inside}`, () => {
      expect(addressKind(first), first).to.equal(inside);
      expect(addressKind(last), last).to.equal(inside);
      if (before) expect(addressKind(v4(number(first) - 1)), 'before').to.equal(before);
      if (after) expect(addressKind(v4(number(last) + 1)), 'after').to.equal(after);
    });
  }

  for (const [address, kind] of V6) it(`${address} is ${kind}`, () => expect(addressKind(address)).to.equal(kind));

  it('takes nothing for an address that is none', () => {
    for (const text of ['', 'localhost', '127.1', '0x7f.1', '[::1]', '1.2.3', '1.2.3.4.5', '010.0.0.1'])
      expect(addressKind(text), text).to.equal('neither');
  });

  it('knows a blocked IPv4 address in every spelling that a URL may have', () => {
    const blocked = fc
      .constantFrom(...RANGES.filter(([, , kind]) => kind === 'neither'))
      .chain(([first, last]) => fc.integer({ min: number(first), max: number(last) }));
    const spelling = fc.constantFrom(...SPELLINGS);
    fc.assert(
      fc.property(blocked, spelling, (n, spell) => {
        expect(() => parseTarget(spell(n)), spell(n))
          .to.throw()
          .with.property('code', 'bad-target');
        expect(() => parseTarget(`https://${spell(n)}/`), spell(n))
          .to.throw()
          .with.property('code', 'bad-target');
      }),
      { numRuns: 2000 },
    );
  });
});
