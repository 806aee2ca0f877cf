// Releases and the log on both databases: an id that was given has everything behind it, and one log is shared by all.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { LocalLog } from '../../src/attest/log/local-log.ts';
import { logSigner } from '../../src/attest/log/log-signer.ts';
import { checkProofDocument } from '../../src/attest/log/proof-document.ts';
import { tilePath } from '../../src/attest/log/tiles.ts';
import { sha256 } from '../../src/contract/digest.ts';
import { whole } from '../../src/report/written.ts';
import type { RunFault } from '../../src/store/run.ts';
import type { Store } from '../../src/store/store.ts';
import { jwk } from '../attest/signed.ts';
import { codeOf, newFolder, onBoth, type Place } from './backends.ts';
import { checked } from './log-in-folder.ts';
import { bytesOf, claimNext, digestOf, draftOf, log, NOW, runDraft } from './sample.ts';
import { tamper } from './tamper.ts';

/** The log as it stands in a folder after so many entries, put into the tables: the files are the same. */
async function written(place: Place, size: number): Promise<void> {
  const folder = newFolder();
  const local = await LocalLog.begin(folder, log);
  await local.append(digestOf(0));
  await local.appendAll(Array.from({ length: size - 1 }, (_, i) => digestOf(i + 1)));
  const blob = (bytes: Buffer) => (place.options.databaseUrl ? `'\\x${bytes.toString('hex')}'` : `x'${bytes.toString('hex')}'`);
  for (const path of [tilePath(0, 0, size), tilePath('entries', 0, size)]) {
    const bytes = readFileSync(join(folder, path));
    await tamper(place, `insert into log_file values ('${log.key.name}', '${path}', ${blob(bytes)})`);
  }
  const checkpoint = readFileSync(join(folder, 'checkpoint'), 'utf8');
  await tamper(place, `update log_head set size = ${size}, checkpoint = '${checkpoint}' where origin = '${log.key.name}'`);
  rmSync(folder, { recursive: true });
}

async function sizeOf(store: Store): Promise<number> {
  return Number((await (await store.log(log)).checkpoint()).split('\n')[1]);
}

