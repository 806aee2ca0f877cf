// The yaml view: YAML 1.2 as JSON, without references, and no text that ends the process.
import { expect } from 'chai';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { code, open, value, view } from './source.ts';

const blockNest = (depth: number): string => Array.from({ length: depth }, (_, i) => `${' '.repeat(i)}a:`).join('\n');

describe('yaml view', () => {
  const values: [string, string, unknown][] = [
    [
      'scalars of the core schema',
      'a: 1\nb: 1.5\nc: true\nd: ~\ne: yes\nf: 2024-01-01\ng: 0x1F\nh: 0o17\ni: 1_000',
      { a: 1, b: 1.5, c: true, d: null, e: 'yes', f: '2024-01-01', g: 31, h: 15, i: '1_000' },
    ],
    ['a document of 1.1 as one of 1.2', '%YAML 1.1\n---\na: yes\nb: 2001-01-01\n', { a: 'yes', b: '2001-01-01' }],
    ['sequences', '- a\n- [b, {c: d}]\n', ['a', ['b', { c: 'd' }]]],
    ['keys as they are written', '200: a\n1.0: b\ntrue: c\n? d\n: e\n', { 200: 'a', '1.0': 'b', true: 'c', d: 'e' }],
    ['block scalars with signs in them', 'a: |\n  *x &y !z\n  [[[\n', { a: '*x &y !z\n[[[\n' }],
    ['a quoted merge key', '"<<": 1', { '<<': 1 }],
    ['JSON', '{"a": [1, 2]}', { a: [1, 2] }],
    ['flow style', '{a: [b, c]}', { a: ['b', 'c'] }],
    ['comments', '# x\na: 1 # y\n', { a: 1 }],
    ['a mark', '\ufeffa: 1', { a: 1 }],
  ];
  for (const [title, text, expected] of values) {
    it(`reads ${title}`, () => expect(value('yaml', text)).to.deep.equal(expected));
  }

  const codes: [string, string, string][] = [
    ['an anchor', 'a: &x 1', 'alias'],
    ['an alias', 'a: *x', 'alias'],
    ['a tag', 'a: !!binary eA==', 'alias'],
    ['a local tag', 'a: !x y', 'alias'],
    ['a merge key', 'a: 1\n<<: {b: 2}', 'alias'],
    ['an alias bomb', `a: &a [x,x]\n${Array.from({ length: 30 }, (_, i) => `b${i}: &b${i} [*a,*a]`).join('\n')}`, 'alias'],
    ['equal keys', 'a: 1\nb: 2\na: 3', 'duplicate-key'],
    ['equal keys below', 'x:\n  - {a: 1, a: 2}', 'duplicate-key'],
    ['keys that are equal as names', '200: a\n"200": b', 'duplicate-key'],
    ['equal keys in JSON', '{"a":1,"a":2}', 'duplicate-key'],
    ['several documents', 'a: 1\n---\nb: 2', 'shape'],
    ['prose', 'just some words', 'shape'],
    ['HTML', '<!doctype html>\n<p>x</p>', 'shape'],
    ['comments alone', '# nothing', 'shape'],
    ['a key that is no scalar', '? [a]\n: b', 'shape'],
    ['half a surrogate pair', 'a: "\\ud800"', 'charset'],
    ['a tab as indentation', 'a:\n\tb: 1', 'syntax'],
    ['two values', 'a: b: c', 'syntax'],
    ['an open quote', 'a: "b', 'syntax'],
    ['an open bracket', 'a: [b', 'syntax'],
    ['blocks 64 deep', blockNest(64), 'ok'],
    ['blocks 66 deep', blockNest(66), 'too-deep'],
    ['brackets 64 deep', `a: ${'['.repeat(63)}${']'.repeat(63)}`, 'ok'],
    ['brackets 66 deep', `a: ${'['.repeat(66)}${']'.repeat(66)}`, 'too-deep'],
    ['5 MiB and more', `a: ${'x'.repeat(5 * 1024 * 1024)}`, 'too-large'],
  ];
  for (const [title, text, expected] of codes) {
    it(`${title}: ${expected}`, () => expect(code('yaml', text)).to.equal(expected));
  }

  it('says cut of everything that is cut, since its end is unknown', () => {
    expect(code('yaml', 'a: 1\nb: 2', { truncated: true })).to.equal('cut');
    expect(code('yaml', '{"a": 1', { truncated: true })).to.equal('cut');
  });

  it('keeps __proto__ as a plain member', () => {
    const read = value('yaml', '__proto__: {x: 1}\na: 1');
    expect(Object.keys(read)).to.deep.equal(['__proto__', 'a']);
    expect(Object.getPrototypeOf(read)).to.equal(Object.prototype);
  });

  it('gives numbers that no double holds as open', () => {
    const text = 'a: 9007199254740993\nb: [.inf, .nan, -.inf]\nc: 1e400\nd: 0xffffffffffffffffff\ne: +12\nf: 0.1';
    expect(open('yaml', text)).to.deep.equal(['inexact /a', 'inexact /b/0', 'inexact /b/1', 'inexact /b/2', 'inexact /c', 'inexact /d']);
    expect(value('yaml', text).b).to.deep.equal([Number.MAX_VALUE, null, -Number.MAX_VALUE]);
  });

  it('gives masked scalars and keys as open', () => {
    const text = 'a: secret\nmasked: [1, other]\n';
    const at = (part: string) => ({
      where: 'body' as const,
      start: text.indexOf(part),
      end: text.indexOf(part) + part.length,
      kind: 'token' as const,
    });
    expect(open('yaml', text, { redactions: [at('secret'), at('masked')] })).to.deep.equal(['redacted /a', 'redacted /masked']);
  });

  const hostile: [string, string][] = [
    ['[', '['],
    ['{', '{'],
    ['- ', '- '],
    ['? ', '? '],
    [': ', ': '],
    ['&a ', '&a '],
    ['*a ', '*a '],
    ['!a ', '!a '],
    ['"a" ', '"a" '],
    ['- lines', '- \n'],
    ['comments', '#\n'],
    ['directives', '%a\n'],
    ['documents', '---\n'],
    ['pairs', 'a: b\n'],
    ['[] pairs', '[],'],
    ['quotes', '"'],
    ['ends', ']'],
  ];
  for (const [title, piece] of hostile) {
    it(`survives a megabyte of ${title}`, () => {
      const before = performance.now();
      expect(['too-deep', 'syntax', 'alias', 'shape', 'duplicate-key', 'too-large', 'ok']).to.include(
        code('yaml', piece.repeat(1_000_000 / piece.length)),
      );
      expect(performance.now() - before).to.be.below(12_000);
    });
  }

  it('finds equal keys among many in linear time', () => {
    const keys = Array.from({ length: 60_000 }, (_, i) => `k${i}: 1`);
    const before = performance.now();
    expect(code('yaml', keys.join('\n'))).to.equal('ok');
    expect(code('yaml', [...keys, 'k7: 2'].join('\n'))).to.equal('duplicate-key');
    expect(performance.now() - before).to.be.below(12_000);
  });

  it('reads what the library writes', () => {
    const name = fc.string({ maxLength: 8 }).filter((text) => text !== '<<' && !/[\ud800-\udfff]/u.test(text));
    const leaf = fc.oneof(name, fc.integer(), fc.boolean(), fc.constant(null));
    const document = fc.letrec((tie) => ({
      node: fc.oneof(
        { depthSize: 'small' },
        leaf,
        fc.array(tie('node'), { maxLength: 4 }),
        fc.dictionary(name, tie('node'), { maxKeys: 4, noNullPrototype: true }),
      ),
    })).node;
    fc.assert(
      fc.property(fc.array(document, { minLength: 1, maxLength: 4 }), (root) => {
        expect(value('yaml', stringify(root, { aliasDuplicateObjects: false }))).to.deep.equal(JSON.parse(JSON.stringify(root)));
      }),
    );
  });

  it('throws for no text', () => {
    const piece = fc.constantFrom(
      'a',
      ':',
      ' ',
      '\n',
      '- ',
      '? ',
      '[',
      ']',
      '{',
      '}',
      ',',
      '"',
      "'",
      '|',
      '>',
      '#',
      '&x',
      '*x',
      '!',
      '%',
      '---',
      '\t',
      '\\',
      '  ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        view('yaml', pieces.join(''));
      }),
      { numRuns: 2000 },
    );
  });
});
