// The baseline: only what got worse counts, for every pair of then and now; what is written is what is read.
import { expect } from 'chai';
import fc from 'fast-check';
import type { RuleVerdict } from '../../src/contract/generated/types.ts';
import { type BaselineComparison, baselineOf, compareBaseline, markKnown } from '../../src/report/baseline.ts';
import type { Result } from '../../src/report/result.ts';
import { graded, judged, unreachable } from './results.ts';
import { clean } from './sample.ts';

const kinds = (comparison: BaselineComparison): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(comparison).flatMap(([kind, notes]) =>
      notes.length === 0 ? [] : [[kind, notes.map((note: { check: string }) => note.check)]],
    ),
  );

const compared = (before: readonly Result[], now: readonly Result[]): Record<string, string[]> =>
  kinds(compareBaseline(baselineOf(before), now));

const without = (id: string): Result => graded({ ...clean, checks: clean.checks.filter((check) => check.id !== id) });

describe('baseline', () => {
  const pairs: [RuleVerdict, RuleVerdict, string | undefined][] = [
    ['pass', 'pass', undefined],
    ['pass', 'fail', 'regressions'],
    ['pass', 'inconclusive', 'unseen'],
    ['pass', 'not-applicable', undefined],
    ['fail', 'pass', 'fixed'],
    ['fail', 'fail', 'known'],
    ['fail', 'inconclusive', 'known'],
    ['fail', 'not-applicable', 'fixed'],
    ['inconclusive', 'pass', 'fixed'],
    ['inconclusive', 'fail', 'regressions'],
    ['inconclusive', 'inconclusive', 'known'],
    ['inconclusive', 'not-applicable', 'fixed'],
    ['not-applicable', 'pass', undefined],
    ['not-applicable', 'fail', 'regressions'],
    ['not-applicable', 'inconclusive', 'unseen'],
  ];
  for (const [was, now, kind] of pairs) {
    it(`${was}, then ${now}: ${kind ?? 'nothing to say'}`, () => {
      expect(compared([judged({ first: was })], [judged({ first: now })])).to.deep.equal(kind ? { [kind]: ['first'] } : {});
    });
  }

  it('a check that was not there and fails is worse; one that is no longer there is said', () => {
    expect(compared([without('first')], [judged({ first: 'fail' })])).to.deep.equal({ regressions: ['first'] });
    expect(compared([without('first')], [judged({ first: 'inconclusive' })])).to.deep.equal({ unseen: ['first'] });
    expect(compared([judged({ first: 'fail' })], [without('first')])).to.deep.equal({ gone: ['first'] });
  });

  it('a known fail that fails for another reason is worse', () => {
    expect(compared([judged({ first: 'fail' }, 'broken')], [judged({ first: 'fail' }, 'dead')])).to.deep.equal({ regressions: ['first'] });
  });

  it('another target, pack or test knows nothing', () => {
    const now = judged({ first: 'fail' });
    for (const other of [
      { ...now, target: 'https://other.example' },
      { ...now, pack: { name: 'other', version: '1.0.0' } },
      { ...now, name: 'row 2' },
    ])
      expect(compared([now], [other])).to.deep.equal({ regressions: ['first'] });
    expect(compared([now], [{ ...now, pack: { ...now.pack, version: '9.0.0' } }])).to.deep.equal({ known: ['first'] });
  });

  it('equal results are told apart by their order', () => {
    const bad = judged({ first: 'fail' });
    expect(compared([graded(clean), bad], [graded(clean), bad])).to.deep.equal({ known: ['first'] });
    expect(compared([graded(clean), bad], [bad, bad])).to.deep.equal({ regressions: ['first'], known: ['first'] });
  });

  it('a run without a report changes nothing and hides nothing', () => {
    const before = baselineOf([judged({ first: 'fail' })]);
    expect(kinds(compareBaseline(before, [unreachable]))).to.deep.equal({});
    expect(baselineOf([unreachable], before)).to.deep.equal(before);
  });

  it('an update replaces what was judged anew and keeps the rest', () => {
    const other = { ...judged({ second: 'fail' }), target: 'https://other.example' };
    const before = baselineOf([judged({ first: 'fail' }), other]);
    const after = baselineOf([graded(clean)], before);
    expect(kinds(compareBaseline(after, [graded(clean), other]))).to.deep.equal({ known: ['second'] });
    expect(after.entries).to.have.length(before.entries.length);
  });

  it('renderers hear what is known', () => {
    const now = [judged({ first: 'fail', second: 'fail' }), graded(clean)];
    const marked = markKnown(now, compareBaseline(baselineOf([judged({ first: 'fail' })]), now));
    expect(marked.map(({ known }) => known)).to.deep.equal([['first'], []]);
  });

  it('whatever was found is known when it is found again', () => {
    const verdicts = fc.record(
      Object.fromEntries(
        ['first', 'honest', '__proto__'].map((id) => [id, fc.constantFrom<RuleVerdict>('pass', 'fail', 'inconclusive', 'not-applicable')]),
      ),
    );
    const named = fc.record({ target: fc.string(), name: fc.option(fc.string(), { nil: undefined }) });
    fc.assert(
      fc.property(fc.array(fc.tuple(verdicts, named), { maxLength: 5 }), (runs) => {
        const results = runs.map(([given, place]) => ({ ...judged(given), ...place }));
        const text = JSON.stringify(baselineOf(results));
        expect(Object.keys(kinds(compareBaseline(JSON.parse(text), results))))
          .to.be.an('array')
          .that.satisfies((found: string[]) => found.every((kind) => kind === 'known'));
        expect(JSON.stringify(baselineOf(results, JSON.parse(text)))).to.equal(text);
      }),
    );
  });
});
