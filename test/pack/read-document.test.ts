// Reading YAML and JSON: values, places, and everything that a hostile file may try.
import { expect } from 'chai';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { readDocument } from '../../src/pack/read/read-document.ts';
import { sized } from '../whole.ts';

const codes = (text: string, file: string): string[] => readDocument(text, file).findings.map((f) => `${f.line}:${f.column} ${f.code}`);

const JSON_BAD: [string, string][] = [
  ['', '1:1 syntax'],
  ['{', '1:2 syntax'],
  ['{"a":}', '1:6 syntax'],
  ['{"a" 1}', '1:6 syntax'],
  ['{"a":1,}', '1:8 syntax'],
  ['[1,]', '1:4 syntax'],
  ['[1 2]', '1:4 syntax'],
  ['{a: 1}', '1:2 syntax'],
  ['{"a": 01}', '1:7 syntax'],
  ['{"a": "\\x"}', '1:7 syntax'],
  ['{}\n{}', '2:1 syntax'],
  ["{'a': 1}", '1:2 syntax'],
  ['{"a":1,\n "a":2}', '2:2 duplicate-key'],
  ['{"a":{"__proto__":1}}', '1:7 bad-key'],
  // Names repeat in the pointers of all values below them.
  [`{"${'n'.repeat(257)}":[${'1,'.repeat(90_000)}1]}`, '1:2 bad-key'],
  ['[9007199254740993]', '1:2 bad-value'],
  ['[1e400]', '1:2 bad-value'],
  ['["\\ud800"]', '1:2 bad-value'],
  [`${'['.repeat(65)}${']'.repeat(65)}`, '1:65 too-deep'],
  ['['.repeat(300_000), '1:65 too-deep'],
  [' '.repeat(3 * 1024 * 1024 + 1), '1:1 unreadable'],
];

const YAML_BAD: [string, string][] = [
  ['a: 1\na: 2', '2:1 duplicate-key'],
  ['a: *x', '1:4 syntax'],
  ['a: &x [*x]', '1:8 too-deep'],
  ['a: !!binary aGk=', '1:13 bad-value'],
  ['? [a]\n: 1', '1:3 bad-key'],
  [`${'n'.repeat(257)}: [1, 2]`, '1:1 bad-key'],
  ['null: 1', '1:1 bad-key'],
  ['true: 1', '1:1 bad-key'],
  ['a: 0x20000000000001', '1:4 bad-value'],
  ['a: .nan', '1:4 bad-value'],
  ['a: "\\ud800"', '1:4 bad-value'],
  ['a'.repeat(256 * 1024 + 1), '1:1 unreadable'],
  ['--- 1\n--- 2', '2:1 syntax'],
  ['%FOO x\n---\na', '1:1 syntax'],
  ['- '.repeat(5000), '1:257 too-deep'],
  ['? '.repeat(5000), '1:257 too-deep'],
  ['{a: '.repeat(5000), '1:257 too-deep'],
  ['[ # ]\n'.repeat(5000), '65:1 too-deep'],
  ['["]",\n'.repeat(5000), '65:1 too-deep'],
  [Array.from({ length: 300 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'), '258:257 too-deep'],
];

describe('reading documents', () => {
  for (const [text, said] of JSON_BAD)
    it(`JSON ${JSON.stringify(text.slice(0, 20))} is ${said}`, () => expect(codes(text, 'x.json')).to.include(said));
  for (const [text, said] of YAML_BAD)
    it(`YAML ${JSON.stringify(text.slice(0, 20))} is ${said}`, () => expect(codes(text, 'x.yaml')).to.include(said));

  it('bounds nesting, size and aliases in linear time', () => {
    const started = process.cpuUsage().user;
    const bomb = `a0: &a0 [${'1,'.repeat(99)}]\n${Array.from({ length: 40 }, (_, i) => `a${i + 1}: &a${i + 1} [${`*a${i},`.repeat(20)}]`).join('\n')}`;
    expect(codes(bomb, 'x.yaml').join()).to.match(/too-large/);
    for (const unit of ['[', '{', '- ', '? ', '- - [', '"', "'", '&a ', '!', '#', '|\n', 'a: '])
      readDocument(unit.repeat(200_000 / unit.length), 'x.yaml');
    expect((process.cpuUsage().user - started) / 1e6).to.be.lessThan(15);
  });

  it('knows the place of everything in YAML', () => {
    const source = readDocument('a: 1\nb:\n  - x\n  - {c: "q\\n", d: yes it is}\n', 'x.yaml');
    const at = (pointer: string, part?: Parameters<typeof source.finding>[3]): string => {
      const f = source.finding(pointer, 'bad-value', '', part);
      return `${f.line}:${f.column}`;
    };
    expect(['', '/a', '/b', '/b/0', '/b/1', '/b/1/c', '/b/1/d', '/b/7/e'].map((p) => at(p))).to.deep.equal([
      '1:1',
      '1:4',
      '3:3',
      '3:5',
      '4:5',
      '4:9',
      '4:19',
      '3:3',
    ]);
    expect(at('/b/1/d', { part: 'key' })).to.equal('4:16');
    expect(at('/b/1/d', { part: { within: 4, value: 'yes it is' } })).to.equal('4:23');
    // Escapes change the text, so the place is where the value begins.
    expect(at('/b/1/c', { part: { within: 1, value: 'q\n' } })).to.equal('4:9');
  });

  it('reads a JSON text and its YAML alike, with the same pointers', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[a-z/~ ]{1,5}$/), fc.jsonValue({ maxDepth: 4 })), (value) => {
        const plain = JSON.parse(JSON.stringify(value)) as unknown;
        const text = JSON.stringify(plain);
        let unsafe = /__proto__|"<<"/.test(text) || /\\ud[89a-f]/.test(text);
        JSON.parse(text, (_, v) => {
          unsafe ||= Object.is(v, -0) || (Number.isInteger(v) && !Number.isSafeInteger(v));
          return v;
        });
        fc.pre(!unsafe);
        const json = readDocument(text, 'x.json');
        expect(json.findings).to.deep.equal([]);
        expect(json.value).to.deep.equal(plain);
        const yaml = readDocument(stringify(plain, { aliasDuplicateObjects: false }), 'x.yaml');
        expect(yaml.findings).to.deep.equal([]);
        expect(yaml.value).to.deep.equal(plain);
      }),
    );
  });

  it('takes a mark at the beginning for no part of the text', () => {
    for (const file of ['x.json', 'x.yaml']) expect(readDocument('\ufeff{"a": 1}', file).value).to.deep.equal({ a: 1 });
  });

  it('never throws', () => {
    const piece = fc.constantFrom(
      'a',
      ': ',
      '- ',
      '[',
      ']',
      '{',
      '}',
      '"',
      "'",
      '\n',
      ' ',
      '|',
      '>',
      '&a',
      '*a',
      '!t',
      '#',
      ',',
      '? ',
      '%',
      '---',
      '\t',
      '\\',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        for (const file of ['x.yaml', 'x.json'])
          for (const f of readDocument(pieces.join(''), file).findings) expect(f.line).to.be.greaterThan(0);
      }),
      { numRuns: sized(2_000) },
    );
  });
});