onBoth('a release', (place, store) => {
  it('makes everything durable under one id', async () => {
    await store().startOrJoin(runDraft('r'));
    await claimNext(store(), 'me');
    const draft = await draftOf({
      more: {
        runId: 'r',
        events: [
          { event: 'started', data: {} },
          { event: 'done', data: {} },
        ],
      },
    });
    const released = await store().release(draft, log);
    const other = await place().open();
    for (const [kind, digest] of [
      ['report', draft.reportDigest],
      ['evidence', draft.evidenceDigest],
      ['pack', draft.packDigest],
      ['proof', draft.reportDigest],
    ] as const)
      expect((await other.document(kind, digest))?.state, kind).to.equal('present');
    expect(await other.keys()).to.deep.equal([jwk()]);
    expect(await other.run('r')).to.deep.include({ state: 'done', reportDigest: draft.reportDigest });
    expect((await other.events('r', 0)).map(({ id: _, ...event }) => event)).to.deep.equal(draft.events);
    expect(checkProofDocument(released.proof, draft.reportDigest, log.key)).to.deep.include({ index: released.index });
    const { report: _r, evidence: _e, pack: _p, key: _k, runId: _i, events: _v, now: _n, ...facts } = draft;
    expect(await other.latest(draft.target, draft.packDigest)).to.deep.equal({ ...facts, logIndex: released.index });
  });

  it('has its pack written out where none is stored, and never over one that was taken down', async () => {
    const named = Buffer.from('{"pack":"of many releases"}');
    const written: string[] = [];
    const release = async (seed: number) => {
      const draft = await draftOf({ seed, pack: named });
      const pack = (): Uint8Array => {
        written.push(draft.reportDigest);
        return named;
      };
      return store().release({ ...draft, pack }, log);
    };
    const first = await release(21);
    await release(22);
    expect(written).to.deep.equal([first.reportDigest]);
    await store().takedown('pack', sha256(named), { reason: 'asked for', at: NOW, tombstone: Buffer.from('{}') });
    expect(await codeOf(release(23))).to.equal('taken-down');
    const draft = await draftOf({ seed: 24, pack: Buffer.from('{}') });
    expect(await codeOf(store().release({ ...draft, pack: () => named }, log)), 'other bytes').to.equal('bad-usage');
  });

  it('is none of a run that ended without it: whoever waited was told so', async () => {
    await store().startOrJoin(runDraft('late'));
    await claimNext(store(), 'me');
    const error: RunFault = { code: 'verifier-died', message: 'its lease was over', details: [] };
    await store().finish('late', { error }, [], NOW);
    const draft = await draftOf({ seed: 31, more: { runId: 'late' } });
    const size = await sizeOf(store());
    expect(await codeOf(store().release(draft, log))).to.equal('run-interrupted');
    expect(await store().document('report', draft.reportDigest)).to.equal(undefined);
    expect(await sizeOf(store())).to.equal(size);
    expect((await store().run('late'))?.error?.code).to.equal('verifier-died');
  });

  it('again is the same one, from any process', async () => {
    const draft = await draftOf({ seed: 2 });
    const other = await place().open();
    const before = await sizeOf(store());
    const all = await Promise.all([store(), other, store(), other].map((one) => one.release(draft, log)));
    expect(new Set(all.map(({ proof }) => proof)).size).to.equal(1);
    expect(await store().release(draft, log)).to.deep.equal(all[0]);
    expect(await sizeOf(store())).to.equal(before + 1);
  });

  it('goes into the log with those that wait beside it, and none is kept back by another', async () => {
    await store().startOrJoin(runDraft('ended'));
    await claimNext(store(), 'me');
    await store().finish('ended', { error: { code: 'verifier-died', message: 'its lease was over', details: [] } }, [], NOW);
    const before = await sizeOf(store());
    const signed: number[] = [];
    const counting = {
      ...log,
      checkpoint: (head: { size: number; root: Uint8Array }) => {
        signed.push(head.size - before);
        return log.checkpoint(head);
      },
    };
    const late = await draftOf({ seed: 40, more: { runId: 'ended' } });
    const bad = await draftOf({ seed: 41, more: { key: { ...jwk(), kid: 'x'.repeat(43) } } });
    const good = await Promise.all(Array.from({ length: 20 }, (_, i) => draftOf({ seed: 42 + i })));
    const all = [...good.slice(0, 4), late, ...good.slice(4, 10), good[0]!, ...good.slice(10), bad];
    const ends = await Promise.all(all.map((draft) => codeOf(store().release(draft, counting))));
    expect(ends.filter((code) => code !== 'resolved')).to.have.members(['run-interrupted', 'bad-keys']);
    expect(await store().document('report', late.reportDigest)).to.equal(undefined);
    expect(await store().document('report', bad.reportDigest)).to.equal(undefined);
    for (const { reportDigest } of good) {
      const proof = await store().document('proof', reportDigest);
      const text = proof?.state === 'present' ? bytesOf(proof.content).toString('utf8') : '';
      expect(checkProofDocument(text, reportDigest, log.key).index).to.be.within(before, before + 19);
    }
    expect(signed.at(-1)).to.equal(20);
    // The first goes alone, and those that came meanwhile under few heads.
    expect(signed[0]).to.equal(1);
    expect(signed[1]).to.be.greaterThan(5);
    expect(await checked(await store().log(log), before + 20)).to.equal(before + 20);
  });

  it('leaves nothing behind when it fails', async () => {
    const draft = await draftOf({ seed: 3 });
    const size = await sizeOf(store());
    const broken = { key: log.key, checkpoint: () => Promise.reject(new TypeError('the key is gone')) };
    expect(await codeOf(store().release(draft, broken))).to.equal('internal');
    // A checkpoint that another key signed is none.
    const foreign = { ...logSigner(log.key.name, new Uint8Array(32).fill(1)), key: log.key };
    expect(await codeOf(store().release(draft, foreign))).to.equal('bad-checkpoint');
    expect(await codeOf(store().release({ ...draft, key: { ...jwk(), kid: 'x'.repeat(43) } }, log))).to.equal('bad-keys');
    expect(await codeOf(store().release({ ...draft, evidenceDigest: digestOf(0) }, log))).to.equal('bad-usage');
    expect(await codeOf(store().release({ ...draft, evidence: whole('{}') }, log))).to.equal('bad-usage');
    for (const kind of ['report', 'proof'] as const) expect(await store().document(kind, draft.reportDigest)).to.equal(undefined);
    expect(await sizeOf(store())).to.equal(size);
    await store().release(draft, log);
    expect(await checked(await store().log(log), size + 1)).to.equal(size + 1);
  });

  it('feeds the latest of its target only when it is a fresh grade', async () => {
    const target = 'https://latest.example';
    const release = async (seed: number, more: object) =>
      (await store().release(await draftOf({ seed, more: { target, ...more } }), log)).reportDigest;
    const first = await release(10, {});
    await release(11, { fresh: false });
    await release(12, { kind: 'pinned' });
    const self = await release(13, { kind: 'self' });
    const { packDigest } = await draftOf();
    expect((await store().latest(target, packDigest))?.reportDigest).to.equal(first);
    expect((await store().latest(target, packDigest, 'self'))?.reportDigest).to.equal(self);
    const second = await release(14, {});
    expect((await store().latest(target, packDigest))?.reportDigest).to.equal(second);
    expect(await store().latest(target, digestOf(1))).to.equal(undefined);
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const page = await store().history({ target, limit: 2, ...(cursor === undefined ? {} : { cursor }) });
      pages.push(page.items.map(({ reportDigest }) => reportDigest));
      cursor = page.cursor;
    } while (cursor !== undefined);
    expect(pages.map((page) => page.length)).to.deep.equal([2, 2, 1]);
    expect(pages.flat()[0]).to.equal(second);
    expect(pages.flat().at(-1)).to.equal(first);
    expect((await store().history({ target, fresh: false, limit: 50 })).items).to.have.length(1);
    expect((await store().history({ target, packDigest: digestOf(1), limit: 50 })).items).to.have.length(0);
    for (const bad of ['', 'x', 'aDA', Buffer.from('h1 ').toString('base64url'), Buffer.from('h1').toString('base64')])
      expect(await codeOf(store().history({ target, cursor: bad, limit: 50 })), bad).to.equal('bad-cursor');
  });
});

