// Runs, events, budgets, idempotency keys and keys on both databases.
import { expect } from 'chai';
import { sha256 } from '../../src/contract/digest.ts';
import type { RunFault } from '../../src/store/run.ts';
import { jwk, TEST_SEED } from '../attest/signed.ts';
import { codeOf, onBoth } from './backends.ts';
import { claimNext, claimOf, draftOf, log, NOW, PACE, runDraft } from './sample.ts';

const SWEEP = { eventsFor: 1e9, budgetsFor: 1e9, packsFor: 1e9, resultsFor: 1e9 };
const fault: RunFault = { code: 'unreachable', message: 'nothing \0 answers "\u2028', details: ['a\0b'] };

onBoth('runs', (_, store) => {
  it('start, are claimed in order, keep their lease, and end once', async () => {
    const a = runDraft('a', { seed: Number.MAX_SAFE_INTEGER, input: { reach: 'own', traceparent: '\0\u{1f600}' } });
    expect(await store().startOrJoin(a)).to.deep.include({ joined: false });
    await store().startOrJoin(runDraft('b', { kind: 'self' }));
    expect(await store().queueLength()).to.equal(2);
    const claimed = await claimNext(store(), 'one', { now: NOW + 1 });
    expect(claimed).to.deep.include({ ...a, state: 'running', owner: 'one', startedAt: NOW + 1, leaseUntil: NOW + 1001, endedAt: null });
    expect(await store().claim('a', claimOf('two'), PACE)).to.equal(undefined);
    expect((await claimNext(store(), 'two', { now: NOW + 2 }))?.id).to.equal('b');
    expect(await claimNext(store(), 'two', { now: NOW + 2 })).to.equal(undefined);
    await store().heartbeat(['a', 'b'], 'two', NOW + 3, 1000);
    expect((await store().run('a'))?.leaseUntil).to.equal(NOW + 1001);
    await store().heartbeat(['a', 'b'], 'one', NOW + 900, 1000);
    expect((await store().run('a'))?.leaseUntil).to.equal(NOW + 1900);
    expect((await store().run('b'))?.leaseUntil).to.equal(NOW + 1003);
    expect(await store().ended(['a', 'b', 'c'])).to.deep.equal([]);
    expect(await store().finish('a', { reportDigest: 'sha256:r' }, [], NOW + 950)).to.equal(true);
    expect(await store().finish('a', { error: fault }, [], NOW + 960)).to.equal(false);
    expect(await store().finish('b', { error: fault }, [], NOW + 970)).to.equal(true);
    expect((await store().ended(['a', 'b', 'c'])).sort()).to.deep.equal(['a', 'b']);
    expect(await store().run('a')).to.deep.include({
      state: 'done',
      reportDigest: 'sha256:r',
      endedAt: NOW + 950,
      leaseUntil: null,
      error: null,
    });
    expect(await store().run('b')).to.deep.include({ state: 'failed', error: fault, reportDigest: null });
    expect(await store().run('c')).to.equal(undefined);
    await store().heartbeat(['a'], 'one', NOW + 999, 1000);
    expect((await store().run('a'))?.leaseUntil).to.equal(null);
  });

  it('of the gate begin before casual ones, and the oldest of each first', async () => {
    const runs = [runDraft('g1'), runDraft('p1', { kind: 'pinned' }), runDraft('g2', { kind: 'self' }), runDraft('p2', { kind: 'pinned' })];
    for (const run of runs) await store().startOrJoin(run);
    expect((await store().waiting(NOW, 3, PACE)).map(({ id }) => id)).to.deep.equal(['p1', 'p2', 'g1']);
    for (const { id } of runs) await store().finish(id, { error: fault }, [], NOW);
  });

  it('of equal keys are one until they end', async () => {
    const first = await store().startOrJoin(runDraft('k1', { key: 'k' }));
    const second = await store().startOrJoin(runDraft('k2', { key: 'k' }));
    expect([first, second].map((one) => 'run' in one && [one.run.id, one.joined])).to.deep.equal([
      ['k1', false],
      ['k1', true],
    ]);
    expect((await store().activeRun('k'))?.id).to.equal('k1');
    await store().finish('k1', { error: fault }, [], NOW);
    expect(await store().activeRun('k')).to.equal(undefined);
    expect(await store().startOrJoin(runDraft('k3', { key: 'k' }))).to.deep.include({ joined: false });
    await store().finish('k3', { error: fault }, [], NOW);
  });

  it('of a process that died before the clock was set back are marked', async () => {
    await store().startOrJoin(runDraft('w'));
    await claimNext(store(), 'dead', { lease: 5000 });
    const alive = { owner: 'alive', lease: 5000 };
    expect(await store().expired(NOW - 5000, alive)).to.deep.equal([]);
    expect(await store().expired(NOW - 86_400_000, alive)).to.deep.equal(['w']);
  });

  it('of dead and of stopping processes are marked', async () => {
    for (const id of ['x', 'y', 'z']) await store().startOrJoin(runDraft(id));
    await claimNext(store(), 'dead', { lease: 100 });
    await claimNext(store(), 'alive', { lease: 5000 });
    await claimNext(store(), 'alive', { lease: 5000 });
    const alive = { owner: 'alive', alive: ['y', 'z'], lease: 5000 };
    expect(await store().expired(NOW + 100, alive)).to.deep.equal([]);
    // A process knows of its own runs, whatever the clock says.
    expect(await store().expired(NOW + 101, { owner: 'dead', alive: ['x'], lease: 5000 })).to.deep.equal([]);
    // What it does not see to any more is left as well: its end could not be stored.
    expect(await store().expired(NOW + 101, { owner: 'dead', alive: ['w'], lease: 5000 })).to.deep.equal(['x']);
    expect(await store().run('x')).to.deep.include({ state: 'interrupted', endedAt: NOW + 101 });
    await store().finish('y', { reportDigest: 'sha256:y' }, [], NOW + 200);
    expect(await store().interruptOwned('alive', NOW + 300)).to.deep.equal(['z']);
    expect(await store().finish('x', { reportDigest: 'sha256:x' }, [{ event: 'done', data: {} }], NOW + 400)).to.equal(false);
    // Whoever heard what happened in them, in the process that is gone, has not heard this.
    for (const id of ['x', 'z'])
      expect((await store().events(id, 7)).map(({ event, data }) => ({ event, data }))).to.deep.equal([
        { event: 'interrupted', data: { code: 'run-interrupted' } },
      ]);
  });

  it('spend a budget only when they start, and all of it or none', async () => {
    const rate = { perHour: 1, burst: 1 };
    const [caller, target] = [
      { bucket: 'caller', rate },
      { bucket: 'target', rate: { perHour: 60, burst: 2 } },
    ];
    const terms = { spend: [target, caller] };
    expect(await store().startOrJoin(runDraft('s1', { key: 's' }), terms)).to.deep.include({ joined: false });
    expect(await store().startOrJoin(runDraft('s2', { key: 's' }), terms)).to.deep.include({ joined: true });
    expect(await store().startOrJoin(runDraft('s3'), terms)).to.deep.equal({ refused: 'budget', bucket: 'caller', retryAfter: 3600 });
    expect(await store().run('s3')).to.equal(undefined);
    expect((await store().budget('target', NOW, target.rate)).left).to.equal(1);
    expect(await store().startOrJoin(runDraft('s4'), { mostQueued: 1 })).to.deep.equal({ refused: 'queue-full', queued: 1 });
    expect(await store().startOrJoin(runDraft('s5', { key: 's' }), { mostQueued: 1 })).to.deep.include({ joined: true });
    await store().finish('s1', { error: fault }, [], NOW);
  });

  it('refuse names that a database would change', async () => {
    for (const more of [{ target: 'a\0b' }, { id: 'x'.repeat(5000) }, { key: '\ud800' }])
      expect(await codeOf(store().startOrJoin(runDraft('bad', more)))).to.equal('bad-usage');
  });

  it('tell all that happened in them with their end, and nothing before', async () => {
    await store().startOrJoin(runDraft('e'));
    expect(await store().events('e', 0)).to.deep.equal([]);
    const told = Array.from({ length: 20 }, (_, i) => ({ event: 'check' as const, data: { i, text: '\0\u{1f600}' } }));
    await store().finish('e', { error: fault }, told, NOW + 50);
    const events = await store().events('e', 0);
    expect(events).to.deep.equal(told.map((event, i) => ({ id: i + 1, ...event })));
    expect((await store().events('e', 17)).map(({ id }) => id)).to.deep.equal([18, 19, 20]);
    await store().sweep(NOW + 100, { ...SWEEP, eventsFor: 51 });
    expect(await store().events('e', 0)).to.have.length(20);
    await store().sweep(NOW + 100, { ...SWEEP, eventsFor: 50 });
    expect(await store().events('e', 0)).to.have.length(0);
  });
});

