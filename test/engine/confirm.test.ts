// What contradicts is asked a second time before anybody is blamed.
import { expect } from 'chai';
import type { Answer, Assertion, Check, Probes, Rule } from '../../src/contract/generated/types.ts';
import { openPack } from '../../src/pack/compiled/open-pack.ts';
import { rejudge } from '../../src/run/rejudge.ts';
import { json, judged, pack, rule, type Table } from './world.ts';

/** Answers in turn; the last one for ever. */
const turns = (...answers: Answer[]): (() => Answer) => {
  let at = 0;
  return () => answers[Math.min(at++, answers.length - 1)] as Answer;
};

const good = json({ a: 1 });
const bad = json({ a: 'no' });
const isNumber: Assertion = { select: '$.x.json.a', schema: { type: 'integer' }, else: 'wrong' };
const REASONS = { pass: 'p', wrong: '{{ $.finding.request.url }} is wrong', gone: '{{ $.finding.request.url }} is gone', missing: 'm' };
const capped = (assert: Assertion[], id = 'honest'): Rule => rule(id, { cap: 'C', assert, reasons: REASONS });
const scored = (assert: Assertion[], id = 'scored'): Rule => rule(id, { assert, reasons: REASONS });

async function run(
  rules: Rule[],
  table: Table,
  probes: Probes = { x: { get: '/x' } },
): Promise<{ checks: Check[]; asked: string[]; again: string[] }> {
  const document = pack(probes, rules);
  const got = await judged(document, table);
  const evidence = got.recording.evidence();
  const loaded = openPack(document);
  const twice = await rejudge(loaded, evidence, 1);
  expect(twice.verdict, 'a replay says the same').to.deep.equal(got.verdict);
  expect(twice.evidence).to.deep.equal(evidence);
  const asked = got.log.map((l) => l.replace('https://t.example', '')).filter((l) => /^GET \/[a-z]$|^POST/.test(l));
  return { checks: got.verdict.checks, asked, again: evidence.exchanges.flatMap((e) => e.names).filter((n) => n.endsWith('/again')) };
}

