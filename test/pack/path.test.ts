// The path grammar: what is accepted and how it is read, what is refused and where. Tables in the manner of the RFC 9535 compliance suite.
import { expect } from 'chai';
import fc from 'fast-check';
import { JSONPath } from 'jsonpath-plus';
import { parsePath, readPath, SyntaxFault } from '../../src/pack/compiled/path.ts';
import type { Segment, Selector } from '../../src/pack/compiled/path-types.ts';

const name = (n: string): Selector => ({ kind: 'name', name: n });
const index = (i: number): Selector => ({ kind: 'index', index: i });
const wild: Selector = { kind: 'wild' };
const slice = (start?: number, end?: number, step?: number): Selector => ({
  kind: 'slice',
  ...(start === undefined ? {} : { start }),
  ...(end === undefined ? {} : { end }),
  ...(step === undefined ? {} : { step }),
});
const child = (...selectors: Selector[]): Segment => ({ descendant: false, selectors });
const deep = (...selectors: Selector[]): Segment => ({ descendant: true, selectors });

const GOOD: [string, ...Segment[]][] = [
  ['$'],
  ['$.a', child(name('a'))],
  ['$.a.b_c.D9', child(name('a')), child(name('b_c')), child(name('D9'))],
  ['$._', child(name('_'))],
  ["$['a']", child(name('a'))],
  ['$["a"]', child(name('a'))],
  ["$['a b-c./+$_9']", child(name('a b-c./+$_9'))],
  ["$['0']", child(name('0'))],
  ["$['.']", child(name('.'))],
  ["$['...']", child(name('...'))],
  ["$['$$']", child(name('$$'))],
  ["$['-1']", child(name('-1'))],
  ["$['__proto__']", child(name('__proto__'))],
  ['$.*', child(wild)],
  ['$[*]', child(wild)],
  ['$[0]', child(index(0))],
  ['$[-1]', child(index(-1))],
  ['$[9007199254740991]', child(index(9007199254740991))],
  ['$[1:3]', child(slice(1, 3))],
  ['$[1:]', child(slice(1))],
  ['$[:2]', child(slice(undefined, 2))],
  ['$[:]', child(slice())],
  ['$[::]', child(slice())],
  ['$[::2]', child(slice(undefined, undefined, 2))],
  ['$[5:1:-2]', child(slice(5, 1, -2))],
  ['$[-3:-1]', child(slice(-3, -1))],
  ['$[ 1 : 3 : 1 ]', child(slice(1, 3, 1))],
  ['$[1:2:0]', child(slice(1, 2, 0))],
  ["$['a','b']", child(name('a'), name('b'))],
  ["$[ 'a' ,\t0 , * , 1:2 ]", child(name('a'), index(0), wild, slice(1, 2))],
  ['$..a', deep(name('a'))],
  ['$..*', deep(wild)],
  ['$..[0]', deep(index(0))],
  ["$.a..['b','c'].d", child(name('a')), deep(name('b'), name('c')), child(name('d'))],
  ['$ .a', child(name('a'))],
  ['$\n[0]\n.b', child(index(0)), child(name('b'))],
];

