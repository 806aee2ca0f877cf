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
    ['that failed by our fault', true, failed('internal'), 0],
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
