// A recorded target: its run is judged as it was made, with the variables, row and consent of its evidence, and with nothing of the caller's.
import { expect } from 'chai';
import type { Evidence, PinnedVerificationReport } from '../../src/contract/generated/types.ts';
import { admitHere } from '../../src/gate/admitted.ts';
import type { PinnedRequest } from '../../src/gate/request.ts';
import { verifyPinned } from '../../src/gate/verify-pinned.ts';
import { jcs } from '../../src/json/jcs.ts';
import type { LoadedPack } from '../../src/pack/compiled/loaded-pack.ts';
import { replay } from '../../src/transport/replay.ts';
import { ALPHA, ENGINE_LINE, good, loadFiles, PACK } from '../pack/folder.ts';
import { codeOf, type HeldHost, host, pages, type Target, target } from './support.ts';

/** Writes, and names a variable and a column. */
const { pack } = loadFiles({
  ...good,
  'pack.yaml': PACK.replace(ENGINE_LINE, `${ENGINE_LINE}\nconsent: writes`).replace(
    'doc: {get: /doc.json}',
    'doc: {get: /doc.json}\n  made: {post: "/{{ $.env.tenant }}/{{ $.row.article }}", body: {a: 1}}',
  ),
  'alpha.yaml': ALPHA.replace('assert:\n', 'assert:\n  - {select: $.made.status, schema: {const: 200}, else: missing}\n'),
});
const writing = pack as LoadedPack;

describe('the gate and a recorded target', function () {
  this.timeout(30_000);
  let site: Target;
  let first: PinnedVerificationReport;

  const fresh = (): PinnedRequest => ({ target: site.origin, spec: writing.document, expectedDigest: writing.digest, seed: 5 });
  const by = (more: Parameters<typeof host>[0] = {}): HeldHost => host({ admit: async () => admitHere(writing), ...more });

  /** A host whose only target is the recording. */
  function recording({ env, row, consent, ...evidence }: Evidence, given: Pick<Evidence, 'env' | 'row' | 'consent'>): HeldHost {
    return by({
      open: async () => ({ origin: evidence.target, transport: replay(evidence), loopback: true, recorded: true, given }),
    });
  }
  const givenIn = ({ env, row, consent }: Evidence): Pick<Evidence, 'env' | 'row' | 'consent'> =>
    ({ env, row, consent }) as Pick<Evidence, 'env' | 'row' | 'consent'>;

  before(async () => {
    site = await target(pages({ '/doc.json': { links: [] }, '/7/lamp': {} }));
    first = await verifyPinned({ ...fresh(), env: { tenant: 7 }, row: { article: 'lamp' }, allowWrites: true }, by());
    expect(first.passed, jcs(first.verdict)).to.equal(true);
    await site.close();
  });

  it('gives the same bytes, and asks for nobody’s consent again', async () => {
    const again = await verifyPinned(fresh(), recording(first.evidence, givenIn(first.evidence)));
    expect(jcs(again.verdict)).to.equal(jcs(first.verdict));
    expect(again.evidence.digest).to.equal(first.evidence.digest);
  });

  it('is consent-missing where the recorded run had none', async () => {
    const { consent: _, ...given } = givenIn(first.evidence);
    expect(await codeOf(fresh(), recording(first.evidence, given))).to.equal('consent-missing');
  });

  for (const [name, more] of Object.entries({
    env: { env: { tenant: 8 } },
    secrets: { secrets: { KEY: 'hidden-key' } },
    row: { row: { article: 'chair' } },
    allowWrites: { allowWrites: true },
  }))
    it(`takes no ${name} of a caller`, async () =>
      expect(await codeOf({ ...fresh(), ...more }, recording(first.evidence, givenIn(first.evidence)))).to.equal('bad-usage'));

  it('is never attested: nobody heard it', async () => {
    const held = { ...recording(first.evidence, givenIn(first.evidence)), mode: 'attested-remote' as const };
    expect(await codeOf(fresh(), held)).to.equal('bad-usage');
  });
});