const BAD: [string, number, RegExp][] = [
  ['', 1, /begins with \$/],
  ['a', 1, /begins with \$/],
  [' $.a', 1, /begins with \$/],
  ['@.a', 1, /begins with \$/],
  ['$.a ', 4, /nothing may follow/],
  ['$.', 3, /a name/],
  ['$..', 4, /a name/],
  ['$...a', 4, /a name/],
  ['$. a', 3, /a name/],
  ['$.a.', 5, /a name/],
  ['$.1a', 3, /a name/],
  ['$.a-b', 4, /\['name'\]/],
  ['$a', 2, /expected \.name/],
  ['$.ä', 3, /a name/],
  ['$.a[?(@.b)]', 5, /where/],
  ["$[?@.a=='b']", 3, /where/],
  ['$[(@.length-1)]', 3, /expressions/],
  ['$[@]', 3, /expressions/],
  ['$.a.length()', 5, /functions/],
  ['$[a]', 3, /quoted name/],
  ['$[]', 3, /quoted name/],
  ['$[0', 4, /, or \]/],
  ['$[0,]', 5, /quoted name/],
  ['$[,0]', 3, /quoted name/],
  ['$[0 1]', 5, /, or \]/],
  ['$[01]', 3, /leading zero/],
  ['$[-0]', 3, /-0/],
  ['$[-]', 3, /integer/],
  ['$[1.0]', 4, /, or \]/],
  ['$[+1]', 3, /quoted name/],
  ['$[9007199254740992]', 3, /2\^53/],
  ['$[1:2:3:4]', 8, /, or \]/],
  ["$['a", 3, /closing/],
  ["$['']", 3, /not empty/],
  ["$['*']", 4, /letters/],
  ["$['a,b']", 5, /letters/],
  ["$['1:2']", 5, /letters/],
  ["$['a]b']", 5, /letters/],
  ["$['^']", 4, /letters/],
  ["$['~']", 4, /letters/],
  ["$['\\n']", 4, /letters/],
  ["$['é']", 4, /letters/],
  ["$['$']", 3, /cannot be asked for/],
  ["$['..']", 3, /cannot be asked for/],
  ['$..a..b', 5, /at most one/],
  ['$^', 2, /expected \.name/],
  ['$.a~', 4, /expected \.name/],
  ['$.a@string()', 4, /expected \.name/],
  [`$${'[0,0]'.repeat(7)}`, 33, /unions/],
  [`$.${'a'.repeat(199)}`, 1, /200/],
];

describe('paths', () => {
  for (const [text, ...segments] of GOOD) {
    it(`reads ${JSON.stringify(text)}`, () => {
      const path = parsePath(text);
      expect({ text: path.text, segments: path.segments }).to.deep.equal({ text, segments });
    });
  }

  for (const [text, column, message] of BAD) {
    it(`refuses ${JSON.stringify(text.slice(0, 30))} at column ${column}`, () => {
      try {
        parsePath(text);
        expect.fail('accepted');
      } catch (error) {
        expect(error).to.be.instanceOf(SyntaxFault);
        expect([(error as SyntaxFault).column, (error as Error).message]).to.satisfy(
          ([c, m]: [number, string]) => c === column && message.test(m),
          `${(error as SyntaxFault).column} ${(error as Error).message}`,
        );
      }
    });
  }

  it('gives the column of every selector', () => {
    expect(readPath('$.ab[\'c\', "d"]..[0][1:2]').columns).to.deep.equal([[3], [6, 11], [18], [21]]);
  });

  it('gives a frozen path', () => {
    const path = parsePath('$.a[0]');
    expect(() => path.segments.push(child(wild))).to.throw(TypeError);
    expect(() => (path.stretches as unknown[]).pop()).to.throw(TypeError);
    expect(() => Object.assign(path.segments[0]?.selectors[0] as object, { name: 'b' })).to.throw(TypeError);
  });

  it('never throws anything but its own error, on any text', () => {
    const texts = fc.oneof(
      fc.string(),
      fc
        .array(fc.constantFrom('$', '.', '..', '[', ']', "'", '"', 'a', '*', '0', '-', ':', ',', ' ', '?', '(', '@'))
        .map((c) => `$${c.join('')}`),
    );
    fc.assert(
      fc.property(texts, (text) => {
        try {
          parsePath(text);
        } catch (error) {
          expect(error).to.be.instanceOf(SyntaxFault);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('accepts no quoted name that the library reads as anything but a name', () => {
    const letters = fc.constantFrom(...'aZ0_./+$ -');
    fc.assert(
      fc.property(fc.array(letters, { minLength: 1, maxLength: 4 }), (chars) => {
        const key = chars.join('');
        try {
          parsePath(`$['${key}']`);
        } catch {
          return;
        }
        const other = { other: 1, a: { [key]: 3 }, 0: 4 };
        const json = { ...other, [key]: 2 };
        expect(JSONPath({ path: ['$', key], json, eval: false, wrap: true, resultType: 'value' })).to.deep.equal([2]);
        if (!Object.hasOwn(other, key))
          expect(JSONPath({ path: ['$', key], json: other, eval: false, wrap: true }) ?? []).to.deep.equal([]);
      }),
      { numRuns: 3000 },
    );
  });
});
