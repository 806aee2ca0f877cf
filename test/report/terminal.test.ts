// The terminal report: whole as reviewed, inside its width, and no control sequence but its own.
import { stripVTControlCharacters } from 'node:util';
import { expect } from 'chai';
import fc from 'fast-check';
import { buildReport } from '../../src/report/build.ts';
import { hanging, width, wrapped } from '../../src/report/layout.ts';
import { terminal } from '../../src/report/terminal.ts';
import { golden } from './golden.ts';
import { clean, evidence, HOSTILE, issued, pack, verdict } from './sample.ts';

const report = buildReport({ verdict, evidence, issued });

describe('terminal report', () => {
  it('is as reviewed: faults', () => golden('report-faults.txt', terminal(report, pack, { color: false })));
  it('is as reviewed: clean', () =>
    golden('report-clean.txt', terminal(buildReport({ verdict: clean, evidence, issued }), pack, { color: false })));

  it('says the same in colour', () => {
    expect(stripVTControlCharacters(terminal(report, pack, { color: true }))).to.equal(terminal(report, pack, { color: false }));
    expect(terminal(report, pack, { color: true })).to.include('\u001b[');
  });

  it('sends no control characters without colour', () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this test is about
    expect(terminal(report, pack, { color: false })).to.not.match(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
  });

  for (const columns of [40, 80, 120]) {
    it(`stays inside ${columns} columns, but for what is there to be copied`, () => {
      const wide = terminal(report, pack, { color: false, width: columns })
        .split('\n')
        .filter((line) => width(line) > columns && !line.includes('sha256:') && !line.startsWith('Again') && !line.startsWith('{"name"'));
      expect(wide).to.deep.equal([]);
    });
  }
});

describe('layout', () => {
  it('counts wide characters twice and combining marks not at all', () => {
    expect([width('abc'), width('名前'), width('e\u0301')]).to.deep.equal([3, 4, 1]);
  });
  it('wraps at spaces, cuts what is too wide, loses nothing', () => {
    expect(wrapped('aa bb cc', 5)).to.deep.equal(['aa bb', 'cc']);
    expect(wrapped('abcdefgh', 3)).to.deep.equal(['abc', 'def', 'gh']);
    expect(wrapped('', 5)).to.deep.equal(['']);
    expect(hanging('- ', 'aa bb', 4)).to.deep.equal(['- aa', '  bb']);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.integer({ min: 4, max: 30 }), (text, columns) => {
        const lines = wrapped(text, columns);
        expect(lines.join('').replaceAll(' ', '')).to.equal(text.replaceAll(' ', ''));
        for (const line of lines) expect(width(line)).to.be.at.most(columns);
      }),
    );
    for (const text of HOSTILE) expect(wrapped(text, 20).join('').replaceAll(' ', '')).to.equal(text.replaceAll(' ', ''));
  });
});
