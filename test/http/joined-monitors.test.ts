// Monitors whose runs are begun by others: each run is used up all the same, and nothing goes on beyond the ceiling or after a revocation.
import { expect } from 'chai';
import type { MonitorRecord } from '../../src/contract/generated/types.ts';
import { inputOf, keyOf } from '../../src/service/run-request.ts';
import { until } from '../service/site.ts';
import { post } from './ask.ts';
import { entitled, operator } from './entitled.ts';
import { served, type Whole } from './served.ts';

describe('a monitor whose runs are begun by others', function () {
  this.timeout(60_000);
  let whole: Whole;
  let passed = 0;
  let runs = 0;
  let digest = '';
  const now = (): number => Date.now() + passed;
  before(async () => {
    whole = await served({}, { now });
    // Of the packs that the service has.
    const made = await monitorOf('127.0.0.1:9', (await entitled(whole)).authorization);
    await whole.store.monitors.end(made.id, 'a test', [], now());
    digest = made.pack;
  });
  after(() => whole.close());

  const monitorOf = async (target: string, authorization: string): Promise<MonitorRecord> =>
    (await post(`${whole.url}/monitors`, { target, pack: 'llms-txt', interval: 60, jitter: 0 }, { authorization })).json();

  /** A free caller's run, under way in another process. */
  async function begin(target: string): Promise<string> {
    const id = `free-${++runs}`;
    const asked = { origin: `http://${target}`, reach: 'private', digest, kind: 'grade', seed: null } as const;
    const draft = {
      id,
      key: keyOf(asked),
      kind: asked.kind,
      target: asked.origin,
      packDigest: digest,
      seed: null,
      input: inputOf(asked),
      createdAt: now(),
    };
    await whole.store.startOrJoin(draft, { held: { owner: 'a test', until: now() + 30_000 } });
    return id;
  }
  /** The service runs it then: nobody is at the target. */
  const end = (id: string): Promise<boolean> => whole.store.admit(id, 'a test');

  for (const [title, port, ceiling, revoked] of [
    ['stops where its ceiling is reached', 1, 1, false],
    ['stops where its entitlement was revoked', 2, 5, true],
  ] as const)
    it(title, async () => {
      const target = `127.0.0.1:${port}`;
      // All monitors together begin about one run a minute.
      passed += 61_000;
      const { authorization, id } = await entitled(whole, { capabilities: 'monitors', ceiling });
      const first = await begin(target);
      const made = await monitorOf(target, authorization);
      const facts = () => whole.store.monitors.get(made.id);
      await until(async () => (await facts())?.run === first);
      expect((await whole.store.entitlement(id))?.used).to.equal(1);
      await end(first);
      await until(async () => (await whole.store.monitors.results(made.id, 5)).length === 1);
      if (revoked) await operator(whole, 'revoke', id);
      passed += 61_000;
      const second = await begin(target);
      await until(async () => (await facts())?.stopped !== null);
      expect((await facts())?.stopped).to.match(/ceiling .* reached, its time is over, or it was revoked/);
      await end(second);
      expect(await whole.store.monitors.results(made.id, 5)).to.have.length(1);
      expect((await whole.store.entitlement(id))?.used).to.equal(1);
    });
});
