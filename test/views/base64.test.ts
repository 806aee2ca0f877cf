// Base64 is read strictly: one text for one value.
import { expect } from 'chai';
import fc from 'fast-check';
import { readBase64, readBase64Url, toBase64Url } from '../../src/json/base64.ts';

const text = (encoded: string): string | null => {
  const read = readBase64(encoded);
  return read && `${Buffer.from(read.bytes).toString('latin1')} ${read.form}${read.padded ? ' padded' : ''}`;
};

const CASES: [string, string | null][] = [
  ['', ' url'],
  ['YQ', 'a url'],
  ['YQ==', 'a url padded'],
  ['YWI=', 'ab url padded'],
  ['YWJj', 'abc url'],
  ['-_8', '\u00fb\u00ff url'],
  ['+/8=', '\u00fb\u00ff standard padded'],
  ['YR', null],
  ['YQ=', null],
  ['YQ===', null],
  ['YWJj=', null],
  ['YWJj====', null],
  ['Y', null],
  ['Y===', null],
  ['-/8', null],
  ['Y Q', null],
  ['YQ\n', null],
  ['Y=Q', null],
  ['=', null],
  ['ä', null],
];

describe('base64', () => {
  for (const [encoded, expected] of CASES) it(`reads ${JSON.stringify(encoded)}`, () => expect(text(encoded)).to.equal(expected));

  it('reads base64url without padding alone where JOSE is read', () => {
    expect([readBase64Url('YQ'), readBase64Url('YQ=='), readBase64Url('+/8')].map((read) => read !== null)).to.deep.equal([
      true,
      false,
      false,
    ]);
  });

  it('has one text for every value', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(readBase64Url(toBase64Url(bytes))).to.deep.equal(Buffer.from(bytes));
        expect(Buffer.from(readBase64(Buffer.from(bytes).toString('base64'))!.bytes)).to.deep.equal(Buffer.from(bytes));
      }),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9_-]{0,9}$/), (encoded) => {
        const read = readBase64Url(encoded);
        if (read) expect(toBase64Url(read)).to.equal(encoded);
      }),
    );
  });
});
