// Masks of what changes by itself: what they may hide and what never, and that no text makes them slow.
import { expect } from 'chai';
import fc from 'fast-check';
import { alike, fits, LONGEST_SPAN, MOST_SPANS, template } from '../../src/record/masks.ts';
import { marking } from '../../src/record/spellings.ts';

/** Text with places that are filled in: pieces stand fast, fillings change. */
const filled = (pieces: readonly string[], fillings: readonly string[]): string =>
  pieces.map((piece, i) => piece + (i < pieces.length - 1 ? fillings[i % fillings.length] : '')).join('');

const token = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 1, maxLength: 40 });
const piece = fc.string({ unit: fc.constantFrom(...'<p> class="x"\n/é'), minLength: 12, maxLength: 60 }).map((text) => ` <${text}> `);

/** Fewest spans in which two texts may be said to differ, by what is fixed between them: an oracle that knows the template alone. */
const asPattern = (fixed: readonly string[]): RegExp =>
  new RegExp(`^${fixed.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join(`[\\s\\S]{0,${LONGEST_SPAN}}`)}$`, 'u');

describe('engine/masks', () => {
  it('find again what was filled in, whatever its length', () => {
    let shown = 0;
    fc.assert(
      fc.property(
        fc.array(piece, { minLength: 2, maxLength: MOST_SPANS + 1 }),
        fc.array(token, { minLength: 27, maxLength: 27 }),
        (pieces, all) => {
          const [a, b, c] = [0, 9, 18].map((from) => filled(pieces, all.slice(from, from + 9))) as [string, string, string];
          const made = template([a, b]);
          // Tokens may agree by chance; what is made then has to hold for its own texts at least.
          if (!made) return;
          expect([fits(made, a), fits(made, b)]).to.deep.equal([true, true]);
          if (made.delimiters.length !== pieces.length - 1) return;
          shown++;
          expect(fits(made, c), JSON.stringify({ a, b, c, made })).to.equal(true);
        },
      ),
      { numRuns: 100 },
    );
    expect(shown).to.be.above(40);
  });

  it('never make two texts equal that differ outside eight spans', () => {
    const near = fc.tuple(fc.string({ maxLength: 300 }), fc.array(fc.tuple(fc.nat(300), fc.string({ maxLength: 9 })), { maxLength: 12 }));
    fc.assert(
      fc.property(near, near, ([a, edits], [, others]) => {
        const edited = (list: typeof edits): string => list.reduce((text, [at, put]) => text.slice(0, at) + put + text.slice(at + 3), a);
        const [b, c] = [edited(edits), edited(others)];
        const made = template([a, b]);
        if (!made) return;
        expect(made.delimiters.length).to.be.at.most(MOST_SPANS);
        expect(made.fixed.length).to.equal(made.delimiters.length + 1);
        for (const text of [a, b, c]) if (fits(made, text)) expect(asPattern(made.fixed).test(text)).to.equal(true);
      }),
      { numRuns: 500 },
    );
  });

  const rows: [string, string[], string, boolean | undefined][] = [
    ['equal texts mask nothing', ['abc', 'abc'], 'abd', false],
    ['a token', ['id is a1b2c3 here', 'id is 99f0d1 here'], 'id is 7 here', true],
    ['a token that shares its ends with the other', ['id is a1b2c3 here', 'id is a9b2c3 here'], 'id is ff0011 here', true],
    ['nothing where something was', ['id is a1b2c3 here', 'id is 99f0d1 here'], 'id is  here', true],
    ['words where a token was', ['id is a1b2c3 here', 'id is 99f0d1 here'], 'id is not given here', false],
    ['the minutes of a time whose seconds changed', ['at 01:18:12.5 it was', 'at 01:18:13.5 it was'], 'at 02:07:59.1 it was', true],
    ['another text around', ['id is a1b2c3 here', 'id is 99f0d1 here'], 'it is a1b2c3 here', false],
    ['more behind', ['id is a1b2c3 here', 'id is 99f0d1 here'], 'id is a1b2c3 here too', false],
    [
      'a piece that comes twice within reach',
      ['<a1><b></b>end of the text', '<c2><b></b>end of the text'],
      '<f9><b></b>end of the text',
      true,
    ],
    ['nothing in common', ['abcdef', 'ghijkl'], 'mnopqr', undefined],
    ['too long', [`<b>${'a'.repeat(LONGEST_SPAN + 1)}</b>`, `<b>${'b'.repeat(LONGEST_SPAN + 1)}</b>`], '<b>c</b>', undefined],
  ];
  for (const [name, texts, text, expected] of rows)
    it(name, () => {
      const made = template(texts);
      expect(made && fits(made, text)).to.equal(expected);
    });

  const likes: [string, string, string, boolean][] = [
    ['ids', '{"message":"Forbidden","id":"f81d4fae"}', '{"message":"Forbidden","id":"77aa0"}', true],
    ['a number', 'Reference #18.2d351ab8.155733', 'Reference #19.9d351ab8.16001', true],
    ['a long word without a digit', 'Request ID: abcdefghijklmnopqrst==', 'Request ID: zyxwvutsrqponmlkjihg==', true],
    ['other words', '{"error":"invalid key"}', '{"error":"not found"}', false],
    ['another member', '{"error":"a1"}', '{"cause":"a1"}', false],
    ['a word beside a number', '{"code":12,"m":"missing"}', '{"code":13,"m":"expired"}', false],
    [
      'nine ids',
      Array.from({ length: 9 }, (_, i) => `the next one of all is x${i}1`).join(' '),
      Array.from({ length: 9 }, (_, i) => `the next one of all is x${i}2`).join(' '),
      false,
    ],
  ];
  for (const [name, a, b, expected] of likes)
    it(`alike: ${name}`, () => expect([alike(a, b), alike(b, a)]).to.deep.equal([expected, expected]));

  it('take time that grows with the texts alone', () => {
    const size = 256 * 1024;
    const [a, b] = ['a'.repeat(size), 'ab'.repeat(size / 2)];
    const gaps = (fill: string, between: string): string => Array.from({ length: 9 }, () => between).join(fill);
    const near = [gaps('1', 'a'.repeat(size / 9)), gaps('2', 'a'.repeat(size / 9))] as [string, string];
    const texts = [a, b, `${a}b`, `b${a}`, `${a.slice(1)}b${a}`, ...near, '\ufdd4'.repeat(size), `${b}a`];
    const started = process.cpuUsage().user;
    for (const one of texts)
      for (const other of texts) {
        const made = template([one, other]);
        if (made) for (const text of texts) fits(made, text);
        alike(one, other);
      }
    // 81 templates and several hundred comparisons of a quarter of a megabyte; a quadratic one of them alone would take a minute.
    expect((process.cpuUsage().user - started) / 1e6).to.be.below(20);
  }).timeout(60_000);
});

describe('engine/spellings', () => {
  it('put any path in the place of any control and never throw', () => {
    const hostile = fc.string({ unit: 'binary', maxLength: 60 });
    fc.assert(
      fc.property(hostile, hostile, hostile, (text, path, query) => {
        const own = marking(new URL('https://t.example/ab12/ab12.md'), 'ab12');
        const at = new URL('https://t.example/');
        at.pathname = path;
        at.search = query;
        const [first] = own.ways(at).map((put) => put(own.mark(`${text} https://t.example/ab12/ab12.md`)));
        expect(first?.endsWith(at.origin + at.pathname)).to.equal(true);
      }),
    );
  });

  it('leave alone what does not hold the nonce', () => {
    const own = marking(new URL('https://t.example/ab12/x'), 'ab12');
    expect(own.mark('x /ab12/x x')).to.equal(`x ${own.mark('/ab12/x')} x`);
  });
});
