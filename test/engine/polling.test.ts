// A poll goes on at an answer of the moment, and at no other that it cannot read. It never sends a write again for that.
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
