// A run that takes too long is given up by its runner; then its threads ask and judge nothing more for it, and go on with others.
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { Slots } from '../../src/gate/slots.ts';
import { Destinations } from '../../src/run/destinations.ts';
import { Bell } from '../../src/service/bell.ts';
import { readConfig } from '../../src/service/config.ts';
import type { RunJob } from '../../src/service/job.ts';
import { BundledPacks } from '../../src/service/packs.ts';
import { WorkerPool } from '../../src/service/pool.ts';
import { Progress } from '../../src/service/progress.ts';
import { Runner } from '../../src/service/runner.ts';
import { openStore } from '../../src/store/open.ts';
import type { Run } from '../../src/store/run.ts';
import { newFolder } from '../store/backends.ts';
import { runDraft } from '../store/sample.ts';
import { fixtureSite } from './site.ts';

const packs = await BundledPacks.load();
const silent = (): void => undefined;

describe('a run that is given up', function () {
  this.timeout(120_000);

  it('is told to whoever works on it', async () => {
    const store = await openStore({ folder: newFolder() });
    let given: AbortSignal | undefined;
    const runner = new Runner({
      slots: new Slots({ most: 2 }),
      packs,
      owner: 'a',
      config: readConfig({ AXPROOF_RUN_TIME: '0.05' }),
      store,
      pool: {
        run: (_job, _hear, signal) => {
          given = signal;
          return new Promise(() => undefined);
        },
      },
      progress: new Progress(new Bell()),
      destinations: new Destinations(''),
      now: Date.now,
      onDeclined: silent,
      onSelfAsk: silent,
      log: silent,
      onEnd: silent,
      grace: 50,
    });
    const draft = runDraft('r1', { input: { reach: 'private' }, packDigest: packs.standard.digest, target: 'http://127.0.0.1:1' });
    const { run } = (await store.startOrJoin(draft)) as { run: Run };
    expect(await runner.take(run)).to.equal(true);
    await runner.ended('r1');
    expect(given?.aborted).to.equal(true);
    const { state, error } = (await store.run('r1')) as Run;
    expect([state, error?.code]).to.deep.equal(['failed', 'busy']);
    await runner.close(0);
    await store.close();
  });

  it('asks nothing more, and its threads go on', async () => {
    const site = await fixtureSite(300);
    const pool = new WorkerPool(readConfig({ AXPROOF_WORKERS: '1', AXPROOF_DATA: newFolder(), AXPROOF_KEYS: newFolder() }));
    const job = (runId: string): RunJob => ({
      runId,
      kind: 'grade',
      target: site.origin,
      reach: 'private',
      packDigest: packs.standard.digest,
      deadline: 30_000,
      seed: 1,
      seedOrigin: 'caller',
    });
    try {
      const leaving = new AbortController();
      let asked = 0;
      const run = pool.run(job('r1'), ({ about }) => void (about === 'asks' && asked++), leaving.signal);
      const ended = run.catch(silent);
      // A thread of a checkout takes its time to begin.
      while (asked < 2) await pause(20);
      leaving.abort();
      await ended;
      await pause(500);
      const before = site.total();
      await pause(700);
      expect(site.total()).to.equal(before);
      // It has no keys, and comes to no report.
      await pool.run(job('r2'), silent).catch(silent);
      expect(before).to.be.below((site.total() - before) / 2);
    } finally {
      await pool.close();
      await site.close();
    }
  });
});