onBoth('runs to one place', (_, store) => {
  /** Queued runs of names of their own. */
  const queue = async (prefix: string, count: number): Promise<void> => {
    for (let i = 0; i < count; i++) await store().startOrJoin(runDraft(`${prefix}${i}`));
  };
  /** Tries all that may begin, and gives those that did. */
  const begin = async (now: number, ...places: string[]): Promise<string[]> => {
    const begun: string[] = [];
    for (const { id } of await store().waiting(now, 100, PACE))
      if (await store().claim(id, claimOf('me', { now, lease: 1e6, places }), PACE)) begun.push(id);
    return begun;
  };
  const end = (...ids: string[]) => Promise.all(ids.map((id) => store().finish(id, { error: fault }, [], NOW)));

  it('begin four a second, six at once, and wait in the queue meanwhile', async () => {
    await queue('p', 12);
    expect(await begin(NOW, 'address:one', 'domain:a')).to.deep.equal(['p0', 'p1', 'p2', 'p3']);
    // Each has its turn, before which nobody tries again.
    expect(await store().waiting(NOW + 249, 100, PACE)).to.deep.equal([]);
    expect((await store().waiting(NOW + 500, 100, PACE)).map(({ id }) => id)).to.deep.equal(['p4', 'p5']);
    expect(await begin(NOW + 500, 'address:one', 'domain:a')).to.deep.equal(['p4', 'p5']);
    // Six are under way: the others stay, however long it takes.
    expect(await store().waiting(NOW + 60_000, 100, PACE)).to.deep.equal([]);
    expect(await store().queueLength()).to.equal(6);
    await end('p2', 'p3');
    expect(await begin(NOW + 60_000, 'address:one', 'domain:a')).to.deep.equal(['p6', 'p7']);
    await end(...Array.from({ length: 12 }, (_, i) => `p${i}`));
  });

  it('hold up no run to another', async () => {
    await queue('q', 8);
    expect(await begin(NOW, 'address:two')).to.have.length(4);
    await queue('other', 1);
    expect(await begin(NOW, 'address:three')).to.deep.equal(['other0']);
    await end('other0', ...Array.from({ length: 8 }, (_, i) => `q${i}`));
  });

  it('wait for the fullest of their places, and anew where the name leads elsewhere now', async () => {
    await queue('r', 6);
    expect(await begin(NOW, 'domain:b', 'address:four')).to.have.length(4);
    await queue('s', 1);
    expect(await begin(NOW, 'domain:c', 'address:four')).to.deep.equal([]);
    expect(await store().claim('s0', claimOf('me', { now: NOW + 100, places: ['domain:c', 'address:five'] }), PACE)).to.deep.include({
      id: 's0',
    });
    await end('s0', ...Array.from({ length: 6 }, (_, i) => `r${i}`));
  });
});

