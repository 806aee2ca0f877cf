// Which runs count under a ceiling, on both databases.
import { expect } from 'chai';
import { onBoth } from './backends.ts';
import { claimNext, NOW, runDraft } from './sample.ts';

const fault = { message: 'it failed', details: [] };

onBoth('runs under an entitlement', (_, store) => {
  const failed = (code: string) => ({ error: { ...fault, code } });
  for (const [title, begun, outcome, used] of [
    ['that report', true, { reportDigest: 'sha256:r' }, 1],
    ['that found nobody there', true, failed('unreachable'), 1],
    ['that the judge of the spec failed', true, failed('too-much-work'), 1],
    ['that report what the verifier was too busy to see', true, { reportDigest: 'sha256:r', spoiled: true }, 0],
    ['that the target refused', true, failed('consent-missing'), 0],
    ['that the target declined', true, failed('declined'), 0],
    ['whose verifier died', true, failed('verifier-died'), 0],
    ['that we were too busy to end', true, failed('busy'), 0],
    ['that failed by our fault', true, failed('internal'), 0],
    ['whose spec was taken down', true, failed('taken-down'), 0],
    ['whose spec is not in the store', true, failed('unknown-digest'), 0],
    ['whose pack no process of ours has', true, failed('unknown-pack'), 0],
    ['whose spec a machine of ours cannot contain', true, failed('no-isolation'), 0],
    ['that our log could not take', true, failed('log-damaged'), 0],
    ['that were cut off', true, 'interrupted', 0],
    ['whose process died', true, 'expired', 0],
    ['that never began', false, failed('unreachable'), 0],
  ] as const)
    it(`${title} are ${used ? '' : 'not '}counted`, async () => {
      const id = title.replaceAll(' ', '-');
      await store().putEntitlement({ id, claims: '{}', ceiling: 1, issuedAt: NOW, expiresAt: NOW + 1e9 });
      await store().startOrJoin(runDraft(id), { charge: id });
      expect(await store().startOrJoin(runDraft(`${id} 2`), { charge: id })).to.deep.equal({ refused: 'ceiling' });
      if (begun) await claimNext(store(), id, { lease: 100 });
      if (outcome === 'interrupted') await store().interruptOwned(id, NOW);
      else if (outcome === 'expired') await store().expired(NOW + 200, { owner: 'alive', lease: 100 });
      else await store().finish(id, outcome, [], NOW);
      await store().finish(id, failed('internal'), [], NOW);
      expect((await store().entitlement(id))?.used).to.equal(used);
    });
});

onBoth('runs that are joined under an entitlement', (place, store) => {
  const grant = (id: string, ceiling: number) => store().putEntitlement({ id, claims: '{}', ceiling, issuedAt: NOW, expiresAt: NOW + 1e9 });
  const usedOf = async (id: string): Promise<number | undefined> => (await store().entitlement(id))?.used;
  const joins = (key: string, charge?: string) => store().startOrJoin(runDraft(`late for ${key}`, { key }), { charge });

  for (const [title, started, outcome, used] of [
    ['that nobody paid for', undefined, { reportDigest: 'sha256:r' }, 1],
    ['that another paid for', 'another', { reportDigest: 'sha256:r' }, 1],
    ['that came to nothing by our fault', undefined, { error: { ...fault, code: 'internal' } }, 0],
    ['that were cut off', 'another', 'interrupted', 0],
  ] as const)
    it(`${title} use ${used ? 'one up, once for a run' : 'nothing up'}`, async () => {
      const key = title.replaceAll(' ', '-');
      const other = started && `${started} of ${key}`;
      await grant(key, 2);
      if (other) await grant(other, 2);
      await store().startOrJoin(runDraft(key, { key }), { charge: other });
      for (let i = 0; i < 3; i++) expect(await joins(key, key)).to.deep.include({ joined: true });
      expect(await store().join(key, key, NOW)).to.deep.include({ joined: true });
      expect(await usedOf(key)).to.equal(1);
      await claimNext(store(), key);
      if (outcome === 'interrupted') await store().interruptOwned(key, NOW);
      else await store().finish(key, outcome, [], NOW);
      expect(await usedOf(key)).to.equal(used);
      if (other) expect(await usedOf(other)).to.equal(used);
      expect(await store().join(key, key, NOW)).to.equal(undefined);
    });

  it('are refused to one that is spent, over or revoked, also where the run is its own; who pays nothing joins', async () => {
    for (const id of ['spent', 'revoked', 'starter']) await grant(id, 1);
    expect(await store().charge('spent', NOW)).to.equal(true);
    await store().startOrJoin(runDraft('shared', { key: 'shared' }), { charge: 'starter' });
    for (const id of ['revoked', 'starter']) await store().revokeEntitlement(id, NOW);
    for (const id of ['spent', 'revoked', 'starter', 'unknown']) {
      expect(await joins('shared', id), id).to.deep.equal({ refused: 'ceiling' });
      expect(await store().join('shared', id, NOW), id).to.deep.equal({ refused: 'ceiling' });
    }
    await grant('late', 1);
    expect(await store().join('shared', 'late', NOW + 1e9)).to.deep.equal({ refused: 'ceiling' });
    expect([await usedOf('spent'), await usedOf('revoked'), await usedOf('late')]).to.deep.equal([1, 0, 0]);
    expect(await joins('shared')).to.deep.include({ joined: true });
    // A full queue takes who joins, and asks the same of them.
    const full = (charge: string) => store().startOrJoin(runDraft('full', { key: 'shared' }), { charge, mostQueued: 0 });
    expect([await full('spent'), await full('late')].map((one) => ('refused' in one ? one.refused : one.joined))).to.deep.equal([
      'ceiling',
      true,
    ]);
    await store().finish('shared', { reportDigest: 'sha256:r' }, [], NOW);
  });

  it('pass no ceiling, however many join at once from two processes', async () => {
    await grant('raced', 10);
    const other = await place().open();
    const keys = Array.from({ length: 20 }, (_, i) => `raced ${i}`);
    for (const key of keys) await store().startOrJoin(runDraft(key, { key }));
    const tries = keys.flatMap((key) => [store(), other, store(), other].map((one) => one.join(key, 'raced', NOW)));
    const joined = (await Promise.all(tries)).flatMap((one) => (one && 'run' in one ? one.run.id : []));
    expect([new Set(joined).size, joined.length, await usedOf('raced')]).to.deep.equal([10, 40, 10]);
  });
});
