// Timers in the store: who claims a monitor has it alone, ten thousand of them make no herd, and an end is settled once.
import { expect } from 'chai';
import { sha256 } from '../../src/contract/digest.ts';
import { nextRun, startRate } from '../../src/service/monitors/schedule.ts';
import type { AlertState, MonitorFacts, ResultEntry } from '../../src/store/monitor.ts';
import type { AlertType, MonitorResult, MonitorStanding } from '../../src/store/monitor-result.ts';
import { backends, onBoth } from './backends.ts';
import { claimNext, NOW, packDigest, runDraft } from './sample.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const OFTEN = { perHour: 3_600_000, burst: 1000 };

const RESULT: MonitorResult = { at: NOW, pack: packDigest, grade: 'unreachable', lies: [], passed: null };
const STANDING: MonitorStanding = {
  pack: packDigest,
  confirmed: { grade: 'unreachable', lies: [], passed: null },
  flapping: false,
  unconfirmed: true,
  incident: null,
  alertedKeys: ['\0'],
};

const monitor = (id: string, more: Partial<MonitorFacts> = {}): MonitorFacts => ({
  id,
  entitlement: 'e',
  target: 'https://example.com',
  packDigest,
  packName: null,
  every: HOUR,
  jitter: 0,
  plannedAt: NOW,
  dueAt: NOW,
  run: null,
  webhook: 'https://hooks.example/x',
  sealed: null,
  isPublic: true,
  stopped: null,
  standing: null,
  createdAt: NOW,
  ...more,
});

/** The same numbers on every machine. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** The most and the mean of a minute. */
function minutes(times: readonly number[], from: number, to: number): { most: number; mean: number } {
  const counts = new Array<number>(Math.ceil((to - from) / MINUTE)).fill(0);
  for (const at of times) if (at >= from && at < to) counts[Math.floor((at - from) / MINUTE)]!++;
  return { most: Math.max(...counts), mean: counts.reduce((a, b) => a + b, 0) / counts.length };
}

