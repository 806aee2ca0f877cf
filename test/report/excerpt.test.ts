// The part of a body that a receipt shows: around a line or a JSON pointer, bounded however large or strange the body is.
import { expect } from 'chai';
import { excerpt } from '../../src/report/excerpt.ts';

const LINES = Array.from({ length: 40 }, (_, i) => `line ${i + 1}`).join('\n');
const LONG = JSON.stringify({ a: 'x'.repeat(5000), b: { c: ['y', 'z'.repeat(5000)] }, d: 1 });

const MARKED: [text: string, spot: { line?: number; pointer?: string }, marked: string][] = [
  [LINES, { line: 20 }, 'line 20'],
  [LINES, { line: 1 }, 'line 1'],
  [LINES, { line: 41 }, ''],
  ['{"a": {"b": [1, "two"]}}', { pointer: '/a/b/1' }, '"two"'],
  ['{"a": {"b": [1, "two"]}}', { pointer: '/a' }, '1'],
  ['{"a~/b": true}', { pointer: '/a~0~1b' }, 'true'],
  ['{"a": {}}', { pointer: '/a' }, ''],
  ['{"a": ', { pointer: '/a/b' }, ''],
  ['no JSON', { pointer: '/a' }, ''],
  [LONG, { pointer: '/b/c/0' }, '"y"'],
  [LONG, { pointer: 'link' }, ''],
];

describe('excerpts of a body', () => {
  for (const [text, spot, marked] of MARKED)
    it(`mark ${JSON.stringify(spot)} of ${text.slice(0, 24).replaceAll('\n', ' ')}`, () => {
      const found = excerpt(text, spot);
      expect(found.marked).to.equal(marked);
      const whole = `${found.before}${found.marked}${found.after}`;
      expect(whole.length).to.be.at.most(800);
      for (const part of whole.split(/ …|… /)) expect(text).to.include(part);
    });

  it('say where they were cut', () => {
    expect(excerpt(LINES, { line: 20 })).to.deep.equal({
      before: '… line 18\nline 19\n',
      marked: 'line 20',
      after: '\nline 21\nline 22 …',
    });
    expect(excerpt('short', {})).to.deep.equal({ before: 'short', marked: '', after: '' });
  });
});
