// Grades by points, caps and applicability, for packs that score all rules and packs that score only what applies.
import { expect } from 'chai';
import type { Assertion, Pack, Rule } from '../../src/contract/generated/types.ts';
import { json, judged, pack, rule } from './world.ts';

/** A rule that passes, fails or does not apply, whatever the target is. */
const outcome = (id: string, verdict: 'pass' | 'fail' | 'away', more: Partial<Rule> = {}): Rule => {
  const holds: Assertion = { select: '$.run.seed', else: 'bad' };
  // Something that the target answers: only that can be asked a second time, and what is not caps nothing.
  const breaks: Assertion = { select: '$.root.status', schema: { const: 418 }, else: 'bad' };
  return rule(id, {
    ...more,
    ...(verdict === 'away' ? { when: [{ not: { select: '$.run.seed' }, else: 'away' }] } : {}),
    assert: [verdict === 'fail' ? breaks : holds],
    reasons: { pass: 'good', bad: 'bad', ...(verdict === 'away' ? { away: 'away' } : {}) },
  });
};

const APPLICABLE: Partial<Pack> = { score: { of: 'applicable', none: 'C' } };

const table: [string, Rule[], Partial<Pack>, string, [number, number]][] = [
  ['one of two, the other does not apply', [outcome('one', 'pass'), outcome('two', 'away')], {}, 'C', [1, 2]],
  ['the same, scored by what applies', [outcome('one', 'pass'), outcome('two', 'away')], APPLICABLE, 'A+', [1, 1]],
  ['one that applies fails', [outcome('one', 'fail'), outcome('two', 'away')], APPLICABLE, 'F', [0, 1]],
  ['one of two that apply', [outcome('one', 'pass'), outcome('two', 'fail')], APPLICABLE, 'C', [1, 2]],
  ['nothing applies', [outcome('one', 'away')], {}, 'F', [0, 1]],
  ['nothing applies, scored by what applies', [outcome('one', 'away')], APPLICABLE, 'C', [0, 0]],
  ['nothing applies, and a promise is broken', [outcome('one', 'away'), outcome('cap', 'fail', { cap: 'D' })], APPLICABLE, 'D', [0, 0]],
  ['a broken promise that caps no lower', [outcome('one', 'away'), outcome('cap', 'fail', { cap: 'B' })], APPLICABLE, 'C', [0, 0]],
];

describe('grades', () => {
  for (const [name, rules, more, expected, [points, outOf]] of table) {
    it(name, async () => {
      const verdict = (await judged(pack({ root: { get: '/' } }, rules, more), { '/': json({}) })).verdict;
      expect([verdict.grade, verdict.score]).to.deep.equal([expected, { points, outOf }]);
    });
  }

  it('never proposes a rule that does not apply where only what applies is scored', async () => {
    const rules = [outcome('one', 'fail'), outcome('two', 'away')];
    const plain = (await judged(pack({ root: { get: '/' } }, rules), { '/': json({}) })).verdict;
    const applicable = (await judged(pack({ root: { get: '/' } }, rules, APPLICABLE), { '/': json({}) })).verdict;
    expect([plain.next?.fix, applicable.next]).to.deep.equal([['one'], { grade: 'A+', fix: ['one'] }]);
  });

  it('gives nothing for a fail, whatever a pack calls its reason', async () => {
    const untrue = rule('one', { assert: [{ select: '$.root.json.nope', else: 'contradicted' }], reasons: { contradicted: 'not there' } });
    const { grade, score, next } = (await judged(pack({ root: { get: '/' } }, [untrue]), { '/': json({}) })).verdict;
    expect([grade, score, next?.fix]).to.deep.equal(['F', { points: 0, outOf: 1 }, ['one']]);
  });

  it('says why a rule does not apply in words, whether its condition is false or does not apply itself', async () => {
    const nothing: Assertion = { select: '$.root.json.none', schema: { const: 1 }, optional: true };
    const reasonWhen = async (one: Assertion): Promise<string[]> => {
      const rules = [
        rule('one', { when: [one], assert: [{ select: '$.root', else: 'bad' }], reasons: { bad: 'bad', away: 'nothing to judge' } }),
      ];
      const [found] = (await judged(pack({ root: { get: '/' } }, rules), { '/': json({}) })).verdict.checks;
      return [found!.verdict, found!.reason.code, found!.reason.text];
    };
    const unnamed = 'there is nothing here that this rule is about';
    expect(await reasonWhen({ ...nothing, else: 'away' })).to.deep.equal(['not-applicable', 'away', 'nothing to judge']);
    expect(await reasonWhen(nothing)).to.deep.equal(['not-applicable', 'not-applicable', unnamed]);
    expect(await reasonWhen({ not: { select: '$.root' } })).to.deep.equal(['not-applicable', 'not-applicable', unnamed]);
  });
});
