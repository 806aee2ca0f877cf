// What a target would end a run with is found out before the run is paid for: it reads robots.txt as the run itself does.
import { once } from 'node:events';
import { expect } from 'chai';
import type { Answer } from '../../src/contract/generated/types.ts';
import type { Hop } from '../../src/contract/transport.ts';
import { targetWilling } from '../../src/gate/willing.ts';
import { openPack } from '../../src/pack/compiled/open-pack.ts';
import { heeding } from '../../src/run/opt-out.ts';
import { run } from '../../src/run/run.ts';
import { failure, json, ORIGIN, pack, rule, type Table, text, world } from '../engine/world.ts';

const PACK = openPack(
  pack({ llms: { get: '/llms.txt' } }, [rule('one', { assert: [{ select: '$.llms', else: 'no' }], reasons: { pass: 'good', no: 'no' } })]),
);
const FILE = '/.well-known/axproof.json';
const NO = { [FILE]: json({ verification: false }) };

const away = (location: string): Answer => ({ status: 302, headers: { location } });

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'goes on',
    ({ code }: { code: string }) => code,
  );

describe('a target that is asked before its run is paid for', () => {
  const cases: [string, Table, string][] = [
    ['nothing that forbids', {}, 'goes on'],
    ['a robots.txt that declines', { '/robots.txt': text('User-agent: axproof\nDisallow: /') }, 'declined'],
    ['the file', NO, 'declined'],
    [
      'the file, and a robots.txt that leads to another site',
      { ...NO, '/robots.txt': away('https://elsewhere.test/robots.txt') },
      'declined',
    ],
    [
      'the file, and a robots.txt behind a redirect',
      { ...NO, '/robots.txt': away('/r.txt'), '/r.txt': text('User-agent: *\nAllow: /') },
      'declined',
    ],
    ['the file, and a robots.txt that leads round', { ...NO, '/robots.txt': away('/r.txt'), '/r.txt': away('/robots.txt') }, 'goes on'],
    ['the file, and a robots.txt that fails', { ...NO, '/robots.txt': { status: 503 } }, 'goes on'],
    [
      'the file, and a robots.txt that forbids it',
      { ...NO, '/robots.txt': text('User-agent: axproof\nDisallow: /.well-known/') },
      'goes on',
    ],
    ['nobody who listens', { '/robots.txt': failure('connection-refused', 'connect') }, 'unreachable'],
  ];
  for (const [what, table, end] of cases)
    it(`by ${what} ends as the run would: ${end}`, async () => {
      const look = { origin: ORIGIN, transport: world(table), digest: PACK.digest, writes: false, deadline: 5000 };
      const options = {
        pack: PACK,
        target: ORIGIN,
        seed: 1,
        seedOrigin: 'caller',
        now: () => '2026-11-21T00:00:00.000Z',
      } as const;
      const transport = heeding(world(table), { origin: ORIGIN, file: true });
      expect([await codeOf(targetWilling(look)), await codeOf(run({ ...options, transport }))]).to.deep.equal([end, end]);
    });

  it('is not paid for where it does not answer in time: what it had said may forbid the run', async () => {
    const table = world(NO);
    const slow = async (signal: AbortSignal | undefined): Promise<Answer> => {
      await once(signal as AbortSignal, 'abort');
      return failure('timed-out', 'headers');
    };
    const send = (hop: Hop, signal?: AbortSignal): Promise<Answer> =>
      hop.request.url.endsWith('/robots.txt') ? slow(signal) : table.send(hop, signal as AbortSignal);
    const look = { origin: ORIGIN, transport: { ...table, send }, digest: PACK.digest, writes: false, deadline: 20 };
    expect(await codeOf(targetWilling(look))).to.equal('busy');
  });

  it('nor where it hangs on the files of consent; a caller who leaves is told nothing of the kind', async () => {
    const table = world({});
    const send = async (hop: Hop, signal?: AbortSignal): Promise<Answer> => {
      if (!hop.key.startsWith('consent')) return table.send(hop, signal as AbortSignal);
      await once(signal as AbortSignal, 'abort');
      return failure('timed-out', 'headers');
    };
    const look = { origin: ORIGIN, transport: { ...table, send }, digest: PACK.digest, writes: true };
    expect(await codeOf(targetWilling({ ...look, deadline: 20 }))).to.equal('busy');
    const leaving = new AbortController();
    setTimeout(() => leaving.abort(new Error('left')), 20);
    const left = await targetWilling({ ...look, deadline: 5000, signal: leaving.signal }).catch((error: Error) => error.message);
    expect(left).to.equal('left');
  });
});
