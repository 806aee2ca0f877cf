// What is said of packs and reports of another engine: both numbers, and what to do.
import { expect } from 'chai';
import { isEngine, otherEngine, packOfOtherEngine, reportOfOtherEngine } from '../../src/contract/engines.ts';
import { ENGINE } from '../../src/contract/limits.ts';
import { OTHER_ENGINES } from '../engines.ts';

describe('contract/engines', () => {
  it('knows the version of every engine that there was', () => {
    const all = Array.from({ length: Number(ENGINE) }, (_, i) => String(i + 1));
    for (const engine of all)
      expect(reportOfOtherEngine(engine).message).to.match(
        new RegExp(`: axproof \\d+\\.\\d+\\.x, which carries engine ${engine}, replays it$`),
      );
  });

  const FORMS: [unknown, boolean][] = [
    ['1', true],
    ['20', true],
    ['0', false],
    ['01', false],
    ['-1', false],
    ['1.0', false],
    ['1'.repeat(10), false],
    ['', false],
    ['one', false],
    [1, false],
    [null, false],
    [undefined, false],
    [['1'], false],
  ];
  for (const [value, is] of FORMS) it(`${JSON.stringify(value)} is ${is ? 'an' : 'no'} engine`, () => expect(isEngine(value)).to.equal(is));

  it('is no other engine where it is this one, or none', () => {
    expect([otherEngine(ENGINE), otherEngine('x'), otherEngine(undefined)]).to.deep.equal([undefined, undefined, undefined]);
  });

  for (const engine of OTHER_ENGINES) {
    it(`says of engine ${engine} both numbers and the way`, () => {
      const { code, message, details } = packOfOtherEngine(engine, 'the spec', ['what else is known']);
      expect(code).to.equal('engine-mismatch');
      expect(message).to.include(`engine ${engine};`).and.to.include(`engine ${ENGINE}:`);
      expect(message.includes('axproof pack migrate')).to.equal(Number(engine) < Number(ENGINE));
      expect(details[0]).to.equal('what else is known');
      const report = reportOfOtherEngine(engine).message;
      expect(report).to.include(`judged by engine ${engine}; this is engine ${ENGINE}: `);
      expect(report).to.include(Number(engine) < Number(ENGINE) ? ': axproof ' : ': a newer axproof, ');
      expect(report.endsWith('replays it')).to.equal(true);
    });
  }

  it('names the axproof that replays the first reports', () => expect(reportOfOtherEngine('1').message).to.include('axproof 0.1.x'));
});
