// What stands between the store and another engine: a run is handed over until the engine has it, begun once whatever is tried again, and always ends.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type ClientHttp2Session, connect, type Http2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { Slots } from '../../src/gate/slots.ts';
import { Destinations } from '../../src/run/destinations.ts';
import { Bell } from '../../src/service/bell.ts';
import { readConfig } from '../../src/service/config.ts';
import { DurableRuns } from '../../src/service/durable-runs.ts';
import { callOf, HandOver, type RunCall } from '../../src/service/hand-over.ts';
import { BundledPacks } from '../../src/service/packs.ts';
import { Progress } from '../../src/service/progress.ts';
import { FOREIGN, Runner } from '../../src/service/runner.ts';
import type { JobEnd } from '../../src/service/worker.ts';
import { announce } from '../../src/start/restate/calls.ts';
import { restateEndpoint } from '../../src/start/restate/endpoint.ts';
import { openStore } from '../../src/store/open.ts';
import type { Run, RunDraft } from '../../src/store/run.ts';
import type { Store } from '../../src/store/store.ts';
import { newFolder } from '../store/backends.ts';
import { digestOf, PACE, runDraft } from '../store/sample.ts';
import { until } from './site.ts';

const LEASE = 1000;
const FAILED: JobEnd = { failed: { code: 'unreachable', message: 'nobody answers', details: [] } };
const packs = await BundledPacks.load();
const silent = (): void => undefined;

describe('runs of another engine', function () {
  this.timeout(30_000);
  let store: Store;
  let ahead = 0;
  const now = (): number => Date.now() + ahead;
  /** Runs that were begun, by worker. */
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const runners: Runner[] = [];

  function worker(name: string, concurrency = 2, hold?: number): DurableRuns {
    const runner = new Runner({
      slots: new Slots({ most: 2 }),
      packs,
      owner: name,
      config: readConfig({ AXPROOF_CONCURRENCY: String(concurrency) }),
      store,
      pool: {
        run: ({ runId }) => {
          begun.push(`${name} ${runId}`);
          return new Promise((resolve) => ends.push(() => resolve(FAILED)));
        },
      },
      progress: new Progress(new Bell()),
      destinations: new Destinations(''),
      now,
      onDeclined: silent,
      onSelfAsk: silent,
      log: silent,
      onEnd: silent,
      lease: LEASE,
    });
    runners.push(runner);
    return new DurableRuns({ store, runner, now, lease: LEASE, ...(hold === undefined ? {} : { hold }) });
  }
  const queued = async (id: string, more: Partial<RunDraft> = {}): Promise<{ run: Run }> => {
    const draft = runDraft(id, {
      input: { reach: 'private' },
      packDigest: packs.standard.digest,
      target: 'http://127.0.0.1:1',
      createdAt: now(),
      ...more,
    });
    return (await store.startOrJoin(draft)) as { run: Run };
  };

  beforeEach(async () => {
    store = await openStore({ folder: newFolder() });
    ahead = 0;
    begun.length = 0;
  });
  afterEach(async () => {
    for (const end of ends.splice(0)) end();
    for (const runner of runners.splice(0)) await runner.close(1000);
    await store.close();
  });

  it('are seen to their end by whoever is called first; the same call elsewhere waits for it', async () => {
    const [a, b] = [worker('a'), worker('b')];
    await queued('r1');
    const first = a.step('r1');
    await until(() => begun.length === 1);
    const again = a.step('r1');
    expect(await b.step('r1'))
      .to.have.property('wait')
      .that.is.within(1, LEASE + 1);
    ends.splice(0)[0]!();
    expect([await first, await again, await b.step('r1')]).to.deep.equal(Array(3).fill({ end: 'unreachable' }));
    expect(begun).to.deep.equal(['a r1']);
    expect(await a.step('r2')).to.deep.equal({ end: 'unknown' });
  });

  it('whose worker died are never begun again, and say so once', async () => {
    const b = worker('b');
    await queued('r1');
    // As a worker leaves it that was killed.
    await store.claim('r1', { owner: 'dead', now: now(), lease: LEASE, places: [] }, { starts: { perHour: 1, burst: 1 }, mostRunning: 1 });
    expect(await b.step('r1')).to.have.property('wait');
    ahead += LEASE + 1;
    expect([await b.step('r1'), await b.step('r1')]).to.deep.equal([{ end: 'verifier-died' }, { end: 'verifier-died' }]);
    expect(begun).to.deep.equal([]);
    expect(await store.run('r1')).to.deep.include({ state: 'failed' });
    expect((await store.events('r1', 0)).map(({ event }) => event)).to.deep.equal(['failed']);
  });

  it('of a pack of another version are left to who has it, and for five minutes', async () => {
    const b = worker('b');
    await queued('other', { packDigest: digestOf(1) });
    const foreign = { packs: packs.all.map(({ digest }) => digest), specs: true, before: now() - FOREIGN };
    expect(await b.step('other')).to.deep.equal({ wait: 1000 });
    expect(await store.waiting(now(), 10, PACE, foreign)).to.deep.equal([]);
    expect(begun).to.deep.equal([]);
    await queued('spec', { kind: 'pinned', packDigest: digestOf(2) });
    expect((await store.waiting(now(), 10, PACE, foreign)).map(({ id }) => id)).to.deep.equal(['spec']);
    expect(await store.waiting(now(), 10, PACE, { ...foreign, specs: false })).to.deep.equal([]);
    // Nobody has it any more: it must not wait for ever.
    ahead = FOREIGN + 1;
    const old = await store.waiting(now(), 10, PACE, { ...foreign, before: now() - FOREIGN });
    expect(old.map(({ id }) => id)).to.deep.equal(['spec', 'other']);
    const stepped = b.step('other');
    await until(() => begun.length > 0);
    expect(begun).to.deep.equal(['b other']);
    for (const end of ends.splice(0)) end();
    await stepped;
  });

  it('are each kept for as long as a call may be, whatever becomes of the one before', async () => {
    const HOLD = 600;
    const a = worker('a', 1, HOLD);
    for (const [i, id] of ['r1', 'r2', 'r3'].entries()) await queued(id, { target: `http://127.0.0.1:${i + 1}` });
    const first = a.step('r1');
    await until(() => begun.length === 1);
    const began = performance.now();
    const kept = async (id: string): Promise<number> => {
      expect(await a.step(id)).to.deep.equal({ wait: 1000 });
      return performance.now() - began;
    };
    const second = kept('r2');
    await pause(HOLD / 2);
    const third = kept('r3');
    expect((await third) - (await second)).to.be.at.least(HOLD / 3);
    ends.splice(0)[0]!();
    await first;
  });

  it('wait where a worker has no room, and go elsewhere when it stops', async () => {
    const a = worker('a', 1);
    await queued('r1');
    await queued('r2', { target: 'http://127.0.0.1:2' });
    const [first, second] = [a.step('r1'), a.step('r2')];
    await until(() => begun.length === 1);
    ends.splice(0)[0]!();
    await first;
    await until(() => begun.length === 2);
    ends.splice(0)[0]!();
    expect(await second).to.deep.equal({ end: 'unreachable' });
    await runners[0]!.close(0);
    await queued('r3');
    const failure = await a.step('r3').catch((error: Error) => error.message);
    expect(failure).to.equal('the worker is stopping');
  });

  it('are called for by registrable domain, until the engine has them', async () => {
    const calls: RunCall[] = [];
    let isAway = true;
    const call = async (one: RunCall): Promise<void> => {
      if (isAway) throw new Error('away');
      calls.push(one);
    };
    const starter = new HandOver({ store, bell: new Bell(), now, log: silent, call, every: 5 });
    const started = await queued('r1', { target: 'https://api.example.co.uk' });
    starter.begin(started.run);
    await until(() => !starter.hears);
    isAway = false;
    ahead += 11_000;
    await until(() => calls.length === 1);
    await queued('r2', { target: 'http://127.0.0.1:8080' });
    ahead += 11_000;
    await until(() => calls.length === 2);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(calls).to.deep.equal([
      { key: 'example.co.uk', run: 'r1' },
      { key: '127.0.0.1:8080', run: 'r2' },
    ]);
    expect(callOf({ id: 'x', target: 'https://a.github.io' } as never).key).to.equal('a.github.io');
    await starter.close();
  });

  it('that an engine has lost before they began are called for again; what was just called for is not', async () => {
    const calls: string[] = [];
    const call = async ({ run }: RunCall): Promise<void> => void calls.push(run);
    const starter = new HandOver({ store, bell: new Bell(), now, log: silent, call, every: 5 });
    starter.begin((await queued('r1')).run);
    for (const later of [0, 599_000]) {
      ahead += later;
      await pause(50);
    }
    expect(calls).to.deep.equal(['r1']);
    ahead += 2000;
    await until(() => calls.length === 2);
    await pause(50);
    expect(calls).to.deep.equal(['r1', 'r1']);
    await starter.close();
  });

  it('that an engine has lost end all the same', async () => {
    const starter = new HandOver({ store, bell: new Bell(), now, log: silent, call: async () => undefined, every: 5 });
    await queued('r1');
    await store.claim('r1', { owner: 'dead', now: now(), lease: 30_000, places: [] }, { starts: { perHour: 1, burst: 1 }, mostRunning: 1 });
    ahead += 600_000;
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect((await store.run('r1'))?.state, 'its lease is not over for long').to.equal('running');
    ahead += 60_000;
    await until(async () => (await store.run('r1'))?.state === 'interrupted');
    expect((await store.run('r1'))?.endedAt, 'it ends when it is given up').to.be.at.least(now() - 60_000);
    await starter.close();
  });
});

