// Pointers (RFC 6901): what a fragment stands for, and places that may be set.
import { expect } from 'chai';
import { pointerOfFragment, setAt } from '../../src/json/pointer.ts';

describe('pointers', () => {
  it('reads percent-encoding in a fragment', () => expect(pointerOfFragment('/a%20b/%C3%BC')).to.equal('/a b/ü'));
  it('keeps a fragment whose encoding is none', () => {
    for (const broken of ['/%zz', '/%', '/%C3']) expect(pointerOfFragment(broken)).to.equal(broken);
  });
  it('sets nothing below what is no container, and no whole document', () => {
    expect(() => setAt({ a: 1 }, '/a/b', 2)).to.throw(RangeError, 'there is no place /a/b');
    expect(() => setAt({ a: 1 }, '', 2)).to.throw(RangeError);
  });
  it('takes a member out', () => {
    const value = { a: { b: 1, c: 2 } };
    setAt(value, '/a/b', undefined);
    expect(value).to.deep.equal({ a: { c: 2 } });
  });
});
