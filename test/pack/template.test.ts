// Templates: text with {{ path }} in it, and where each of them goes wrong.
import { expect } from 'chai';
import { parsePath, SyntaxFault } from '../../src/pack/compiled/path.ts';
import { isLiteral, parseTemplate, readTemplate, wholeValue } from '../../src/pack/compiled/template.ts';

const GOOD: [string, (string | { path: string })[]][] = [
  ['', []],
  ['/a', ['/a']],
  ['{ } { "a": 1 }', ['{ } { "a": 1 }']],
  ['{{$.a}}', [{ path: '$.a' }]],
  ['{{ $.a }}', [{ path: '$.a' }]],
  ['/x/{{ $.a }}/y{{ $.b[0] }}', ['/x/', { path: '$.a' }, '/y', { path: '$.b[0]' }]],
  ['{{ $.a }}{{ $.b }}', [{ path: '$.a' }, { path: '$.b' }]],
];

const BAD: [string, number][] = [
  ['{{ }}', 3],
  ['/a/{{ $.a', 4],
  ['{{ $.a } }', 1],
  ['a }} b', 3],
  ['{{ $.a }} }}', 11],
  ['/{{ a }}', 5],
  ['/{{  $.a[?x] }}', 10],
  ['{{ {{ $.a }} }}', 4],
  ['{{{ $.a }}}', 3],
];

describe('templates', () => {
  for (const [text, parts] of GOOD) {
    it(`reads ${JSON.stringify(text)}`, () => {
      expect(parseTemplate(text)).to.deep.equal(parts.map((p) => (typeof p === 'string' ? { text: p } : { path: parsePath(p.path) })));
    });
  }

  for (const [text, column] of BAD) {
    it(`refuses ${JSON.stringify(text)} at column ${column}`, () => {
      expect(() => parseTemplate(text))
        .to.throw(SyntaxFault)
        .with.property('column', column);
    });
  }

  it('gives the columns of paths in the template', () => {
    expect(readTemplate('/x/{{ $.ab[0] }}').paths.map((p) => [p.column, p.columns])).to.deep.equal([[7, [[9], [12]]]]);
  });

  it('knows a whole value and a literal', () => {
    expect(wholeValue(parseTemplate('{{ $.a }}'))?.text).to.equal('$.a');
    expect(wholeValue(parseTemplate(' {{ $.a }}'))).to.equal(undefined);
    expect(wholeValue([])).to.equal(undefined);
    expect(isLiteral(parseTemplate('/{{ $.run.nonce }}'))).to.equal(true);
    expect(isLiteral(parseTemplate('/a'))).to.equal(true);
    expect(isLiteral(parseTemplate("{{ $['run','a'].nonce }}"))).to.equal(false);
    expect(isLiteral(parseTemplate('{{ $.a }}'))).to.equal(false);
  });
});
