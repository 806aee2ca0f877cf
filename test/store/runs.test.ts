// Runs, events, budgets, idempotency keys and keys on both databases.
import { expect } from 'chai';
import { type RunFault, runKey } from '../../src/store/run.ts';
import { jwk, TEST_SEED } from '../attest/signed.ts';
import { codeOf, onBoth } from './backends.ts';
import { NOW, packDigest, runDraft } from './sample.ts';

const fault: RunFault = { code: 'unreachable', message: 'nothing \0 answers "\u2028', details: ['a\0b'] };

onBoth('runs', (_, store) => {
  it('start, are claimed in order, keep their lease, and end once', async () => {
    const [a, b] = [runDraft('a', { seed: Number.MAX_SAFE_INTEGER, input: { x: ['\0', 1e21, null] } }), runDraft('b', { kind: 'pinned' })];
    expect(await store().startOrJoin(a)).to.deep.include({ joined: false });
    await store().startOrJoin(b);
    expect(await store().queueLength()).to.equal(2);
    const claimed = await store().claim('one', NOW + 1, 1000);
    expect(claimed).to.deep.include({ ...a, state: 'running', owner: 'one', startedAt: NOW + 1, leaseUntil: NOW + 1001, endedAt: null });
    expect((await store().claim('two', NOW + 2, 1000))?.id).to.equal('b');
    expect(await store().claim('two', NOW + 2, 1000)).to.equal(undefined);
    expect(await store().heartbeat('a', 'two', NOW + 3, 1000)).to.equal(false);
    expect(await store().heartbeat('a', 'one', NOW + 900, 1000)).to.equal(true);
    expect((await store().run('a'))?.leaseUntil).to.equal(NOW + 1900);
    expect(await store().finish('a', { reportDigest: 'sha256:r' }, NOW + 950)).to.equal(true);
    expect(await store().finish('a', { error: fault }, NOW + 960)).to.equal(false);
    expect(await store().finish('b', { error: fault }, NOW + 970)).to.equal(true);
    expect(await store().run('a')).to.deep.include({
      state: 'done',
      reportDigest: 'sha256:r',
      endedAt: NOW + 950,
      leaseUntil: null,
      error: null,
    });
    expect(await store().run('b')).to.deep.include({ state: 'failed', error: fault, reportDigest: null });
    expect(await store().run('c')).to.equal(undefined);
    expect(await store().heartbeat('a', 'one', NOW + 999, 1000)).to.equal(false);
  });

  it('of equal keys are one until they end', async () => {
    const first = await store().startOrJoin(runDraft('k1', { key: 'k' }));
    const second = await store().startOrJoin(runDraft('k2', { key: 'k' }));
    expect([first, second].map((one) => 'run' in one && [one.run.id, one.joined])).to.deep.equal([
      ['k1', false],
      ['k1', true],
    ]);
    expect((await store().activeRun('k'))?.id).to.equal('k1');
    await store().finish('k1', { error: fault }, NOW);
    expect(await store().activeRun('k')).to.equal(undefined);
    expect(await store().startOrJoin(runDraft('k3', { key: 'k' }))).to.deep.include({ joined: false });
    await store().finish('k3', { error: fault }, NOW);
  });

  it('of dead and of stopping processes are marked', async () => {
    for (const id of ['x', 'y', 'z']) await store().startOrJoin(runDraft(id));
    await store().claim('dead', NOW, 100);
    await store().claim('alive', NOW, 5000);
    await store().claim('alive', NOW, 5000);
    expect(await store().expired(NOW + 100)).to.deep.equal([]);
    expect(await store().expired(NOW + 101)).to.deep.equal(['x']);
    expect(await store().run('x')).to.deep.include({ state: 'interrupted', endedAt: NOW + 101 });
    await store().finish('y', { reportDigest: 'sha256:y' }, NOW + 200);
    expect(await store().interruptOwned('alive', NOW + 300)).to.deep.equal(['z']);
    expect(await store().finish('x', { reportDigest: 'sha256:x' }, NOW + 400)).to.equal(false);
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
    await store().finish('s1', { error: fault }, NOW);
  });

  it('refuse names that a database would change', async () => {
    for (const more of [{ target: 'a\0b' }, { id: 'x'.repeat(5000) }, { key: '\ud800' }])
      expect(await codeOf(store().startOrJoin(runDraft('bad', more)))).to.equal('bad-usage');
  });

  it('tell their events in order', async () => {
    await store().startOrJoin(runDraft('e'));
    const numbers = await Promise.all(Array.from({ length: 20 }, (_, i) => store().appendEvent('e', { i, text: '\0\u{1f600}' }, NOW + i)));
    expect([...numbers].sort((x, y) => x - y)).to.deep.equal(Array.from({ length: 20 }, (_, i) => i + 1));
    const events = await store().events('e', 0);
    expect(events.map(({ number }) => number)).to.deep.equal(Array.from({ length: 20 }, (_, i) => i + 1));
    expect(events[0]?.event).to.deep.include({ text: '\0\u{1f600}' });
    expect((await store().events('e', 17)).map(({ number }) => number)).to.deep.equal([18, 19, 20]);
    expect(await store().events('e', 3, 2)).to.have.length(2);
    expect((await store().run('e'))?.events).to.equal(20);
    expect(await codeOf(store().appendEvent('nobody', null, NOW))).to.equal('bad-usage');
    await store().finish('e', { error: fault }, NOW + 50);
    await store().sweep(NOW + 100, { eventsFor: 51, budgetsFor: 1e9 });
    expect(await store().events('e', 0)).to.have.length(20);
    await store().sweep(NOW + 100, { eventsFor: 50, budgetsFor: 1e9 });
    expect(await store().events('e', 0)).to.have.length(0);
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
    await store().sweep(NOW + 5000, { eventsFor: 0, budgetsFor: 0 });
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

describe('the key of a run', () => {
  it('is that of target, pack, seed and kind', () => {
    const run = { kind: 'grade' as const, target: 'https://example.com', packDigest, seed: null };
    const others = [
      { ...run, kind: 'pinned' as const },
      { ...run, target: 'https://example.org' },
      { ...run, packDigest: 'x' },
      { ...run, seed: 0 },
    ];
    const keys = [...[run, ...others].map((one) => runKey(one)), runKey(run, 'writes')];
    expect(new Set(keys).size).to.equal(6);
    expect(runKey({ ...run })).to.equal(keys[0]);
  });
});
