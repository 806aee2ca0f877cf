// Values that the caller gives by name: what hangs on one that was not given is nobody's fault, and no condition rests on a guess.
import { expect } from 'chai';
import type { Assertion, Probes } from '../../src/contract/generated/types.ts';
import { json, judged, pack, rule } from './world.ts';

const TABLE = { '/a': json({ v: 1, l: [1] }), '/x': json({}) };
const ELSEWHERE = { '/a': json({ elsewhere: 'https://other.example.org', letters: 'ü' }), '/x': json({}) };
const A: Probes = { a: { get: '/a' } };
const ENV: Probes = { a: { get: '/a' }, b: { get: '/{{ $.env.place }}' } };
const text = { type: 'string' };

describe('engine/variables', () => {
  const open = ['inconclusive', 'not-given'];
  const rows: [name: string, probes: Probes, assertion: Assertion, without: string[], given: string[]][] = [
    ['in an address', ENV, { select: '$.b.status' }, open, ['pass', 'pass']],
    ['in a header', { b: { get: '/x', headers: { 'x-v': '{{ $.env.place }}' } } }, { select: '$.b.status' }, open, ['pass', 'pass']],
    [
      'in a header that may be left out',
      { b: { get: '/x', headers: { 'x-v': { value: '{{ $.env.place }}', optional: true } } } },
      { select: '$.b.status' },
      ['pass', 'pass'],
      ['pass', 'pass'],
    ],
    ['that a row gives', { b: { get: '/{{ $.row.place }}' } }, { select: '$.b.status' }, open, ['pass', 'pass']],
    ['what an answer equals', A, { select: '$.a.json.v', equal: '$.env.n', else: 'no' }, open, ['pass', 'pass']],
    ['what an answer is among', A, { select: '$.a.json.l[*]', in: { of: ['$.env.n'] }, else: 'no' }, open, ['pass', 'pass']],
    ['what is looked at itself', A, { select: '$.env.place', schema: text, else: 'no' }, open, ['pass', 'pass']],
    ['whether it is there', A, { select: '$.env.place', else: 'no' }, open, ['pass', 'pass']],
    ['one of two', A, { select: "$.env['place','n']", else: 'no', count: { min: 2 } }, open, ['pass', 'pass']],
    ['all that there are', A, { select: '$.env.*', optional: true, else: 'no' }, ['fail', 'no'], ['pass', 'pass']],
    [
      'beside what contradicts',
      A,
      {
        all: [
          { select: '$.a.json.v', schema: text, else: 'no' },
          { select: '$.env.place', else: 'no' },
        ],
      },
      ['fail', 'no'],
      ['fail', 'no'],
    ],
    [
      'a condition of an assertion',
      A,
      { select: '$.a.json.v', schema: text, when: [{ select: '$.env.place' }], optional: true, else: 'no' },
      ['fail', 'no'],
      ['fail', 'no'],
    ],
  ];
  const check = async (probes: Probes, one: Parameters<typeof rule>[1], given: object) => {
    const { verdict } = await judged(pack(probes, [rule('one', one)]), TABLE, { given });
    const { verdict: is, reason } = verdict.checks[0]!;
    return [is, reason.code];
  };
  const all = { env: { place: 'x', n: 1 }, row: { place: 'x' } };
  const reasons = { pass: 'good', no: 'bad', away: 'away' };
  for (const [name, probes, assertion, without, given] of rows)
    it(name, async () => {
      const one = { assert: [{ ...assertion, else: 'no' } as Assertion], reasons };
      expect([await check(probes, one, {}), await check(probes, one, all)]).to.deep.equal([without, given]);
    });

  it('says in a condition whether it was given: of a rule', async () => {
    const one = { when: [{ select: '$.env.place', else: 'away' }], assert: [{ select: '$.a.json.v', else: 'no' }], reasons };
    expect([await check(A, one, {}), await check(A, one, all)]).to.deep.equal([
      ['not-applicable', 'away'],
      ['pass', 'pass'],
    ]);
  });
  it('says in a condition whether it was given: of a request', async () => {
    const probes = { b: { when: [{ select: '$.env.place' }], get: '/{{ $.env.place }}' } } as Probes;
    const one = { assert: [{ select: '$.b.status', else: 'no' }], reasons };
    expect([await check(probes, one, {}), await check(probes, one, all)]).to.deep.equal([
      ['fail', 'no'],
      ['pass', 'pass'],
    ]);
  });
  it('leaves a condition open that looks at the value', async () => {
    const one = { when: [{ select: '$.env.place', schema: text }], assert: [{ select: '$.a.json.v', else: 'no' }], reasons };
    expect([await check(A, one, {}), await check(A, one, all)]).to.deep.equal([open, ['pass', 'pass']]);
  });
  for (const [name, condition] of [
    ['there', { select: '$.b.status' }],
    ['there, beside the value', { any: [{ select: ['$.env.place', '$.b.status'] }, { select: '$.b.status', count: { min: 1 } }] }],
    ['not there', { not: { select: '$.b.status' } }],
  ] as [string, Assertion][]) {
    it(`leaves a condition open that looks whether what hangs on it is ${name}: of a rule`, async () => {
      const one = { when: [condition], assert: [{ select: '$.a.json.none', else: 'no' }], reasons };
      expect(await check(ENV, one, {})).to.deep.equal(open);
    });
    it(`leaves a condition open that looks whether what hangs on it is ${name}: of a request`, async () => {
      const probes = { ...ENV, c: { when: [condition], get: '/x' } } as Probes;
      expect(await check(probes, { assert: [{ select: '$.c.status', else: 'no' }], reasons }, {})).to.deep.equal(open);
    });
  }
  const ways: [name: string, probes: Probes, assertion: Assertion, named: string][] = [
    [
      'alone and without a value, wherever it is wanted on the way to what is judged',
      { a: { get: "/{{ $.env['place'] }}", headers: { 'x-v': '{{ $.env.given }}' } }, b: { get: '/{{ $.a.json.v }}' } },
      { select: '$.b.status', schema: { const: 200 } },
      '$.env.place',
    ],
    [
      'in brackets, in a union',
      A,
      { select: "$['env','row']['one','two-b']", count: { min: 4 } },
      '$.env.one, $.env.two-b, $.row.one, $.row.two-b',
    ],
    [
      'and not what only looks like it: in a text',
      A,
      { select: '$.env.place', expected: 'what $.env.other says', schema: { const: '$.row.x' } },
      '$.env.place',
    ],
    [
      'and not what only looks like it: in a header',
      { b: { get: '/{{ $.row.a }}', headers: { 'x-v': '$.env.other' } } },
      { select: '$.b.status' },
      '$.row.a',
    ],
  ];
  for (const [name, probes, assertion, named] of ways)
    it(`is named ${name}`, async () => {
      const one = rule('one', { assert: [{ ...assertion, else: 'no' } as Assertion], reasons });
      const { verdict } = await judged(pack(probes, [one]), TABLE, { given: { env: { given: 'kept to itself' } } });
      expect(verdict.checks[0]?.findings.map(({ message }) => message)).to.deep.equal([`not given: ${named}`]);
    });
  it('does not call the request unsent for another reason', async () => {
    const { recording } = await judged(pack(ENV, [rule('one', { assert: [{ select: '$.b.status' }] })]), TABLE);
    expect((await recording.result()).evidence.unsent).to.deep.equal([
      { name: 'b', code: 'unresolved', detail: '$.env.place was not given' },
    ]);
  });
});

