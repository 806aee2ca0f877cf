// The quoter leaves nothing invisible and nothing that ends a code span, whatever text it is given.
import { expect } from 'chai';
import fc from 'fast-check';
import { quote, visible } from '../../src/contract/quote.ts';

const INVISIBLE = /\p{Cc}|\p{Cf}|\p{Cs}|\p{Co}|\p{Zl}|\p{Zp}|\p{Default_Ignorable_Code_Point}|\p{Variation_Selector}|\u3164/u;
const anyText = fc.string({ unit: 'binary', maxLength: 300 });

describe('quote', () => {
  const table: [string, string, string][] = [
    ['plain text stays', 'a name, 1 [x] "y" é 名', 'a name, 1 [x] "y" é 名'],
    ['controls', 'a\nb\u0000\u001b[1m\u007f\u009b', 'a\\u{a}b\\u{0}\\u{1b}[1m\\u{7f}\\u{9b}'],
    ['bidi and zero width', '\u202ea\u2066\u200b\ufeff', '\\u{202e}a\\u{2066}\\u{200b}\\u{feff}'],
    ['separators', 'a\u2028b\u2029', 'a\\u{2028}b\\u{2029}'],
    ['fillers and selectors', '\u3164\uffa0\u115f\ufe0f\u{e0101}', '\\u{3164}\\u{ffa0}\\u{115f}\\u{fe0f}\\u{e0101}'],
    ['lone surrogates and private use', '\ud800\ue000\u{10fffd}', '\\u{d800}\\u{e000}\\u{10fffd}'],
    ['backticks', '``` x', '\\u{60}\\u{60}\\u{60} x'],
    ['emoji stay', '🙂', '🙂'],
  ];
  for (const [name, text, expected] of table) it(name, () => expect(quote(text)).to.equal(expected));

  it('hides every code point that this Node calls invisible', () => {
    const missed: string[] = [];
    for (let point = 0; point <= 0x10ffff; point += 1) {
      const char = String.fromCodePoint(point);
      if (INVISIBLE.test(char) && visible(char) === char) missed.push(point.toString(16));
    }
    expect(missed).to.deep.equal([]);
  });

  it('caps the length, and says that it cut', () => {
    expect(quote('abcdef', 6)).to.equal('abcdef');
    expect(quote('abcdefg', 6)).to.equal('abcde…');
    expect(quote('abcd\u0000', 6)).to.equal('abcd…');
    fc.assert(fc.property(anyText, fc.integer({ min: 1, max: 80 }), (text, max) => [...quote(text, max)].length <= max));
  });

  it('is inert, idempotent and carried by JSON', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const once = quote(text);
        expect(INVISIBLE.test(once)).to.equal(false);
        expect(once).to.not.include('`');
        expect(quote(once)).to.equal(once);
        expect(JSON.parse(JSON.stringify(once))).to.equal(once);
      }),
    );
  });

  it('reads no more than it shows', () => {
    const started = process.cpuUsage().user;
    quote('\u0000'.repeat(8_000_000), 100);
    expect(process.cpuUsage().user - started).to.be.below(200_000);
  });

  it('keeps what it is told to keep', () => expect(visible('a\n\tb\r', '\n\t')).to.equal('a\n\tb\\u{d}'));
});
