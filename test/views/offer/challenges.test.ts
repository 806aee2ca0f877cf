// The tokenizer of WWW-Authenticate: several challenges in one header, quoted rightly, sloppily or with malice.
import { expect } from 'chai';
import fc from 'fast-check';
import { readChallenges } from '../../../src/views/offer/challenges.ts';

type Flat = [string, { [name: string]: string } | string];
const flat = (header: string): Flat[] =>
  readChallenges(header).challenges.map(({ scheme, token68, params }) => [scheme, token68 ?? Object.fromEntries(params)]);

describe('readChallenges', () => {
  const READ: [string, string, Flat[]][] = [
    ['one', 'Basic realm="x"', [['Basic', { realm: 'x' }]]],
    [
      'the example of RFC 9110',
      'Basic realm="simple", Newauth realm="apps", type=1, title="Login to \\"apps\\""',
      [
        ['Basic', { realm: 'simple' }],
        ['Newauth', { realm: 'apps', type: '1', title: 'Login to "apps"' }],
      ],
    ],
    [
      'a scheme alone between others',
      'Negotiate, Basic realm="x"',
      [
        ['Negotiate', {}],
        ['Basic', { realm: 'x' }],
      ],
    ],
    [
      'token68',
      'Negotiate YWJj+/==, Basic realm=a',
      [
        ['Negotiate', 'YWJj+/=='],
        ['Basic', { realm: 'a' }],
      ],
    ],
    [
      'a comma and a scheme inside quotes',
      'Payment id="a, Basic realm=x", realm="y"',
      [['Payment', { id: 'a, Basic realm=x', realm: 'y' }]],
    ],
    ['names in any case and blanks around =', 'Payment ID = "a" ,Realm\t=b', [['Payment', { id: 'a', realm: 'b' }]]],
    [
      'empty list members',
      ', ,Basic realm="x",, ,Bearer,',
      [
        ['Basic', { realm: 'x' }],
        ['Bearer', {}],
      ],
    ],
    [
      'a member of the prototype',
      'X __proto__="a", constructor="b"',
      [
        [
          'X',
          Object.fromEntries([
            ['__proto__', 'a'],
            ['constructor', 'b'],
          ]),
        ],
      ],
    ],
    ['nothing', '', []],
    [
      'two Payments',
      'Payment id="1", Payment id="2"',
      [
        ['Payment', { id: '1' }],
        ['Payment', { id: '2' }],
      ],
    ],
  ];
  for (const [name, header, expected] of READ) {
    it(`reads ${name}`, () => {
      expect(flat(header)).to.deep.equal(expected);
      expect(readChallenges(header).malformed).to.equal(false);
      expect(readChallenges(header).challenges.some((c) => c.malformed)).to.equal(false);
    });
  }

  const SLOPPY: [string, string, Flat[]][] = [
    ['unquoted base64', 'L402 token=ab/c+d==, invoice="x"', [['L402', { token: 'ab/c+d==', invoice: 'x' }]]],
    ['blanks for commas', 'Payment id="a" realm="b"', [['Payment', { id: 'a', realm: 'b' }]]],
    ['a name twice, the first', 'Payment id="a", id="b"', [['Payment', { id: 'a' }]]],
    ['an open quote', 'Payment id="a", realm="b', [['Payment', { id: 'a' }]]],
    ['a token68 and a parameter', 'Payment id=, realm="b"', [['Payment', 'id=']]],
    ['a missing value', 'Payment a="b", id=, realm="b"', [['Payment', { a: 'b', realm: 'b' }]]],
    [
      'rubbish',
      'Payment @@ "x,y" @, Basic realm="b"',
      [
        ['Payment', {}],
        ['Basic', { realm: 'b' }],
      ],
    ],
  ];
  for (const [name, header, expected] of SLOPPY) {
    it(`reads ${name} and says so`, () => {
      expect(flat(header)).to.deep.equal(expected);
      expect(readChallenges(header).challenges.some((c) => c.malformed)).to.equal(true);
    });
  }

  const FLOODS = ['"', '\\"', 'a ', 'a=', ',', 'a"', '="', 'a="\\', ' ', 'a,', 'a b/', '=', '"\\'];
  for (const flood of FLOODS) {
    it(`is not slowed by ${JSON.stringify(flood)}`, () => {
      for (const start of ['', 'X ', 'X a="']) readChallenges(start + flood.repeat(500_000 / flood.length));
    });
  }

  it('never throws, and reads back what it is written', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (header) => void readChallenges(header)));
    const piece = fc.constantFrom('Payment', ' ', ',', '=', '"', '\\', 'a', 'L402', '/', '\u00e4', '\t');
    fc.assert(fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => void readChallenges(pieces.join(''))));
    const token = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/);
    const challenge = fc.tuple(
      token,
      fc.uniqueArray(fc.tuple(token, fc.string()), { selector: ([name]) => name, minLength: 1, maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(challenge, { maxLength: 4 }), (all) => {
        const header = all
          .map(([scheme, params]) => `${scheme} ${params.map(([n, v]) => `${n}="${v.replace(/["\\]/g, '\\$&')}"`).join(', ')}`)
          .join(', ');
        expect(flat(header)).to.deep.equal(all.map(([scheme, params]) => [scheme, Object.fromEntries(params)]));
      }),
    );
  });
});