onBoth('packs of callers', (place, store) => {
  const bytes = Buffer.from('{"name":"example/callers"}');
  const digest = sha256(bytes);
  const refused = { spend: [{ bucket: 'none', rate: { perHour: 0, burst: 0 } }] };
  const state = async () => (await store().document('pack', digest))?.state;

  it('are stored with the start of their run, and not with its refusal', async () => {
    const draft = runDraft('w1', { packDigest: digest });
    expect(await store().startOrJoin(draft, { ...refused, pack: bytes })).to.include({ refused: 'budget' });
    expect(await state()).to.equal(undefined);
    expect(await codeOf(store().startOrJoin(draft, { pack: Buffer.from('{}') }))).to.equal('bad-usage');
    expect(await store().run('w1')).to.equal(undefined);
    await store().startOrJoin(draft, { pack: bytes });
    expect(await state()).to.equal('present');
  });

  it('stay while a run needs them, and for ever where a report names them', async () => {
    const later = NOW + 1000;
    await store().sweep(later, { ...SWEEP, packsFor: 0 });
    expect(await state()).to.equal('present');
    await store().finish('w1', { error: fault }, [], NOW);
    await store().sweep(later, { ...SWEEP, packsFor: 1001 });
    expect(await state()).to.equal('present');
    await store().sweep(later, { ...SWEEP, packsFor: 1000 });
    expect(await state()).to.equal(undefined);
    const draft = await draftOf();
    await store().release(draft, log);
    await store().sweep(later, { ...SWEEP, packsFor: 0 });
    expect((await store().document('pack', draft.packDigest))?.state).to.equal('present');
  });

  it('that were taken down stay so', async () => {
    await store().putDocument('pack', digest, bytes, NOW);
    await store().takedown('pack', digest, { reason: 'asked', at: NOW, tombstone: Buffer.from('{}') });
    await store().sweep(NOW + 1e9, { ...SWEEP, packsFor: 0 });
    expect(await state()).to.equal('gone');
    expect(await codeOf((await place().open()).startOrJoin(runDraft('w2', { packDigest: digest }), { pack: bytes }))).to.equal(
      'taken-down',
    );
  });
});

