// Who follows a run: nothing is missed and nothing comes twice, here or elsewhere, and a stream ends on the last event. Counted too: what a run asks of the disk.
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { Slots } from '../../src/gate/slots.ts';
import { Destinations } from '../../src/run/destinations.ts';
import { Bell } from '../../src/service/bell.ts';
import { readConfig } from '../../src/service/config.ts';
import type { JobMessage, RunJob } from '../../src/service/job.ts';
import { BundledPacks } from '../../src/service/packs.ts';
import { Progress } from '../../src/service/progress.ts';
import { Queue } from '../../src/service/queue.ts';
import { Runner } from '../../src/service/runner.ts';
import { Watch } from '../../src/service/watch.ts';
import type { JobEnd } from '../../src/service/worker.ts';

import { storeOn } from '../../src/store/open.ts';
import type { NewRunEvent, RunDraft, RunEvent } from '../../src/store/run.ts';
import { openSqlite } from '../../src/store/sqlite.ts';
import type { Store } from '../../src/store/store.ts';
import { newFolder } from '../store/backends.ts';
import { draftOf, log, runDraft } from '../store/sample.ts';
import { until } from './site.ts';

type Work = (job: RunJob, hear: (message: JobMessage) => void) => Promise<JobEnd>;
/** 200 by hand, beside processes that spin. */
const STREAMS = Number(process.env.STREAMS ?? 20);
const FAILED: JobEnd = { failed: { code: 'unreachable', message: 'nobody answers', details: [] } };
const check = (n: number): JobMessage => ({ about: 'check', runId: '', check: { id: `check-${n}` } as never });

interface Place {
  store: Store;
  runner: Runner;
  queue: Queue;
  watch: Watch;
  /** Transactions that were begun. */
  transactions(): number;
  close(): Promise<void>;
}

interface Wanted {
  work: Work;
  folder?: string;
  resolve?(host: string): Promise<string[]>;
  shared?: string;
  now?(): number;
}

const packs = await BundledPacks.load();

/** All of a service but its threads and its mounts. */
async function place({ work, folder = newFolder(), resolve, shared = '', now = Date.now }: Wanted): Promise<Place> {
  const connections = openSqlite(folder);
  let transactions = 0;
  const begin = connections.raw.exec.bind(connections.raw);
  connections.raw.exec = (text: string) => {
    if (text.startsWith('begin')) transactions++;
    return begin(text);
  };
  const store = await storeOn(connections);
  const bell = new Bell();
  const progress = new Progress(bell);
  const watch = new Watch(store, bell, progress);
  const slots = new Slots({ most: 32 });
  const silent = (): void => undefined;
  const runner = new Runner({
    slots,
    packs,
    owner: `owner of ${folder} ${Math.random()}`,
    config: readConfig({ AXPROOF_CONCURRENCY: '32' }),
    store,
    pool: { run: work },
    progress,
    destinations: new Destinations(shared, resolve),
    now,
    onDeclined: () => undefined,
    onSelfAsk: () => undefined,
    log: silent,
    onEnd: silent,
  });
  const queue = new Queue({ store, slots, now, log: silent, runner, bell });
  transactions = 0;
  return {
    store,
    runner,
    queue,
    watch,
    transactions: () => transactions,
    async close() {
      await queue.close(0);
      watch.close();
      await runner.settled();
      await store.close();
    },
  };
}

const draft = (id: string, more: Partial<RunDraft> = {}): RunDraft =>
  runDraft(id, {
    input: { reach: 'private' },
    packDigest: packs.standard.digest,
    target: 'http://127.0.0.1:1',
    createdAt: Date.now(),
    ...more,
  });

async function heard(watch: Watch, id: string, after = 0): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const event of watch.events(id, after, new AbortController().signal)) events.push(event);
  return events;
}

