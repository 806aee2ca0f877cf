// JSON that every reader reads alike; and a file that was cut is told apart from one that was never JSON.
import { expect } from 'chai';
import fc from 'fast-check';
import { strictJson } from '../../src/json/strict-json.ts';
import { JsonTokens } from '../../src/json/tokens.ts';

const MOST = 1 << 20;
const why = (data: string | Uint8Array, most = MOST): string => {
  const read = strictJson(typeof data === 'string' ? Buffer.from(data, 'utf8') : data, most);
  return read.ok ? 'ok' : read.why;
};

const CASES: [string, string | Uint8Array, string][] = [
  ['an object', '{"a":[1,true,null,"x"]}', 'ok'],
  ['nothing', '', 'cut'],
  ['space', ' ', 'syntax'],
  ['text after the end', '{} {}', 'syntax'],
  ['a closing bracket too many', '{}}', 'syntax'],
  ['the wrong closing bracket', '{"a":[}', 'syntax'],
  ['a trailing comma', '[1,]', 'syntax'],
  ['a comma first', '[,1]', 'syntax'],
  ['a missing colon', '{"a" 1}', 'syntax'],
  ['a name that is no string', '{a:1}', 'syntax'],
  ['an unknown word', '[truth]', 'syntax'],
  ['a bad escape', '["\\x"]', 'syntax'],
  ['a control character', '["\n"]', 'syntax'],
  ['a single quote', "['a']", 'syntax'],
  ['a cut word', '[tru', 'cut'],
  ['a cut number', '[-', 'cut'],
  ['a cut escape', '["\\u00', 'cut'],
  ['a cut name', '{"a', 'cut'],
  ['a cut member', '{"a":', 'cut'],
  ['a cut list', '[1,', 'cut'],
  ['a cut character', Buffer.from('["é').subarray(0, -1), 'cut'],
  ['a broken character', Buffer.from([0x5b, 0x22, 0xc3, 0x22, 0x5d]), 'charset'],
  ['half of a surrogate pair', '["\\ud800"]', 'charset'],
  ['a byte-order mark', '\ufeff{}', 'syntax'],
  ['UTF-16', Buffer.from('{"a":1}', 'utf16le'), 'syntax'],
  ['a name twice', '{"a":1,"a":2}', 'duplicate-key'],
  ['a name twice, deep', '[{"b":{"a":1,"c":{},"a":1}}]', 'duplicate-key'],
  ['a name twice by an escape', '{"a":1,"\\u0061":2}', 'duplicate-key'],
  ['__proto__ twice', '{"__proto__":1,"__proto__":2}', 'duplicate-key'],
  ['__proto__ once', '{"__proto__":1}', 'ok'],
  ['64 levels', '['.repeat(64) + ']'.repeat(64), 'ok'],
  ['65 levels', '['.repeat(65) + ']'.repeat(65), 'too-deep'],
  ['100,000 levels', '['.repeat(100_000), 'too-deep'],
];

describe('strictJson', () => {
  for (const [name, data, expected] of CASES) it(`${name}: ${expected}`, () => expect(why(data)).to.equal(expected));

  it('is bounded in bytes', () => {
    expect(why('"abc"', 5)).to.equal('ok');
    expect(why('"abcd"', 5)).to.equal('too-large');
  });

  it('is bounded in values, whatever kind they are, and reads none beyond', () => {
    const of = (text: string, most: number): string => {
      const read = strictJson(Buffer.from(text), MOST, most);
      return read.ok ? 'ok' : read.why;
    };
    for (const [text, values] of [
      ['{"a":1,"b":"x"}', 3],
      ['[[],{},null]', 4],
      ['"text"', 1],
    ] as const)
      expect([of(text, values), of(text, values - 1)], text).to.deep.equal(['ok', 'too-large']);
    expect(of('[1,2,3,nonsense', 2), 'what comes behind').to.equal('too-large');
  });

  it('calls every beginning of an object or list cut, and every whole one whole', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), fc.array(fc.jsonValue())),
        fc.nat(),
        (value, at) => {
          const bytes = Buffer.from(JSON.stringify(value), 'utf8');
          const read = strictJson(bytes, MOST);
          expect(read.ok || read.why === 'charset').to.equal(true);
          // A lone surrogate is written as an escape; the beginning of such a text is cut all the same.
          expect(why(bytes.subarray(0, at % bytes.length))).to.equal('cut');
          expect(new JsonTokens(bytes.toString('utf8'), {}, { strict: true }).read().why).to.equal('end');
        },
      ),
      { numRuns: 500 },
    );
  });

  it('never throws, and never accepts what JSON.parse refuses', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array(),
          fc.string({ unit: fc.constantFrom(...'{}[]",:\\u0ae1- tfn') }).map((text) => Buffer.from(text)),
        ),
        (bytes) => {
          if (strictJson(bytes, MOST).ok) JSON.parse(Buffer.from(bytes).toString('utf8'));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('is linear in hostile texts', function () {
    this.timeout(8000);
    const n = 1_000_000;
    for (const text of [
      '"'.repeat(n),
      `["${'\\\\'.repeat(n / 2)}`,
      `["${'\\u00'.repeat(n / 4)}`,
      '[1,'.repeat(n / 3),
      `${'{"a":'.repeat(60)}"${'\\"'.repeat(n / 2)}`,
      `[${'1'.repeat(n)}`,
    ])
      why(text, 2 * n);
  });
});