describe('engine/variables that cannot stand where they are wanted', () => {
  const at = (get: string): Probes => ({ b: { get } });
  const within: [name: string, probes: Probes, value: string | number | null][] = [
    ['dot segments in a path', at('/u/{{ $.env.v }}'), '..'],
    ['null in a path', at('/u/{{ $.env.v }}'), null],
    ['an address of another site', at('{{ $.env.v }}'), 'https://other.example.org/'],
    ['an address of another scheme', at('{{ $.env.v }}'), 'mailto:a@t.example'],
    ['no address', at('{{ $.env.v }}'), 'http://['],
    ['a number as an address', at('{{ $.env.v }}'), 7],
    ['a long text in an address', at('/u/{{ $.env.v }}'), 'x'.repeat(9000)],
    ['letters in a header', { b: { get: '/x', headers: { 'x-v': '{{ $.env.v }}' } } }, 'ü'],
    ['a value of a row', at('/u/{{ $.row.v }}'), '..'],
  ];
  for (const [name, probes, v] of within)
    it(`${name}: nobody's fault but the caller's`, async () => {
      const one = rule('one', { assert: [{ select: '$.b.status', else: 'no' }], reasons: { pass: 'good', no: 'bad' } });
      const { verdict } = await judged(pack(probes, [one]), TABLE, { given: { env: { v }, row: { v } } });
      expect([verdict.checks[0]!.verdict, verdict.checks[0]!.reason.code]).to.deep.equal(['inconclusive', 'own-fault']);
    });

  it('an address that the target names and nobody may ask stays its own, whatever the caller gave below it', async () => {
    const probes: Probes = { a: { get: '/a' }, b: { under: '$.a.json.elsewhere', get: '/u/{{ $.env.v }}' } };
    const one = rule('one', { assert: [{ select: '$.b.status', else: 'no' }], reasons: { pass: 'good', no: 'bad' } });
    const { verdict } = await judged(pack(probes, [one]), ELSEWHERE, { given: { env: { v: '7' } } });
    expect([verdict.checks[0]!.verdict, verdict.checks[0]!.reason.code]).to.deep.equal(['fail', 'no']);
  });

  it('a header that a value of the target cannot stand in was not sent, by nobody’s fault', async () => {
    const probes: Probes = { a: { get: '/a' }, b: { get: '/x', headers: { 'x-v': '{{ $.a.json.letters }}' } } };
    const one = rule('one', { assert: [{ select: '$.b.status', else: 'no' }], reasons: { pass: 'good', no: 'bad' } });
    const { verdict } = await judged(pack(probes, [one]), ELSEWHERE, {});
    expect([verdict.checks[0]!.verdict, verdict.checks[0]!.reason.code]).to.deep.equal(['inconclusive', 'unsent']);
  });

  it('what the target says of itself and cannot be asked for stays its own', async () => {
    const probes: Probes = { a: { get: '/a' }, b: { get: '/{{ $.env.place }}/{{ $.a.json.none }}' } };
    const one = rule('one', { assert: [{ select: '$.b.status', else: 'no' }], reasons: { pass: 'good', no: 'bad' } });
    const { verdict } = await judged(pack(probes, [one]), TABLE, { given: { env: { place: 'x' } } });
    expect(verdict.checks[0]!.verdict).to.equal('fail');
  });
});