onBoth('limits', (_, store) => {
  it('spend and fill up by the clock that is handed in', async () => {
    const rate = { perHour: 10, burst: 3 };
    const at = (minutes: number) => store().spend('2001:db8::/64 \0', NOW + minutes * 60_000, rate);
    expect(await at(0)).to.deep.equal({ ok: true, retryAfter: 0, left: 2 });
    expect((await at(0)).left).to.equal(1);
    expect((await at(0)).left).to.equal(0);
    expect(await at(0)).to.deep.equal({ ok: false, retryAfter: 360, left: 0 });
    expect(await at(5)).to.deep.equal({ ok: false, retryAfter: 60, left: 0 });
    // Another process whose clock is behind.
    expect((await at(-5)).ok).to.equal(false);
    expect(await at(6)).to.deep.equal({ ok: true, retryAfter: 0, left: 0 });
    expect((await at(600)).left).to.equal(2);
    expect(await store().budget('other', NOW, rate)).to.deep.equal({ ok: true, retryAfter: 0, left: 3 });
    expect((await store().spend('closed', NOW, { perHour: 0, burst: 0 })).retryAfter).to.be.greaterThan(0);
  });

  it('never give more than there is to callers at once', async () => {
    const spent = await Promise.all(Array.from({ length: 30 }, () => store().spend('rush', NOW, { perHour: 1, burst: 7 })));
    expect(spent.filter(({ ok }) => ok)).to.have.length(7);
  });

  it('answer under an idempotency key once', async () => {
    const terms = { pendingFor: 100, keepFor: 1000 };
    const ask = (request: string, at: number) => store().idempotent('caller key \0', request, NOW + at, terms);
    expect(await ask('one', 0)).to.deep.equal({ state: 'new' });
    expect(await ask('one', 1)).to.deep.equal({ state: 'pending' });
    expect(await ask('two', 1)).to.deep.equal({ state: 'conflict' });
    // Whoever reserved it is gone.
    expect(await ask('one', 100)).to.deep.equal({ state: 'new' });
    await store().forget('caller key \0', 'one');
    expect(await ask('two', 101)).to.deep.equal({ state: 'new' });
    await store().settle('caller key \0', 'two', Buffer.from('answer'));
    await store().settle('caller key \0', 'two', Buffer.from('other'));
    await store().forget('caller key \0', 'two');
    const stored = await ask('two', 500);
    expect(stored.state === 'stored' && Buffer.from(stored.answer).toString()).to.equal('answer');
    expect(await ask('one', 500)).to.deep.equal({ state: 'conflict' });
    expect(await ask('one', 1101)).to.deep.equal({ state: 'new' });
    await store().sweep(NOW + 5000, { ...SWEEP, eventsFor: 0, budgetsFor: 0 });
    expect(await ask('three', 5000)).to.deep.equal({ state: 'new' });
    const rush = await Promise.all(Array.from({ length: 20 }, () => store().idempotent('rush', 'r', NOW, terms)));
    expect(rush.filter(({ state }) => state === 'new')).to.have.length(1);
  });

  it('keep keys for ever, and revoked ones revoked', async () => {
    const [one, two] = [jwk(), jwk(new Uint8Array(32).fill(9))];
    await store().putKey(two, NOW);
    await store().putKey(one, NOW);
    const retired = { ...two, status: 'historic' as const, exp: two.exp - 1 };
    await store().putKey(retired, NOW);
    expect(await store().keys()).to.deep.equal([retired, one]);
    const revoked = { ...two, status: 'revoked' as const, revoked_at: two.nbf };
    await store().putKey(revoked, NOW);
    await store().putKey(two, NOW);
    expect(await store().keys()).to.deep.equal([revoked, one]);
    expect(await codeOf(store().putKey({ ...jwk(TEST_SEED), kid: 'x'.repeat(43) }, NOW))).to.equal('bad-keys');
  });
});