describe('engine/confirm', () => {
  const rows: [string, () => Answer | (() => Answer), string, string, number][] = [
    ['what never contradicts is asked once', () => good, 'pass', 'pass', 1],
    ['a contradiction that comes again stands', () => bad, 'fail', 'wrong', 2],
    ["one that does not come again is nobody's fault", () => turns(bad, good), 'inconclusive', 'flickering', 2],
    ['nor one that is hidden the second time', () => turns(bad, json({}, 429)), 'inconclusive', 'rate-limited', 2],
    ['another value that contradicts is the same contradiction', () => turns(bad, json({ a: 'other' })), 'fail', 'wrong', 2],
  ];
  for (const [name, answer, verdict, reason, times] of rows)
    for (const [kind, make] of [
      ['a cap', capped],
      ['a scored check', scored],
    ] as const)
      it(`${kind}: ${name}`, async () => {
        const { checks, asked, again } = await run([make([isNumber])], { '/x': answer() });
        expect(checks[0]?.verdict).to.equal(verdict);
        expect(checks[0]?.reason.code).to.equal(reason);
        expect(asked).to.have.length(times);
        expect(again).to.have.length(times - 1);
        if (times === 2) expect(checks[0]?.evidence).to.deep.equal(['x', 'x/again']);
      });

  it('a scored check that only misses something is not asked again, a cap is', async () => {
    const missing: Assertion[] = [{ select: '$.x.json.a', else: 'missing' }];
    for (const [make, times] of [
      [scored, 1],
      [capped, 2],
    ] as const) {
      const { checks, asked } = await run([make(missing)], { '/x': json({}) });
      expect(checks[0]?.verdict).to.equal('fail');
      expect(asked).to.have.length(times);
    }
    const flickers = await run([capped(missing)], { '/x': turns(json({}), good) });
    expect(flickers.checks[0]?.reason.code).to.equal('flickering');
  });

  const candidate = { get: '/x', repeat: { most: 2, merge: { url: '{{ $.self.json.next }}' } } };
  for (const [name, probe, select] of [
    ['of one candidate', { firstOf: [{ get: '/x' }] }, '$.x.json.a'],
    ['of several', { firstOf: [{ get: '/y' }, { get: '/x' }] }, '$.x.json.a'],
    ['by its until', { firstOf: [{ get: '/x' }], until: [{ select: '$.self.json.a' }] }, '$.x.json.a'],
    ['of pages', { firstOf: [candidate] }, '$.x[*].json.a'],
  ] as const)
    for (const [second, verdict, reason] of [
      [good, 'inconclusive', 'flickering'],
      [json({}, 429), 'inconclusive', 'rate-limited'],
      [json({}, 404), 'fail', 'missing'],
    ] as const)
      it(`a winner that is missing, ${name}, is looked for in what was asked again: ${reason}`, async () => {
        const table = { '/x': turns(json({}, 404), second) };
        const { checks } = await run([capped([{ select, else: 'missing' }])], table, { x: probe as unknown as Probes[string] });
        expect([checks[0]?.verdict, checks[0]?.reason.code]).to.deep.equal([verdict, reason]);
        expect(checks[0]?.evidence).to.include(checks[0]?.evidence.includes('x[1]') ? 'x[1]/again' : 'x[0]/again');
      });

  it('asks at most four, and a cap that was not asked caps nothing', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const probes: Probes = Object.fromEntries(names.map((n) => [n, { get: `/${n}` }]));
    const table: Table = Object.fromEntries(names.map((n) => [`/${n}`, bad]));
    const rules = names.map((n, i) => ({ ...capped([{ ...isNumber, select: `$.${n}.json.a` } as Assertion], `rule-${n}`), order: i }));
    const { checks, again } = await run([...rules, scored([{ ...isNumber, select: '$.a.json.a' } as Assertion])], table, probes);
    expect(again).to.have.length(4);
    expect(checks.map((c) => c.reason.code)).to.deep.equal(['wrong', 'wrong', 'wrong', 'wrong', 'unconfirmed', 'unconfirmed', 'wrong']);
  });

  it('one that fell is not told; one that stands gives the reason', async () => {
    const probes: Probes = { all: { eachOf: [{ get: '/a' }, { get: '/b' }] } };
    const each: Assertion = { select: '$.all[*].json.a', schema: { type: 'integer' }, else: 'wrong' };
    const { checks } = await run([capped([each])], { '/a': turns(bad, good), '/b': bad }, probes);
    expect(checks[0]?.reason.text).to.equal('https://t.example/b is wrong');
    expect(checks[0]?.findings.map((f) => f.request?.url)).to.deep.equal(['https://t.example/b']);
  });

  describe('an answer that changes hides no lie beside it', () => {
    const probes: Probes = { x: { get: '/x' }, y: { get: '/y' }, h: { head: '/h' } };
    const of = (name: string, code: string): Assertion => ({ ...isNumber, select: `$.${name}.json.a`, else: code }) as Assertion;
    const there: Assertion = { select: '$.x.json.a', else: 'missing' };
    const headed: Assertion = { select: '$.h.status', schema: { const: 200 }, else: 'gone' };
    const both = [of('x', 'gone'), of('y', 'wrong')];
    const withLie = (one: Assertion): Assertion[] => [one, of('y', 'wrong')];
    const flickers = (first: Answer): (() => Answer) => turns(first, good);
    const gone: Answer = { status: 404, headers: {} };
    // The reason, and the findings that are told: of a cap, and of a scored check, whose other reasons are not asked.
    const rows: [string, Assertion[], () => Table, string, string][] = [
      ['of another reason', both, () => ({ '/x': flickers(bad), '/y': bad }), 'wrong: wrong', 'unconfirmed: '],
      ['where all change nobody is blamed', both, () => ({ '/x': flickers(bad), '/y': flickers(bad) }), 'flickering: ', 'unconfirmed: '],
      ['nor is it told beside one', both, () => ({ '/x': bad, '/y': flickers(bad) }), 'gone: gone', 'gone: gone,wrong'],
      [
        'where something was missing',
        withLie(there),
        () => ({ '/x': flickers(json({})), '/y': bad }),
        'wrong: wrong',
        'missing: missing,wrong',
      ],
      [
        'beside what is missing',
        withLie(there),
        () => ({ '/x': json({}), '/y': flickers(bad) }),
        'missing: missing',
        'missing: missing,wrong',
      ],
      ['where the first proves nothing', withLie(headed), () => ({ 'HEAD /h': gone, '/y': bad }), 'wrong: wrong,gone', 'gone: gone,wrong'],
      [
        'and what proves nothing blames nobody',
        withLie(headed),
        () => ({ 'HEAD /h': gone, '/y': flickers(bad) }),
        'unconfirmed: ',
        'gone: gone,wrong',
      ],
    ];
    for (const [name, assert, table, ofCap, ofScore] of rows)
      for (const [kind, make, told] of [
        ['a cap', capped, ofCap],
        ['a scored check', scored, ofScore],
      ] as const)
        it(`${name}: ${kind}`, async () => {
          const { checks } = await run([make(assert)], table(), probes);
          const { reason, findings, verdict } = checks[0]!;
          expect(`${reason.code}: ${findings.map(({ code }) => code)}`).to.equal(told);
          expect(verdict).to.equal(findings.length > 0 ? 'fail' : 'inconclusive');
        });
  });

  it('a comparison rests on both answers', async () => {
    const probes: Probes = { a: { get: '/a' }, b: { get: '/b' } };
    const among: Assertion = { select: '$.a.json.names[*]', in: { of: ['$.b.json.names[*]'] }, else: 'gone' };
    const { checks } = await run(
      [capped([among])],
      { '/a': json({ names: ['x'] }), '/b': turns(json({ names: ['y'] }), json({ names: ['x'] })) },
      probes,
    );
    expect(checks[0]?.reason.code).to.equal('flickering');
  });

  it('a host that does not exist is asked again', async () => {
    const there: Assertion = { select: '$.x.outcome', schema: { const: 'found' }, else: 'gone' };
    const missing: Answer = { failure: { code: 'name-not-found', phase: 'dns' } };
    expect((await run([capped([there])], { '/x': missing })).checks[0]?.reason.code).to.equal('gone');
    expect((await run([capped([there])], { '/x': turns(missing, good) })).checks[0]?.reason.code).to.equal('flickering');
  });

  it('HEAD proves nothing', async () => {
    const headed: Assertion = { select: '$.x.status', schema: { const: 200 }, else: 'gone' };
    const { checks } = await run([capped([headed])], { 'HEAD /x': { status: 404, headers: {} } }, { x: { head: '/x' } });
    expect(checks[0]?.reason.code).to.equal('unconfirmed');
  });
});