onBoth('monitors', (place, store) => {
  it('do not stand still, nor do budgets, when the clock was a year ahead and is set back', async () => {
    const year = NOW + 365 * 24 * HOUR;
    await store().monitors.put(monitor('ahead', { plannedAt: year, dueAt: year }));
    await store().monitors.put(monitor('yearly', { every: 365 * 24 * HOUR, plannedAt: year, dueAt: year }));
    await store().monitors.put(monitor('hours', { plannedAt: NOW + 3 * HOUR, dueAt: NOW + 3 * HOUR }));
    await store().monitors.put(monitor('next', { jitter: HOUR, plannedAt: NOW + HOUR, dueAt: NOW + 2 * HOUR }));
    const terms = { eventsFor: 1e12, budgetsFor: 1e12, packsFor: 1e12, resultsFor: 1e12 };
    await store().sweep(NOW, terms);
    expect(await store().monitors.get('ahead')).to.include({ dueAt: NOW });
    expect(await store().monitors.get('yearly')).to.include({ dueAt: year });
    expect(await store().monitors.get('hours')).to.include({ dueAt: NOW });
    expect(await store().monitors.get('next')).to.include({ dueAt: NOW + 2 * HOUR });
    for (const id of ['ahead', 'yearly', 'hours', 'next']) await store().monitors.end(id, 'a test', [], NOW);
    const rate = { perHour: 60, burst: 1 };
    expect((await store().spend('b', year, rate)).ok).to.equal(true);
    expect((await store().spend('b', NOW, rate)).ok).to.equal(false);
    expect((await store().spend('b', NOW + MINUTE, rate)).ok).to.equal(true);
  });

  it('are no more than the runs that their entitlement has left, also when many are made at once', async () => {
    const { monitors } = store();
    await store().putEntitlement({ id: 'three', claims: '{}', ceiling: 3, issuedAt: NOW, expiresAt: NOW + 1e9 });
    await store().charge('three', NOW);
    const make = (name: string): Promise<boolean> => monitors.putEntitled(monitor(name, { entitlement: 'three', dueAt: NOW + 1e9 }));
    const made = await Promise.all(Array.from({ length: 10 }, (_, i) => make(`of-three-${i}`)));
    expect(made.filter(Boolean)).to.have.length(2);
    const first = `of-three-${made.indexOf(true)}`;
    await monitors.end(first, 'a test', [], NOW);
    expect([await make('in-its-place'), await make('beyond')]).to.deep.equal([true, false]);
    expect([await monitors.get('in-its-place'), await monitors.get('beyond')].map((one) => one?.id)).to.deep.equal([
      'in-its-place',
      undefined,
    ]);
    for (const name of ['in-its-place', ...made.map((_, i) => `of-three-${i}`)]) await monitors.end(name, 'a test', [], NOW);
  });

  it('are claimed by one process, and are due again when it dies with them', async () => {
    const other = await place().open();
    for (let i = 0; i < 20; i++) await store().monitors.put(monitor(`m${i}`));
    let planned = 0;
    const rate = (perHour: number) => {
      planned = perHour;
      return OFTEN;
    };
    const claim = (i: number, now: number) => (i % 2 === 0 ? store() : other).monitors.claimDue(now, MINUTE, rate, 3);
    const claimed = (await Promise.all(Array.from({ length: 12 }, (_, i) => claim(i, NOW)))).flat().map(({ id }) => id);
    while (claimed.length < 20) claimed.push(...(await claim(0, NOW)).map(({ id }) => id));
    expect(new Set(claimed).size).to.equal(20);
    expect(await claim(0, NOW + MINUTE - 1)).to.deep.equal([]);
    expect(await claim(0, NOW + MINUTE)).to.have.length(3);
    await store().monitors.arm(claimed.map((id) => ({ id, plannedAt: NOW + HOUR, dueAt: NOW + HOUR })));
    expect(await claim(0, NOW + HOUR - 1)).to.deep.equal([]);
    expect(planned).to.equal(20);
    await store().monitors.end('m0', 'a test', [], NOW);
    await store().monitors.arm([{ id: 'm0', plannedAt: NOW, dueAt: NOW }]);
    expect(await store().monitors.get('m0')).to.include({ dueAt: null, stopped: 'a test' });
    await claim(0, NOW + HOUR);
    expect(planned).to.equal(19);
  });

  it('of one target are found by what it is held to: of those that run the oldest under a bundled pack, then the oldest, else what was made last', async () => {
    const { monitors } = store();
    const target = 'https://several.example';
    const rows = [
      { id: 'strangers', packName: null, packDigest: 'sha256:s', createdAt: NOW - 1 },
      { id: 'old', packName: 'ax', createdAt: NOW },
      { id: 'pinned', packName: null, packDigest: 'sha256:p', createdAt: NOW + 1 },
      { id: 'new', packName: 'ax', createdAt: NOW + 2 },
      { id: 'hidden', packName: 'mcp', createdAt: NOW + 3, isPublic: false },
    ];
    for (const { id, ...row } of rows) await monitors.put(monitor(id, { target, isPublic: true, ...row }));
    const found = (pack: string | null): Promise<string | undefined> => monitors.findPublic(target, pack).then((one) => one?.id);
    expect([await found(null), await found('ax'), await found('sha256:p'), await found('mcp')]).to.deep.equal([
      'old',
      'old',
      'pinned',
      undefined,
    ]);
    await monitors.end('old', 'a test', [], NOW);
    expect([await found(null), await found('ax')]).to.deep.equal(['new', 'new']);
    await monitors.end('new', 'a test', [], NOW);
    expect([await found(null), await found('ax')]).to.deep.equal(['strangers', 'new']);
    for (const id of ['strangers', 'pinned']) await monitors.end(id, 'a test', [], NOW);
    expect([await found(null), await found('ax')]).to.deep.equal(['new', 'new']);
    const told = [{ id: 'msg_again', type: 'monitor.stopped', body: '{}', state: 'recorded' } as const];
    await monitors.end('new', 'a second time', told, NOW);
    expect([(await monitors.get('new'))?.stopped, await monitors.alerts('new', 5)]).to.deep.equal(['a test', []]);
  });

  it('are settled once for a run, with what is told', async () => {
    const { monitors } = store();
    await monitors.put(monitor('s', { target: 'https://settled.example' }));
    await store().startOrJoin(runDraft('run of s'));
    await monitors.arm([{ id: 's', plannedAt: NOW, dueAt: NOW + HOUR, run: 'run of s' }]);
    expect(await monitors.ended(10)).to.deep.equal([]);
    await claimNext(store(), 'w');
    await store().finish('run of s', { error: { code: 'unreachable', message: '', details: [] } }, [], NOW + 1);
    const [ended] = await monitors.ended(10);
    expect([ended?.monitor.id, ended?.run.error?.code]).to.deep.equal(['s', 'unreachable']);
    const settled: ResultEntry = {
      monitor: 's',
      run: 'run of s',
      packDigest,
      result: { at: NOW, kept: false, result: RESULT },
      standing: STANDING,
      alerts: [{ id: 'msg_1', type: 'grade.worse', body: '{}', state: 'waiting' }],
    };
    const both = await Promise.all([monitors.settle(settled, NOW), monitors.settle(settled, NOW)]);
    expect(both.sort()).to.deep.equal([false, true]);
    expect(await monitors.results('s', 10)).to.deep.equal([settled.result]);
    expect(await monitors.days('s', 0)).to.deep.equal([{ day: Math.floor(NOW / (24 * HOUR)), kept: 0, results: 1 }]);
    expect(await monitors.ended(10)).to.deep.equal([]);
    expect(await monitors.findPublic('https://settled.example', null)).to.deep.include({ id: 's', run: null, standing: STANDING });
    expect(await monitors.findPublic('https://nobody.example', null)).to.equal(undefined);
    expect((await monitors.claimAlerts(NOW, MINUTE, 10)).map(({ id, webhook }) => [id, webhook])).to.deep.equal([
      ['msg_1', 'https://hooks.example/x'],
    ]);
    expect(await monitors.claimAlerts(NOW, MINUTE, 10)).to.deep.equal([]);
    await monitors.alertTried({ id: 'msg_1', monitor: 's', state: 'dead', last: '410', dueAt: null, gone: true });
    expect((await monitors.alerts('s', 10, { state: 'dead' })).map(({ tries, last }) => [tries, last])).to.deep.equal([[1, '410']]);
    expect((await monitors.get('s'))?.webhook).to.equal(null);
    expect([
      await monitors.resend('other', 'msg_1', NOW),
      await monitors.resend('s', 'msg_1', NOW),
      await monitors.resend('s', 'msg_1', NOW),
    ]).to.deep.equal([false, true, false]);
    expect((await monitors.alerts('s', 10, { state: 'waiting' })).map(({ tries }) => tries)).to.deep.equal([0]);
  });

  it('that were stopped while they ran tell nothing more but what may have been left', async () => {
    const { monitors } = store();
    await monitors.put(monitor('stopped', { target: 'https://stopped.example' }));
    await store().startOrJoin(runDraft('run of stopped'));
    await monitors.arm([{ id: 'stopped', plannedAt: NOW, dueAt: NOW + HOUR, run: 'run of stopped' }]);
    await claimNext(store(), 'w');
    const told = (id: string, type: AlertType) => ({ id, type, body: '{}', state: 'waiting' }) as const;
    await monitors.end('stopped', 'its owner stopped it', [told('msg_end', 'monitor.stopped')], NOW);
    await store().finish('run of stopped', { error: { code: 'unreachable', message: '', details: [] } }, [], NOW + 1);
    const settled = {
      monitor: 'stopped',
      run: 'run of stopped',
      packDigest,
      result: { at: NOW, kept: false, result: RESULT },
      standing: null,
    };
    const alerts = [told('msg_worse', 'grade.worse'), told('msg_left', 'cleanup.failed'), told('msg_again', 'monitor.stopped')];
    expect(await monitors.settle({ ...settled, alerts, stopped: 'again' }, NOW + 2)).to.equal(true);
    expect((await monitors.alerts('stopped', 10)).map(({ id }) => id)).to.deep.equal(['msg_left', 'msg_end']);
    expect((await monitors.get('stopped'))?.stopped).to.equal('its owner stopped it');
    expect((await monitors.results('stopped', 10)).length).to.equal(1);
  });

  it('find what changed among any number of other alerts', async () => {
    const { monitors } = store();
    await monitors.put(monitor('loud', { target: 'https://loud.example' }));
    const told = (type: AlertType, i: number) => ({ id: `msg_loud_${type}_${i}`, type, body: '{}', state: 'recorded' }) as const;
    const noise = Array.from({ length: 200 }, (_, i) => told('key.ending', i));
    await monitors.end('loud', 'a test', [told('grade.worse', 0), ...noise], NOW);
    expect((await monitors.alerts('loud', 100, { types: ['grade.worse', 'recovered'] })).map(({ id }) => id)).to.deep.equal([
      'msg_loud_grade.worse_0',
    ]);
    expect((await monitors.alerts('loud', 100)).every(({ type }) => type === 'key.ending')).to.equal(true);
  });

  it('keep a spec of theirs from being swept', async () => {
    const bytes = Buffer.from('{"name":"watched/pack"}', 'utf8');
    const { monitors } = store();
    await store().putDocument('pack', sha256(bytes), bytes, NOW);
    await monitors.put(monitor('p', { packDigest: sha256(bytes) }), monitor('kept'));
    const told = (id: string, state: AlertState) => ({ id: `msg_${id}`, type: 'grade.worse', body: '{}', state }) as const;
    await monitors.end('kept', 'a test', [told('due', 'waiting'), told('old', 'recorded'), told('dead', 'dead')], NOW + 47 * HOUR);
    await monitors.end('p', 'a test', [told('new', 'delivered')], NOW + 47 * HOUR + 1);
    await store().sweep(NOW + 48 * HOUR, { eventsFor: HOUR, budgetsFor: HOUR, packsFor: HOUR, resultsFor: HOUR });
    expect((await store().document('pack', sha256(bytes)))?.state).to.equal('present');
    const left = await Promise.all([monitors.alerts('kept', 10), monitors.alerts('p', 10), monitors.results('s', 10)]);
    expect(left.map(([newest]) => newest && 'id' in newest && newest.id)).to.deep.equal(['msg_due', 'msg_new', undefined]);
  });
});

