// What monitors quote of a report goes with it, on both databases.
import { expect } from 'chai';
import { sha256 } from '../../src/contract/digest.ts';
import type { AlertType, MonitorResult } from '../../src/store/monitor-result.ts';
import type { ReleaseDraft } from '../../src/store/release.ts';
import { onBoth } from './backends.ts';
import { draftOf, log, NOW, withBodies } from './sample.ts';

onBoth('a takedown of what monitors watch', (_, store) => {
  const takedown = { reason: 'asked for', at: NOW, tombstone: Buffer.from('{}') };
  const PERSON = 'a person, by name';
  const RULES = { packDigest: sha256('rules'), packName: null, every: 1, jitter: 0, sealed: null, webhook: 'https://hooks.example/x' };

  /** A run of a monitor has ended with this report, and every alert that can quote one was made. */
  async function settle(id: string, { reportDigest, target }: ReleaseDraft): Promise<void> {
    const { monitors } = store();
    const facts = {
      id,
      target,
      entitlement: 'e',
      plannedAt: NOW,
      dueAt: NOW,
      isPublic: true,
      stopped: null,
      standing: null,
      createdAt: NOW,
    };
    await monitors.put({ ...facts, ...RULES, run: `run of ${id}` });
    const first = { id: 'openapi', text: PERSON };
    const left = { why: 'its cleanup did not succeed', requests: [`DELETE https://example.com/${PERSON}: 500`] };
    const seen = { pack: RULES.packDigest, grade: 'F' as const, lies: [] as string[], passed: false } satisfies Partial<MonitorResult>;
    const report = `https://axproof.example/reports/${reportDigest}`;
    const bodies = {
      'grade.worse': { first, report },
      'cleanup.failed': { ...left, report },
      'key.ending': { what: PERSON, at: 'soon', report },
    };
    const alerts = Object.entries(bodies).map(([type, data]) => {
      const body = JSON.stringify({ type, timestamp: 'now', data: { monitor: id, ...data } });
      return { id: `${id} ${type}`, type: type as AlertType, body, state: 'waiting' } as const;
    });
    const result = { at: NOW, kept: false, result: { at: NOW, ...seen, report: reportDigest, first, left } };
    await monitors.settle({ monitor: id, run: `run of ${id}`, packDigest: RULES.packDigest, result, standing: null, alerts }, NOW);
  }
  const quotedBy = async (id: string): Promise<string> =>
    JSON.stringify([await store().monitors.results(id, 9), await store().monitors.alerts(id, 9)]);

  it('takes what their results and alerts quote of it along, sent or not, and of no other report', async () => {
    const [gone, kept] = [await draftOf({ seed: 41 }), await draftOf({ seed: 42, evidence: withBodies({ text: 'another' }) })];
    for (const draft of [gone, kept]) await store().release(draft, log);
    await settle('of gone', gone);
    await settle('of kept', kept);
    expect((await quotedBy('of gone')).split(PERSON)).to.have.length(6);
    await store().takedown('report', gone.reportDigest, takedown);
    expect(await quotedBy('of gone')).not.to.include(PERSON);
    expect((await quotedBy('of kept')).split(PERSON)).to.have.length(6);
    const [{ result } = {}] = await store().monitors.results('of gone', 1);
    const text = 'the report that showed it was taken down';
    expect(result).to.deep.include({ report: gone.reportDigest, first: { id: 'openapi', text } });
    expect(result?.left).to.deep.equal({ why: 'its cleanup did not succeed', requests: [] });
    const bodies = (await store().monitors.alerts('of gone', 9)).map(({ body }) => JSON.parse(body).data as object);
    const report = `https://axproof.example/reports/${gone.reportDigest}`;
    expect(bodies).to.deep.include({ monitor: 'of gone', report, at: 'soon', what: text });
  });

  it('is known to a result that was read before, and is settled after', async () => {
    const draft = await draftOf({ seed: 43, evidence: withBodies({ text: 'a third' }) });
    await store().release(draft, log);
    await store().takedown('report', draft.reportDigest, takedown);
    await settle('late', draft);
    expect(await store().monitors.results('late', 9)).to.have.length(1);
    expect(await quotedBy('late')).not.to.include(PERSON);
  });
});
