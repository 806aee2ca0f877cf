// The json view: what it reads, what it names, what it leaves open, and that it stays linear.
import { expect } from 'chai';
import fc from 'fast-check';
import type { Json } from '../../src/contract/json.ts';
import { holdsExactly } from '../../src/json/exact-number.ts';
import { readJsonText } from '../../src/json/read-strict.ts';
import { expectLinear, sized } from '../whole.ts';
import { code, open, value, view } from './source.ts';

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const nestedObjects = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

describe('json view', () => {
  const codes: [string, string, string][] = [
    ['an object', '{"a":[1,"x",null,true]}', 'ok'],
    ['a mark before it', '\ufeff{"a":1}', 'ok'],
    ['a scalar', '42', 'ok'],
    ['white space around it', ' \r\n\t{ } \n', 'ok'],
    ['no bytes', '', 'empty'],
    ['a word', 'hello', 'syntax'],
    ['a comma at the end', '[1,]', 'syntax'],
    ['a comment', '{"a":1 /* x */}', 'syntax'],
    ['two documents', '{}{}', 'syntax'],
    ['a raw control character', '"a\u0001"', 'syntax'],
    ['quotes of the wrong kind', "{'a':1}", 'syntax'],
    ['brackets crossed', '{"a":[1}]', 'syntax'],
    ['an end too many', '[1]]', 'syntax'],
    ['a string without end', '["a', 'syntax'],
    ['a leading zero', '[012]', 'syntax'],
    ['HTML', '<!doctype html><p>x</p>', 'syntax'],
    ['depth 64', nested(64), 'ok'],
    ['depth 65', nested(65), 'too-deep'],
    ['objects 64 deep', nestedObjects(64), 'ok'],
    ['objects 65 deep', nestedObjects(65), 'too-deep'],
    ['a megabyte of brackets', '['.repeat(1_000_000), 'too-deep'],
    ['brackets in strings', JSON.stringify({ a: '['.repeat(1000) }), 'ok'],
    ['equal names', '{"a":1,"a":1}', 'duplicate-key'],
    ['equal names below', '{"x":[{"b":1},{"a":{"c":1,"d":2,"c":3}}]}', 'duplicate-key'],
    ['equal names, one escaped', '{"a":1,"\\u0061":2}', 'duplicate-key'],
    ['equal names in two objects', '[{"a":1},{"a":2}]', 'ok'],
    ['colons in strings', '{"a:b":"c:d:","e":"\\":"}', 'ok'],
    ['__proto__ twice', '{"__proto__":1,"__proto__":2}', 'duplicate-key'],
    ['half a surrogate pair', '["\\ud83d"]', 'charset'],
    ['the other half', '["x\\ude00"]', 'charset'],
    ['halves in the wrong order', '["\\ude00\\ud83d"]', 'charset'],
    ['half a pair in a name', '{"\\ud83d":1}', 'charset'],
    ['a pair', '["\\ud83d\\ude00"]', 'ok'],
    ['a backslash before u', '["\\\\ud83d"]', 'ok'],
    ['a broken escape', '["\\ud83"]', 'syntax'],
    ['two million values and more', `[${'1,'.repeat(2_100_000)}1]`, 'too-large'],
  ];
  for (const [title, text, expected] of codes) {
    it(`${title}: ${expected}`, () => expect(code('json', text)).to.equal(expected));
  }

  it('says cut of a cut document that fails, and reads one that was complete', () => {
    expect(code('json', '{"a":[1,2', { truncated: true })).to.equal('cut');
    expect(code('json', '["a', { truncated: true })).to.equal('cut');
    expect(code('json', '{"a":1} ', { truncated: true })).to.equal('ok');
  });

  it('keeps __proto__ as a plain member', () => {
    const read = value('json', '{"__proto__":{"x":1},"constructor":2}');
    expect(Object.keys(read)).to.deep.equal(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(read)).to.equal(Object.prototype);
    expect(({} as { x?: unknown }).x).to.equal(undefined);
  });

  const inexact: [string, string[]][] = [
    ['[1, 0.1, -2.50, 1e2, 1E+2, 9007199254740991, 0.30000000000000004, -0]', []],
    ['9007199254740993', ['inexact ']],
    ['{"a":[1,{"b/c":12345678901234567890}]}', ['inexact /a/1/b/c']],
    ['[1152921504606846976, 1152921504606846977]', ['inexact /1']],
    ['[1e400, -1e400, 1e-400]', ['inexact /0', 'inexact /1', 'inexact /2']],
    ['{"\\u0061":0.12345678901234567890,"b":1}', ['inexact /a']],
    ['{"x":[[],{},"12345678901234567890",12345678901234567890]}', ['inexact /x/3']],
  ];
  for (const [text, places] of inexact) {
    it(`leaves open ${places.length} places of ${text}`, () => expect(open('json', text)).to.deep.equal(places));
  }

  it('holds no infinity', () => {
    expect(value('json', '{"a":1e400,"b":[-1e400]}')).to.deep.equal({ a: Number.MAX_VALUE, b: [-Number.MAX_VALUE] });
    expect(value('json', '1e999')).to.equal(Number.MAX_VALUE);
  });

  it('leaves all open when there are too many places', () => {
    expect(open('json', `[${Array(1000).fill('1e400').join(',')}]`)).to.deep.equal(['inexact ']);
  });

  it('gives masked strings, numbers and names as open', () => {
    const text = '{"mail":"xxx@xx.example","n":[1,"yyy"],"xxxx":2}';
    const at = (part: string): { where: 'body'; start: number; end: number; kind: 'token' } => {
      const start = text.indexOf(part);
      return { where: 'body', start, end: start + part.length, kind: 'token' };
    };
    expect(open('json', text, { redactions: [at('xxx@xx'), at('yyy'), at('xxxx')] })).to.deep.equal([
      'redacted /mail',
      'redacted /n/1',
      'redacted /xxxx',
    ]);
    const marked = '\ufeff["é","mask"]';
    expect(open('json', marked, { redactions: [{ where: 'body', start: 7, end: 11, kind: 'token' }] })).to.deep.equal(['redacted /1']);
    const latin = new Uint8Array(Buffer.from('["é","mask"]', 'latin1'));
    const parts = {
      type: 'application/json; charset=latin1',
      redactions: [{ where: 'body' as const, start: 6, end: 10, kind: 'token' as const }],
    };
    expect(open('json', latin, parts)).to.deep.equal(['redacted /1']);
  });

  it('agrees with JSON.parse on every document that it reads', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(undefined, 2, '\t'), (document, indent) => {
        const text = JSON.stringify(document, null, indent);
        const reading = readJsonText(text);
        if (!reading.ok) expect(reading.code).to.equal('charset');
        else expect(reading.value).to.deep.equal(JSON.parse(text));
      }),
    );
  });

  it('reads nothing that JSON.parse refuses, and throws for no text', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '\\',
      '\\u',
      'd83d',
      '1',
      '-',
      '.',
      'e',
      'true',
      'null',
      ' ',
      '"a"',
      '\u0001',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece, { maxLength: 40 }).map((parts) => parts.join('')),
        ),
        (text) => {
          const reading = readJsonText(text);
          let parsed: Json | undefined;
          try {
            parsed = JSON.parse(text) as Json;
          } catch {
            expect(reading.ok).to.equal(false);
            return;
          }
          if (reading.ok && !reading.places) expect(reading.value).to.deep.equal(parsed);
        },
      ),
      { numRuns: sized(2_000) },
    );
  });

  it('finds any member that is there twice', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 3 }), { minLength: 1, maxLength: 12 }), (names) => {
        const text = `[{${names.map((name) => `${JSON.stringify(name)}:0`).join(',')}}]`;
        const reading = readJsonText(text);
        const expected = new Set(names).size === names.length ? 'ok' : 'duplicate-key';
        expect(reading.ok ? 'ok' : reading.code).to.equal(text.includes('\\ud') ? 'charset' : expected);
      }),
    );
  });

  const large: [string, () => string][] = [
    ['escapes', () => `"${'\\n'.repeat(sized(4_000_000))}"`],
    ['quotes', () => '"'.repeat(sized(8_000_000))],
    ['one number', () => `[${'1'.repeat(sized(8_000_000))}]`],
    ['long fractions', () => `[${Array(sized(300_000)).fill('0.12345678901234567890').join(',')}]`],
    ['names', () => `{${Array.from({ length: sized(300_000) }, (_, i) => `"k${i}":1`).join(',')}}`],
    ['colons', () => ':'.repeat(sized(8_000_000))],
  ];
  for (const [title, make] of large) {
    it(`reads a flood of ${title} in linear time`, () => {
      const text = make();
      expectLinear(() => void view('json', text));
    });
  }
});

describe('exact numbers', () => {
  const table: [string, boolean][] = [
    ['0', true],
    ['-0', true],
    ['0.000', true],
    ['100', true],
    ['1e22', true],
    ['1.7976931348623157e308', true],
    ['5e-324', true],
    ['9007199254740992', true],
    ['9007199254740993', false],
    ['0.1', true],
    ['0.10000000000000001', false],
    ['3.14159265358979323846', false],
    ['1e309', false],
    ['1e-330', false],
    [`1${'0'.repeat(400)}`, false],
    ['0e999999999', true],
  ];
  for (const [text, exact] of table) it(`${text.slice(0, 30)}: ${exact}`, () => expect(holdsExactly(text)).to.equal(exact));

  it('holds what it writes', () => {
    fc.assert(fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (n) => holdsExactly(JSON.stringify(n))));
  });
});
