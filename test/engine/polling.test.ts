// A poll goes on at an answer of the moment, and at no other that it cannot read. It never sends a write again for that. What it goes on by is waited for.
import { expect } from 'chai';
import type { Answer, Probes } from '../../src/contract/generated/types.ts';
import { one } from './asking.ts';
import { failure, json, judged, ORIGIN, pack } from './world.ts';

const DONE = { schema: { const: 'done' } };

/** The answers that a poll of at most four is given in turn, the last one for ever; with what its last one came to. */
async function poll(answers: readonly Answer[], source: Probes[string] = { get: '/jobs/7', fresh: true }) {
  const probes: Probes = { job: { ...source, until: [{ select: '$.self.json.state', ...DONE }], repeat: { most: 4, wait: 1 } } };
  const document = pack(probes, [one([{ select: '$.job[-1].json.state', ...DONE, else: 'no' }])], { consent: 'writes' });
  let asked = 0;
  const next = (): Answer => answers[Math.min(asked++, answers.length - 1)]!;
  const table = { '/jobs/7': next, 'POST /jobs/7': next };
  const { log, verdict } = await judged(document, table, { given: { consent: { by: 'operator' } } });
  const { verdict: is, reason } = verdict.checks[0]!;
  return { sent: log.filter((line) => line.endsWith(` ${ORIGIN}/jobs/7`)).length, is, code: reason.code };
}

describe('engine/polling', () => {
  const done = json({ state: 'done' });
  const working = json({ state: 'working' });

  for (const [name, answer] of [
    ['500', json({}, 500)],
    ['503', json({}, 503)],
    ['408', json({}, 408)],
    ['425', json({}, 425)],
    ['429', json({}, 429)],
    ['a time-out', failure('timed-out')],
    ['a connection that was refused', failure('connection-refused')],
    ['a connection that was closed', failure('connection-reset')],
  ] as const)
    it(`goes on at ${name}`, async () => {
      expect(await poll([answer, working, done])).to.deep.equal({ sent: 3, is: 'pass', code: 'pass' });
    });

  it('asks no more than most, and then says what was seen last', async () => {
    expect(await poll([json({}, 500)])).to.deep.equal({ sent: 4, is: 'inconclusive', code: 'server-error' });
  });

  it('does not knock again where a limit of the verifier stands in the way', async () => {
    expect(await poll([failure('unsupported-encoding'), done])).to.deep.equal({
      sent: 1,
      is: 'inconclusive',
      code: 'unsupported-encoding',
    });
  });

  it('sends no write again, whatever came of the first', async () => {
    const { sent, code } = await poll([json({}, 500), done], { post: '/jobs/7', body: {} });
    expect([sent, code]).to.deep.equal([1, 'server-error']);
  });
});

describe('engine/what until and merge name of other probes', () => {
  const kind: Probes[string]['until'] = [{ select: '$.self.json.kind', equal: '$.other.json.kind' }];
  const next = '/a.json?page={{ $.self.json.next }}';
  const table = {
    '/other.json': json({ kind: 'b' }),
    '/a.json': json({ kind: 'a', next: 2 }),
    '/b.json': json({ kind: 'b' }),
    '/a.json?page=2&of=b': json({ kind: 'b' }),
  };
  const rows: [string, Probes[string], string][] = [
    ['the winner of firstOf', { firstOf: [{ get: '/a.json' }, { get: '/b.json' }], until: kind }, '$.it.json.kind'],
    ['the end of a repeat', { get: '/b.json', repeat: { most: 2, merge: { url: '/a.json' } }, until: kind }, '$.it[-1].json.kind'],
    ['the next page', { get: '/a.json', repeat: { most: 2, merge: { url: `${next}&of={{ $.other.json.kind }}` } } }, '$.it[1].json.kind'],
    [
      'the next page of a candidate',
      {
        firstOf: [{ get: '/a.json', repeat: { most: 2, merge: { url: `${next}&of={{ $.other.json.kind }}` } } }],
        until: [{ select: '$.self.json' }],
      },
      '$.it[1].json.kind',
    ],
  ];
  for (const [name, probe, select] of rows)
    for (const late of [3, 4])
      it(`${name} is the same, whichever answer is late (${late})`, async () => {
        let sent = 0;
        const order = (waiting: (() => void)[]): void => {
          const answer = waiting.shift() as () => void;
          if (++sent === late) setTimeout(answer, 20);
          else answer();
        };
        const document = pack({ other: { get: '/other.json' }, it: probe }, [one([{ select, schema: { const: 'b' }, else: 'no' }])]);
        const [check] = (await judged(document, table, { order })).verdict.checks;
        expect(check?.verdict, check?.reason.text).to.equal('pass');
      });

  const big: Answer = { ...json({}), body: { text: '{"n": 1e999, "kind": "b"}' } };
  for (const [name, other, until, code] of [
    ['another answer that did not come', failure('timed-out'), kind, 'timed-out: GET https://t.example/other.json'],
    [
      'a number that cannot be held exactly',
      big,
      [{ select: '$.self.json.n', schema: { maximum: 5 } }],
      'inexact: GET https://t.example/b.json',
    ],
  ] as const)
    it(`leaves open what follows where ${name} says whether something does`, async () => {
      const probes: Probes = {
        other: { get: '/other.json' },
        it: { get: '/b.json', repeat: { most: 2, merge: { url: '/a.json' } }, until: [...until] },
      };
      const document = pack(probes, [one([{ select: '$.it[*]', count: { min: 2 }, else: 'no' }])]);
      const { verdict } = await judged(document, { ...table, '/other.json': other, '/b.json': big });
      const { reason } = verdict.checks[0]!;
      expect(`${reason.code}: ${reason.text.slice(reason.text.indexOf('GET'), -1)}`).to.equal(code);
    });
});