describe('what another engine is told', () => {
  let server: Http2Server;
  let session: ClientHttp2Session;
  before(async () => {
    server = await restateEndpoint({ runs: { step: async () => ({ wait: 1 }) }, log: silent });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
  after(() => {
    session.destroy();
    server.close();
  });

  it('a step is tried for as long as it takes: an engine that gave up would keep all others of the domain waiting', async () => {
    const asked = session.request({ ':path': '/discover', accept: 'application/vnd.restate.endpointmanifest.v4+json' });
    const { services } = (await json(asked)) as { services: { handlers: { retryPolicyMaxAttempts?: number }[] }[] };
    expect(services[0]?.handlers[0]?.retryPolicyMaxAttempts).to.equal(Number.MAX_SAFE_INTEGER);
  });

  it('workers of a new release take the place of the old at the same address', async () => {
    const bodies: unknown[] = [];
    const admin = createServer((asked, answer) => {
      void json(asked).then((body) => {
        bodies.push(body);
        answer.end();
      });
    });
    await once(admin.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(admin.address() as AddressInfo).port}`;
    await announce(url, 'http://workers.internal:9080', new AbortController().signal);
    expect(bodies).to.deep.equal([{ uri: 'http://workers.internal:9080', force: true }]);
    admin.close();
  });
});

describe('settings of another engine', () => {
  it('are refused where a part is missing', () => {
    expect(() => readConfig({ AXPROOF_ENGINE: 'restate' }))
      .to.throw()
      .with.deep.property('details', ['AXPROOF_ENGINE=restate needs DATABASE_URL', 'AXPROOF_ENGINE=restate needs AXPROOF_RESTATE_INGRESS']);
  });
});
