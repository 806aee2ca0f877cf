// The yaml view: YAML 1.2 as JSON, aliases unfolded within bounds, and no text that ends the process.
import { expect } from 'chai';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { AnswerReader } from '../../src/views/reader.ts';
import { expectLinear, sized } from '../whole.ts';
import { code, open, source, value, view } from './source.ts';

const blockNest = (depth: number): string => Array.from({ length: depth }, (_, i) => `${' '.repeat(i)}a:`).join('\n');

const lines = (n: number, line: (i: number) => string): string => Array.from({ length: n }, (_, i) => line(i)).join('\n');
/** Thirty values, each made of the one before it. */
const bomb = (first: string, next: (was: string) => string): string =>
  `a0: &a0 ${first}\n${lines(30, (i) => `a${i + 1}: &a${i + 1} ${next(`*a${i}`)}`)}`;

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
    ['an unused anchor', 'a: &x 1\nb: &y\n  c: &z [1]\n', { a: 1, b: { c: [1] } }],
    ['an alias', 'a: &x {b: [1]}\nc: *x\nd: [*x]\n', { a: { b: [1] }, c: { b: [1] }, d: [{ b: [1] }] }],
    ['the last anchor of a name before the alias', 'a: &x 1\nb: *x\nc: &x 2\nd: *x\n', { a: 1, b: 1, c: 2, d: 2 }],
    ['an alias in what an alias stands for', 'a: &x 1\nb: &y [*x]\nc: &x 2\nd: *y\n', { a: 1, b: [1], c: 2, d: [1] }],
    ['an alias as a key', 'a: &x k\n*x : 1\n', { a: 'k', k: 1 }],
    ['an anchor on a key', '&x k: 1\nb: *x\n', { k: 1, b: 'k' }],
    ['an anchor on nothing', 'a: &x\nb: *x\n', { a: null, b: null }],
    ['an anchor on the document', '--- &x\na: 1\n', { a: 1 }],
    ['a merge key', 'a: &x {b: 1, c: 2}\nd:\n  <<: *x\n  c: 3\n', { a: { b: 1, c: 2 }, d: { c: 3, b: 1 } }],
    ['a merge key after the members that win', 'd: {c: 3, <<: {b: 1, c: 2}}', { d: { c: 3, b: 1 } }],
    ['a list of merges, of which the first wins', 'd: {<<: [{a: 1}, {a: 2, b: 2}]}', { d: { a: 1, b: 2 } }],
    ['a merge that merges', 'a: &a {x: 1}\nb: &b {<<: *a, y: 2}\nc: {<<: *b}', { a: { x: 1 }, b: { y: 2, x: 1 }, c: { y: 2, x: 1 } }],
    ['two merge keys', 'd: {<<: {a: 1}, <<: {a: 2, b: 2}}', { d: { a: 1, b: 2 } }],
    ['!!merge', 'd: {!!merge <<: {a: 1}}', { d: { a: 1 } }],
    ['!!str', 'a: !!str 1.0\nb: !!str true\nc: !!str\nd: !!str "x"\n', { a: '1.0', b: 'true', c: '', d: 'x' }],
    ['!!int', 'a: !!int "12"\nb: !!int 0x1F', { a: 12, b: 31 }],
    ['!!float', 'a: !!float 1\nb: !!float "1.5"', { a: 1, b: 1.5 }],
    ['!!bool and !!null', 'a: !!bool "true"\nb: !!null ""\nc: !!null ~', { a: true, b: null, c: null }],
    ['!!map and !!seq', '!!map\na: !!seq [1]\n', { a: [1] }],
    ['a tag in whole', 'a: !<tag:yaml.org,2002:str> 1', { a: '1' }],
    ['a declared handle', '%TAG !y! tag:yaml.org,2002:\n---\na: !y!str 1', { a: '1' }],
    ['the tag !', 'a: ! 12\nb: ! [1]', { a: '12', b: [1] }],
    [
      'tags that are not known',
      'a: !x 12\nb: !x "12"\nc: !!binary eA==\nd: !x {e: !y ~}\nf: !!set {g}\n',
      {
        a: 12,
        b: '12',
        c: 'eA==',
        d: { e: null },
        f: { g: null },
      },
    ],
    ['tags and anchors on one value', 'a: !!str &x 1\nb: &y !!str 2\nc: [*x, *y]', { a: '1', b: '2', c: ['1', '2'] }],
  ];
  for (const [title, text, expected] of values) {
    it(`reads ${title}`, () => expect(value('yaml', text)).to.deep.equal(expected));
  }

  const codes: [string, string, string][] = [
    ['an alias without an anchor', 'a: *x', 'syntax'],
    ['an alias before its anchor', 'a: *x\nb: &x 1', 'syntax'],
    ['an alias for what it is in', 'a: &x {b: [*x]}', 'cyclic'],
    ['an alias for the document', '&x\na: {b: *x}', 'cyclic'],
    ['an alias with an anchor', 'a: &x 1\nb: &y *x', 'syntax'],
    ['two anchors on one value', 'a: &x &y 1', 'syntax'],
    ['a bomb of lists', bomb('[x]', (was) => `[${`${was},`.repeat(9)}]`), 'too-large'],
    ['a bomb of members', bomb('{x: 1}', (was) => `{a: ${was}, b: ${was}, c: ${was}}`), 'too-large'],
    ['a bomb of merges', bomb('{x: 1}', (was) => `{<<: [${was}, ${was}, ${was}]}`), 'too-large'],
    ['a bomb of empty merges', bomb('{}', (was) => `{<<: [${was}, ${was}, ${was}]}`), 'too-large'],
    ['a bomb of text', `a: &a ${'x'.repeat(100_000)}\nb: [${'*a,'.repeat(200)}]`, 'too-large'],
    ['a bomb of names', `a: &a {${'x'.repeat(100_000)}: 1}\nb: [${'*a,'.repeat(200)}]`, 'too-large'],
    ['aliases that nest 66 deep', `a0: &a0 {}\n${lines(66, (i) => `a${i + 1}: &a${i + 1} [*a${i}]`)}`, 'too-deep'],
    ['aliases that nest 60 deep', `a0: &a0 {}\n${lines(60, (i) => `a${i + 1}: &a${i + 1} [*a${i}]`)}`, 'ok'],
    ['a merge of merges without end', `a0: &a0 {}\n${lines(20_000, (i) => `a${i + 1}: &a${i + 1} {<<: *a${i}}`)}`, 'too-deep'],
    ['a merge of a text', 'a: 1\n<<: b', 'syntax'],
    ['a merge of texts', '<<: [a, b]', 'syntax'],
    ['a merge of nothing', 'a: 1\n<<:\n', 'syntax'],
    ['equal keys beside a merge', '<<: {a: 1}\nb: 1\nb: 2', 'duplicate-key'],
    ['a word as !!int', 'a: !!int b', 'syntax'],
    ['a fraction as !!int', 'a: !!int 1.5', 'syntax'],
    ['a word as !!bool', 'a: !!bool maybe', 'syntax'],
    ['a word as !!null', 'a: !!null x', 'syntax'],
    ['a sequence as !!map', 'a: !!map [b]', 'syntax'],
    ['a text as !!map', 'a: !!map b', 'syntax'],
    ['a text as !!seq', 'a: !!seq b', 'syntax'],
    ['a mapping as !!str', 'a: !!str {b: 1}', 'syntax'],
    ['a handle that is not declared', 'a: !x!y z', 'syntax'],
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

  it('gives what is uncertain at every place where it appears', () => {
    const text = 'a: &x {k: xxxx, n: 9007199254740993}\nb: *x\nc: {<<: *x, n: 1}\n';
    const start = text.indexOf('xxxx');
    const redactions = [{ where: 'body' as const, start, end: start + 4, kind: 'token' as const }];
    expect(open('yaml', text, { redactions })).to.deep.equal([
      'redacted /a/k',
      'inexact /a/n',
      'redacted /b/k',
      'inexact /b/n',
      'redacted /c/k',
    ]);
  });

  it('gives what an alias with a masked name stands for as open', () => {
    const text = 'a: &xxxx 1\nb: *xxxx\n';
    const start = text.lastIndexOf('xxxx');
    expect(open('yaml', text, { redactions: [{ where: 'body', start, end: start + 4, kind: 'token' }] })).to.deep.equal(['redacted /b']);
  });

  it('tells nothing else of a document because of one anchor', () => {
    const text =
      'openapi: 3.1.0\ninfo:\n  title: T\n  version: "1"\nservers:\n  - url: https://x.example/\npaths:\n  /a:\n    get:\n      responses: {"200": {description: d}}\n';
    const values = [...text.matchAll(/(?<=: |:(?=\n)|- (?=url)|^(?=\w))/gm)].map((found) => found.index);
    expect(values.length).to.be.above(12);
    for (const type of ['application/yaml', 'text/plain', undefined]) {
      const parts = type === undefined ? {} : { type };
      for (const at of values) {
        const space = text[at] === '\n' ? [' ', ''] : ['', ' '];
        const marked = `${text.slice(0, at)}${space[0]}&v${space[1]}${text.slice(at)}`;
        expect(new AnswerReader(source(marked, parts)).kind, marked).to.equal(new AnswerReader(source(text, parts)).kind);
        for (const name of ['yaml', 'openapi', 'refs']) expect(view(name, marked, parts), marked).to.deep.equal(view(name, text, parts));
      }
    }
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
    it(`survives a flood of ${title}`, () => {
      const text = piece.repeat(sized(1_000_000) / piece.length);
      expectLinear(() =>
        expect(['too-deep', 'syntax', 'cyclic', 'shape', 'duplicate-key', 'too-large', 'ok']).to.include(code('yaml', text)),
      );
    });
  }

  it('finds equal keys among many in linear time', () => {
    const keys = Array.from({ length: sized(60_000) }, (_, i) => `k${i}: 1`);
    expectLinear(() => {
      expect(code('yaml', keys.join('\n'))).to.equal('ok');
      expect(code('yaml', [...keys, 'k7: 2'].join('\n'))).to.equal('duplicate-key');
    });
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
      fc.property(fc.array(document, { minLength: 1, maxLength: 4 }), (made) => {
        // What stands twice is written once, with an anchor.
        const root = { a: made, b: [made, made[0]] };
        expect(value('yaml', stringify(root))).to.deep.equal(JSON.parse(JSON.stringify(root)));
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
      '&y',
      '*y',
      '<<',
      '!!str ',
      '!!int ',
      '!x ',
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
      { numRuns: sized(2_000) },
    );
  });
});
