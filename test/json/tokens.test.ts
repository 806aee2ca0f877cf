// The tokenizer of JSON text: it agrees with JSON.parse on what is JSON, knows a text that is cut from one that is wrong, and places every scalar.
import { expect } from 'chai';
import fc from 'fast-check';
import { LIMITS } from '../../src/contract/limits.ts';
import { jsonLeaves } from '../../src/json/leaves.ts';
import { at, pointerOf } from '../../src/json/pointer.ts';
import { JsonTokens, type ReadingEnd } from '../../src/json/tokens.ts';
import { expectLinear, sized } from '../whole.ts';

const strictly = (text: string): ReadingEnd => new JsonTokens(text, {}, { strict: true }).read();

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const ENDINGS: [text: string, why: ReadingEnd['why'], at: number][] = [
  ['{"a":[1,-2.5e+3,true,null,"\\u0041\\\\"]}', 'end', 38],
  [' 12 ', 'end', 4],
  ['', 'cut', 0],
  ['{"a":1', 'cut', 6],
  ['{"a":"x\\u00', 'cut', 5],
  ['{"a":"x\\\\', 'cut', 5],
  ['[tru', 'cut', 1],
  ['[-', 'cut', 1],
  ['[1.', 'cut', 1],
  ['{"a" 1}', 'syntax', 5],
  ['{"a":1,}', 'syntax', 7],
  ['[1,]', 'syntax', 3],
  ['[1}', 'syntax', 2],
  [']', 'syntax', 0],
  ['[1] 2', 'syntax', 4],
  ['[01]', 'syntax', 1],
  ['[trux]', 'syntax', 1],
  ['["a\nb"]', 'syntax', 1],
  ['["a\\x"]', 'syntax', 1],
  ['{1:2}', 'syntax', 1],
  ['[NaN]', 'syntax', 1],
  ['\ufeff[]', 'syntax', 0],
];

/** Texts that are nearly JSON: one character of a document removed, doubled or replaced. */
const nearly = fc
  .tuple(fc.jsonValue(), fc.nat(), fc.constantFrom('', '"', '\\', ',', ':', '[', '}', '0', 'e', ' ', '\u0001', 'n'))
  .map(([value, place, char]) => {
    const text = JSON.stringify(value);
    const index = place % (text.length + 1);
    return text.slice(0, index) + char + text.slice(index + (place % 2));
  });

describe('the tokenizer of JSON', () => {
  for (const [text, why, offset] of ENDINGS)
    it(`reads ${JSON.stringify(text)}: ${why} at ${offset}`, () => expect(strictly(text)).to.include({ why, at: offset }));

  it('accepts exactly what JSON.parse accepts', () => {
    fc.assert(
      fc.property(fc.oneof(nearly, fc.string(), fc.json()), (text) => {
        const { why } = strictly(text);
        if (why !== 'too-deep') expect(why === 'end', text).to.equal(parses(text));
      }),
      { numRuns: 3000 },
    );
  });

  it('calls every beginning of an object or a list cut', () => {
    fc.assert(
      fc.property(fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue())), fc.nat(), (value, place) => {
        const text = JSON.stringify(value);
        expect(strictly(text.slice(0, place % text.length)).why).to.equal('cut');
      }),
    );
  });

  it('places every scalar, and names it as its own text', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const text = JSON.stringify(value, null, 1);
        const root = JSON.parse(text);
        const tokens: JsonTokens = new JsonTokens(text, {
          scalar(start, end) {
            const found = at(root, pointerOf(tokens.path()));
            expect(JSON.parse(text.slice(start, end))).to.deep.equal(found ?? null);
          },
        });
        expect(tokens.read().why).to.equal('end');
      }),
    );
  });

  it('goes on behind what is wrong where it is lenient', () => {
    const found: [string, (string | number)[]][] = [];
    const text = '{"a":1,, "b" "c", "d":["x" "y"], "e":"cut';
    const tokens: JsonTokens = new JsonTokens(
      text,
      { scalar: (start, end) => void found.push([text.slice(start, end), tokens.path()]) },
      { lenient: true },
    );
    tokens.read();
    expect(found.map(([raw]) => raw)).to.deep.equal(['1', '"b"', '"c"', '"x"', '"y"', '"cut']);
    expect(found.find(([raw]) => raw === '"x"')?.[1]).to.deep.equal(['d', 0]);
    expect(found.at(-1)?.[1]).to.deep.equal(['e']);
  });

  it('stops at the depth that nothing may pass, also in a text of nothing but brackets', () => {
    const deep = '['.repeat(1_000_000);
    expect(new JsonTokens(deep, {}).read()).to.deep.equal({ why: 'too-deep', at: LIMITS.jsonDepth, depth: LIMITS.jsonDepth });
  });

  it('is linear where backslashes and quotes are many', () => {
    for (const text of [`["${'\\'.repeat(2_000_000)}`, `["${'\\"'.repeat(1_000_000)}"]`, '"'.repeat(2_000_000)])
      expectLinear(() => expect(['cut', 'end', 'syntax']).to.include(new JsonTokens(text, {}).read().why));
  });

  it('is linear where many values stand under a long name, and each is placed', () => {
    const text = `{"${'x'.repeat(1_000_000)}":[${'1,'.repeat(sized(500_000))}1]}`;
    expectLinear(() => expect(jsonLeaves(text, (path) => path.length === 2)).to.have.length(sized(500_000) + 1));
  });
});