onBoth('the log in the store', (place, store) => {
  it('is one for all processes, and a tree that stock checks accept', async function () {
    this.timeout(120_000);
    const stores = [store(), await place().open(), await place().open()];
    const logs = await Promise.all(stores.map((one) => one.log(log)));
    const first = await logs[0]!.append(digestOf(0));
    await written(place(), 249);
    for (let i = 249; i < 270; i += 3) await Promise.all(logs.map((one, k) => one.append(digestOf(i + k))));
    expect(await checked(logs[0]!, 270, first.checkpoint)).to.equal(270);
    // Partial tiles that are full now are gone.
    expect(await logs[0]!.file('tile/0/000.p/5')).to.equal(undefined);
    expect(await logs[0]!.file('tile/0/001.p/3')).to.not.equal(undefined);
    expect(await codeOf(logs[0]!.append('sha256:x'))).to.equal('bad-usage');
    const other = logSigner(log.key.name, new Uint8Array(32).fill(1));
    expect(await codeOf(store().log(other))).to.equal('bad-checkpoint');
    const second = await (await store().log(logSigner('example.com/other', new Uint8Array(32).fill(2)))).append(digestOf(0));
    expect(second.index).to.equal(0);
  });

  it('is not extended when it was damaged, set back or lost', async () => {
    const writer = await store().log(log);
    await writer.append(digestOf(900));
    const size = await sizeOf(store());
    await tamper(place(), `create table kept as select * from log_file where origin = 'example.com/log'`);
    await tamper(place(), `create table head as select * from log_head where origin = 'example.com/log'`);
    const restore = async () => {
      await tamper(place(), `delete from log_file where origin = 'example.com/log'`);
      await tamper(place(), `delete from log_head where origin = 'example.com/log'`);
      await tamper(place(), 'insert into log_file select * from kept');
      await tamper(place(), 'insert into log_head select * from head');
    };
    await tamper(place(), `delete from log_file where path = '${tilePath(0, 1, size - 256)}'`);
    expect(await codeOf(writer.append(digestOf(901)))).to.equal('log-damaged');
    await restore();
    await tamper(place(), `delete from log_head where origin = 'example.com/log'`);
    expect(await codeOf(writer.append(digestOf(901)))).to.equal('log-damaged');
    expect(await codeOf((await place().open()).log(log))).to.equal('log-damaged');
    await restore();
    await writer.append(digestOf(902));
    await restore();
    expect(await codeOf(writer.append(digestOf(903)))).to.equal('log-forked');
  });
});