describe('the events of a run', function () {
  this.timeout(60_000);
  const places: Place[] = [];
  const opened = async (wanted: Wanted): Promise<Place> => {
    places.push(await place(wanted));
    return places.at(-1)!;
  };
  afterEach(async () => {
    for (const one of places.splice(0)) await one.close();
  });

  /** A run of three checks that ends with a report, as a thread would release it. */
  const released =
    (store: () => Store): Work =>
    async ({ runId }, hear) => {
      for (let n = 1; n <= 3; n++) {
        hear(check(n));
        await pause(1);
      }
      const made = await draftOf({ seed: Number.parseInt(runId.replace(/\D/g, ''), 10) + 1 });
      const done = { reportDigest: made.reportDigest, grade: made.grade };
      const checks = [1, 2, 3].map((n) => ({ event: 'check' as const, data: { id: `check-${n}` } }));
      const events: NewRunEvent[] = [{ event: 'started', data: {} }, ...checks, { event: 'done', data: done }];
      await store().release({ ...made, runId, events }, log);
      // The end is known to the store before anybody here has heard of it.
      await pause(5);
      return { done, tally: { requests: 1, conclusive: true, inconclusive: [] } };
    };
  const WHOLE = ['started', 'check', 'check', 'check', 'done'];

  it('come here as they happen, elsewhere with the end, and to whoever comes later or again', async () => {
    const folder = newFolder();
    const here: Place = await opened({ folder, work: (...a) => released(() => here.store)(...a) });
    const elsewhere = await opened({ folder, work: async () => FAILED });
    await elsewhere.queue.close(0);
    await here.store.startOrJoin(draft('e1'));
    const following = Promise.all([heard(here.watch, 'e1'), heard(elsewhere.watch, 'e1'), heard(here.watch, 'e1', 2)]);
    void here.queue.look();
    const [live, other, resumed] = await following;
    expect(live.map(({ event }) => event)).to.deep.equal(WHOLE);
    expect(live.map(({ id }) => id)).to.deep.equal([1, 2, 3, 4, 5]);
    expect(other).to.deep.equal(live);
    expect(resumed).to.deep.equal(live.slice(2));
    expect(await heard(here.watch, 'e1')).to.deep.equal(live);
    expect(await heard(here.watch, 'e1', 5)).to.deep.equal([]);
    expect(await here.watch.soFar('e1')).to.deep.equal(live);
  });

  it('end with the failure, and with the interruption of a process that stops', async () => {
    const one = await opened({
      work: async ({ runId }, hear) => {
        hear(check(1));
        if (runId === 'f1') return FAILED;
        return new Promise(() => undefined);
      },
    });
    for (const id of ['f1', 'f2']) await one.store.startOrJoin(draft(id));
    const following = ['f1', 'f2'].map((id) => heard(one.watch, id));
    void one.queue.look();
    const failed = await following[0]!;
    expect(failed.map(({ event }) => event)).to.deep.equal(['started', 'check', 'failed']);
    expect(await heard(one.watch, 'f1')).to.deep.equal(failed);
    await one.queue.close(0);
    const cut = await following[1]!;
    expect(cut.map(({ event }) => event)).to.deep.equal(['started', 'check', 'interrupted']);
    // A browser that comes back with what it heard last hears this one still.
    expect((await heard(one.watch, 'f2', 2)).map(({ event }) => event)).to.deep.equal(['interrupted']);
    expect(await heard(one.watch, 'f2', cut.at(-1)!.id)).to.deep.equal([]);
    one.queue.close = async () => undefined;
    one.runner.settled = async () => undefined;
  });

  it('of many runs at once all come, beside a thread that is always late', async () => {
    const one: Place = await opened({ work: (...a) => released(() => one.store)(...a) });
    const ids = Array.from({ length: STREAMS }, (_, i) => `m${i}`);
    for (const id of ids) await one.store.startOrJoin(draft(id));
    const following = ids.flatMap((id) => [heard(one.watch, id), heard(one.watch, id)]);
    let busy = true;
    const spin = (): void => {
      const end = performance.now() + 20;
      while (performance.now() < end);
      if (busy) setTimeout(spin, 1);
    };
    spin();
    void one.queue.look();
    const all = await Promise.all(following);
    busy = false;
    for (const events of all) expect(events.map(({ event }) => event)).to.deep.equal(WHOLE);
  });

  it('cost no transaction: a run is its start, its claim and its release', async () => {
    const one: Place = await opened({ work: (...a) => released(() => one.store)(...a) });
    await (await one.store.log(log)).checkpoint();
    const before = one.transactions();
    await one.store.startOrJoin(draft('t1'));
    void one.queue.look();
    await heard(one.watch, 't1');
    expect(one.transactions() - before).to.equal(3);
  });
});

describe('runs to public names', function () {
  this.timeout(60_000);
  let ahead = 0;
  const jobs: RunJob[] = [];
  const ends: (() => void)[] = [];
  const work: Work = (job) => {
    jobs.push(job);
    return new Promise((resolve) => ends.push(() => resolve(FAILED)));
  };
  const queued = async ({ store, queue }: Place, ids: readonly string[]): Promise<void> => {
    for (const id of ids) await store.startOrJoin(draft(id, { target: `https://${id}.com`, input: { reach: 'public' } }));
    await queue.look();
  };
  const wanted = { work, now: () => Date.now() + ahead };
  const over = async (one: Place): Promise<void> => {
    const closing = one.close();
    for (const end of ends.splice(0)) end();
    jobs.length = 0;
    await closing;
  };

  it('of one address begin four at first and six at most, and connect to what was counted', async () => {
    const one = await place({ ...wanted, resolve: async () => ['203.0.113.9', '2001:db8:1:2:3::4'] });
    await queued(one, ['aa', 'bb', 'cc', 'dd', 'ee', 'ff', 'gg', 'hh']);
    await until(() => jobs.length === 4);
    ahead += 10_000;
    await until(() => jobs.length === 6);
    await one.queue.look();
    await pause(50);
    expect(jobs).to.have.length(6);
    expect(jobs[0]?.pinned).to.deep.equal({ addresses: ['203.0.113.9', '2001:db8:1:2:3::4'] });
    expect(await one.store.queueLength()).to.equal(2);
    ends.splice(0, 1)[0]!();
    await until(() => jobs.length === 7);
    await over(one);
  });

  it('of a shared address are counted by registrable domain alone, and one that leads nowhere is told so', async () => {
    const resolve = async (host: string): Promise<string[]> => {
      if (host === 'nowhere.com') throw Object.assign(new Error('no'), { code: 'ENOTFOUND' });
      return ['203.0.113.9'];
    };
    const one = await place({ ...wanted, resolve, shared: '192.0.2.0/24, 203.0.113.0/24' });
    await queued(one, ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'nowhere']);
    await until(() => jobs.length === 8);
    expect(jobs.find(({ target }) => target === 'https://nowhere.com')?.pinned).to.deep.equal({ fault: 'name-not-found' });
    await queued(one, ['x1.example', 'x2.example', 'x3.example', 'x4.example', 'x5.example']);
    await until(() => jobs.length === 12);
    await pause(50);
    expect(jobs).to.have.length(12);
    await over(one);
  });
});
