// Which patterns of a document are run: those that are of ECMA-262, and those that everybody reads alike although its grammar forbids them.
import { expect } from 'chai';
import { Patterns } from '../../../src/views/openapi/patterns.ts';

const patterns = new Patterns(() => {});

const RUN: [pattern: string, yes: string, no: string][] = [
  ['^[a-z]+$', 'ab', 'a1'],
  ['^\\d{3}\\-\\d{2}$', '123-45', '12345'],
  ['^\\@\\_\\#x$', '@_#x', 'x'],
  ['^[\\w-.]+$', 'a-b.c', 'a b'],
  ['^[.-\\w]+$', 'a-b.c', 'a b'],
  ['^[a\\-z]+$', 'a-z', 'b'],
  ['^\\p{L}+$', 'é', '1'],
  ['^(?<year>\\d{4})$', '2026', '26'],
  ['^\\/x$', '/x', 'x'],
  ['^a[^\\S\\r\\n]b$', 'a\u00a0b', 'a\nb'],
  ['^a[^\\S\\r\\n]b$', 'a\vb', 'axb'],
  ['^a[\\S\\n]b$', 'a\nb', 'a\u3000b'],
  ['^a[\\S]b$', 'a\u{1F600}b', 'a\ufeffb'],
];
/** Of Python, Java and Ruby, XSD, POSIX, Perl; and what RE2 cannot run. */
const LEFT_OUT = [
  '^[-a-z]+\\Z',
  '\\Aabc',
  '^[a-z&&[^b]]+$',
  '^a{,3}$',
  '^\\i\\c*$',
  '[[:alpha:]]+',
  '\\h+',
  '\\Qa.b\\E',
  '(?i)abc',
  '(?=a)b',
  'a{2',
];

describe('patterns of a document', () => {
  for (const [pattern, yes, no] of RUN)
    it(`${pattern} is run`, () => {
      expect(patterns.runs(pattern)).to.equal(true);
      const compiled = patterns.engine()(pattern);
      expect([compiled.test(yes), compiled.test(no)]).to.deep.equal([true, false]);
    });

  it('\\S is all that \\s is not, in a class and beside one', () => {
    const spaces = [...'\t\n\v\f\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff\u2000\u200a'];
    const others = [
      ...'\0\x08\x0e\x1f!\x7f\x9f\u00a1\u167f\u1681\u1fff\u200b\u2027\u202a\u202e\u2030\u205e\u2060\u2fff\u3001\ufefe\uff00\u{10ffff}',
    ];
    for (const text of [...spaces, ...others])
      expect(['^\\s$', '^[\\s]$', '^\\S$', '^[\\S]$', '^[^\\S]$'].map((pattern) => patterns.fits(pattern, text))).to.deep.equal(
        spaces.includes(text) ? [true, true, false, false, true] : [false, false, true, true, false],
        JSON.stringify(text),
      );
  });

  for (const pattern of LEFT_OUT) it(`${pattern} is left out`, () => expect(patterns.runs(pattern)).to.equal(false));

  for (const [pattern, text, expected] of [
    ['^.*$', 'a', true],
    ['^.*$', 'a\u2028b', undefined],
    ['^.*$', 'a\u2029b', undefined],
    ['^.*$', 'a\rb', undefined],
    ['^.*$', 'a\nb', false],
    ['a.c', 'a\u2028c abc', true],
    ['^[.]$', '\u2028', false],
    ['^\\.\u2028$', '.\u2028', true],
    ['^\\[.\\]$', '[\u2028]', undefined],
  ] as const)
    it(`the dot of ${pattern} over ${JSON.stringify(text)}: ${expected}`, () => {
      expect(patterns.fits(pattern, text)).to.equal(expected);
      expect(patterns.mayDiffer(pattern)).to.equal(!/^\^(?:\[\.|\\\.)/.test(pattern));
    });

  const UNITS: [pattern: string, yes: string, no: string][] = [
    ['^([a\\uD800-\\uDBFF][b\\uDC00-\\uDFFF])+$', 'ab', 'ba'],
    ['^(a|\\uD83D\\uDE00)$', 'a', 'b'],
    ['^[a\\u0100-\\uffff]*$', 'a', 'b'],
  ];
  for (const [pattern, yes, no] of UNITS)
    it(`${pattern} is read in two ways beyond ASCII`, () => {
      expect([yes, no, '\u{1F600}'].map((text) => patterns.fits(pattern, text))).to.deep.equal([true, false, undefined]);
      expect([patterns.isOfLetters(pattern), patterns.otherReading(pattern)]).to.deep.equal([true, undefined]);
    });
  it('a character beyond the first plane by its own escape is read in one way', () => {
    expect(['\u{1F600}', 'a'].map((text) => patterns.fits('^\\u{1F600}$', text))).to.deep.equal([true, false]);
  });
});