describe('the schedule of monitors', function () {
  this.timeout(60_000);

  it('lets 10,000 that were made at once, and that all stood still, begin at no more than twice the mean', async () => {
    const place = await backends.find(({ name }) => name === 'sqlite')!.place();
    const store = await place!.open();
    const many = 10_000;
    const random = chance(7);
    for (let i = 0; i < many; i += 500)
      await store.monitors.put(...Array.from({ length: 500 }, (_, j) => monitor(`${i + j}`, { jitter: 6 * MINUTE })));
    const begun: number[] = [];
    const walk = async (from: number, to: number): Promise<void> => {
      for (let now = from; now < to; now += 10 * SECOND) {
        const due = await store.monitors.claimDue(now, HOUR, startRate, 1000);
        begun.push(...due.map(() => now));
        if (due.length > 0) await store.monitors.arm(due.map((one) => ({ id: one.id, ...nextRun(one, now, random) })));
      }
    };
    await walk(NOW, NOW + HOUR / 3);
    // Nobody is there until all are late.
    await walk(NOW + 2 * HOUR, NOW + 3 * HOUR);
    const mean = many / 60;
    expect(minutes(begun, NOW, NOW + HOUR / 3).most / mean).to.be.within(1, 2);
    const late = minutes(begun, NOW + 2 * HOUR, NOW + 3 * HOUR);
    expect(late.most / mean).to.be.below(2);
    expect(late.mean / mean).to.be.above(0.99);

    await place!.remove();
  });

  it('plans anew what was planned before the clock was set back, on the same grid', () => {
    const year = 365 * 24 * HOUR;
    for (const ahead of [2 * HOUR + 1, 24 * HOUR, year, year + 17]) {
      const next = nextRun({ every: HOUR, jitter: 0, plannedAt: NOW + ahead }, NOW, () => 0);
      expect(next.dueAt)
        .to.be.greaterThan(NOW)
        .and.at.most(NOW + HOUR);
      expect((next.plannedAt - NOW - ahead) % HOUR).to.be.closeTo(0, 0);
    }
  });

  it('spreads a million over their intervals, whatever stood still, and never drifts', () => {
    const random = chance(11);
    const dues = new Uint32Array(60);
    let late = 0;
    for (let i = 0; i < 1_000_000; i++) {
      const every = HOUR;
      const plannedAt = NOW + Math.floor(random() * every);
      const grid = { every, jitter: every / 10, plannedAt };
      // Looked at some time after it was due, up to three intervals too late.
      const now = plannedAt + Math.floor(random() * 3 * every);
      const next = nextRun(grid, now, random);
      if ((next.plannedAt - plannedAt) % every !== 0 || next.dueAt < now || next.dueAt > now + every * 1.1) late++;
      dues[Math.floor(((next.dueAt - NOW) % every) / MINUTE)]!++;
    }
    expect(late).to.equal(0);
    expect(Math.max(...dues) / (1_000_000 / 60)).to.be.below(1.05);
  });
});
