// Documents on both databases: exact, immutable, held against their digests on every read, and gone when they are taken down.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { sha256 } from '../../src/contract/digest.ts';
import { allBytes, splitBodies, whole } from '../../src/report/written.ts';
import { addressOf } from '../../src/store/address.ts';
import { externalise, fill } from '../../src/store/external-bodies.ts';
import { codeOf, onBoth } from './backends.ts';
import { bytesOf, claimNext, draftOf, log, NOW, runDraft, withBodies } from './sample.ts';
import { countOf, tamper } from './tamper.ts';

const LONG = 'Größe \u{1f600} \0 </script> \\ " \n'.repeat(200);
const binary = Buffer.alloc(5000, createHash('sha512').update('x').digest()).toString('base64');

onBoth('documents', (place, store) => {
  const put = async (text: string) => {
    const bytes = Buffer.from(text);
    await store().putDocument('other', sha256(bytes), bytes, NOW);
    return sha256(bytes);
  };

  it('come back byte for byte, with bodies kept once', async () => {
    const evidence = withBodies({ text: LONG }, { base64: binary }, { text: LONG }, { text: 'short' }, { text: `\ufeff${LONG}` });
    const draft = await draftOf({ evidence });
    await store().release(draft, log);
    for (const [kind, digest, bytes] of [
      ['report', draft.reportDigest, bytesOf(draft.report)],
      ['evidence', draft.evidenceDigest, bytesOf(draft.evidence)],
    ] as const) {
      const read = await store().document(kind, digest);
      expect(read?.state).to.equal('present');
      if (read?.state !== 'present') return;
      expect(Buffer.compare(allBytes(read.content), bytes)).to.equal(0);
      expect(addressOf(kind, allBytes(read.content))).to.equal(digest);
      expect(read.storedAt).to.equal(NOW);
    }
    // Two texts and one binary body, of which report and evidence each have four.
    expect(await countOf(place(), 'body')).to.equal(3);
    expect(await countOf(place(), 'document where length(bytes) > 15000')).to.equal(0);
  });

  it('keeps bytes of every kind, also none at all', async () => {
    for (const bytes of [Buffer.alloc(0), Buffer.from([0, 255, 0, 1]), Buffer.alloc(3_000_000, 7)]) {
      await store().putDocument('other', sha256(bytes), bytes, NOW);
      const read = await store().document('other', sha256(bytes));
      expect(read?.state === 'present' && Buffer.compare(allBytes(read.content), bytes) === 0).to.equal(true);
    }
    expect(await store().document('other', sha256('nothing'))).to.equal(undefined);
  });

  it('never change', async () => {
    const draft = await draftOf({ seed: 77 });
    const bytes = bytesOf(draft.report);
    await store().putDocument('report', draft.reportDigest, bytes, NOW);
    await store().putDocument('report', draft.reportDigest, bytes, NOW + 1);
    const text = bytes.toString('utf8');
    // Another signature under the same id.
    const again = Buffer.from(text.replace(/"sig":"[^"]{8}/, '"sig":"AAAAAAAA'), 'utf8');
    expect(await codeOf(store().putDocument('report', draft.reportDigest, again, NOW))).to.equal('already-stored');
    const wrong = Buffer.from(text.replace('"seed":77', '"seed":78'), 'utf8');
    expect(await codeOf(store().putDocument('report', draft.reportDigest, wrong, NOW))).to.equal('bad-usage');
    expect(await codeOf(store().putDocument('pack', draft.packDigest, Buffer.from('{}'), NOW))).to.equal('bad-usage');
    const read = await store().document('report', draft.reportDigest);
    expect(read?.state === 'present' && Buffer.compare(allBytes(read.content), bytes) === 0).to.equal(true);
  });

  for (const [what, statement] of [
    [
      'its bytes',
      (digest: string) => `update document set bytes = (select bytes from document where kind = 'pack') where digest = '${digest}'`,
    ],
    ['its holes', (digest: string) => `update document set holes = '[]' where digest = '${digest}'`],
    ['what is no JSON', (digest: string) => `update document set holes = '[' where digest = '${digest}'`],
    ['a body', () => `update body set bytes = (select bytes from document where kind = 'pack')`],
  ] as const)
    it(`notices that somebody changed ${what}`, async () => {
      const draft = await draftOf({ seed: 500 + what.length, evidence: withBodies({ text: LONG + what }) });
      await store().release(draft, log);
      expect((await store().document('report', draft.reportDigest))?.state).to.equal('present');
      await tamper(place(), statement(draft.reportDigest));
      expect(await codeOf(store().document('report', draft.reportDigest))).to.equal('store-damaged');
    });

  it('notices a change whose checksum was changed along', async () => {
    const digest = await put('one');
    const other = sha256('two');
    const blob = place().options.databaseUrl ? `'\\x74776f'` : `x'74776f'`;
    await tamper(place(), `update document set bytes = ${blob}, content = '${other}' where digest = '${digest}'`);
    expect(await codeOf(store().document('other', digest))).to.equal('store-damaged');
  });
});

onBoth('a takedown', (place, store, backend) => {
  const takedown = { reason: 'asked for', at: NOW + 5, tombstone: Buffer.from('{"gone":true}') };

  it('takes report and evidence, the bodies that nobody else uses, and the place in the history', async () => {
    const [shared, own] = [LONG, `${LONG}own`];
    const kept = await draftOf({ seed: 1, evidence: withBodies({ text: shared }) });
    const gone = await draftOf({ seed: 2, evidence: withBodies({ text: shared }, { text: own }) });
    await store().release(kept, log);
    await store().release(gone, log);
    expect((await store().latest(gone.target, gone.packDigest))?.reportDigest).to.equal(gone.reportDigest);
    expect(await countOf(place(), 'body')).to.equal(2);
    const { taken } = await store().takedown('report', gone.reportDigest, takedown);
    expect(taken.map(({ kind }) => kind).sort()).to.deep.equal(['evidence', 'report']);
    for (const [kind, digest] of [
      ['report', gone.reportDigest],
      ['evidence', gone.evidenceDigest],
    ] as const)
      expect(await store().document(kind, digest)).to.deep.equal({ state: 'gone', ...takedown });
    expect(await countOf(place(), 'body')).to.equal(1);
    expect(await countOf(place(), 'document_body')).to.equal(2);
    expect((await store().document('report', kept.reportDigest))?.state).to.equal('present');
    expect((await store().latest(gone.target, gone.packDigest))?.reportDigest).to.equal(kept.reportDigest);
    expect((await store().history({ target: gone.target, limit: 50 })).items).to.have.length(1);
    expect((await store().document('proof', gone.reportDigest))?.state).to.equal('present');
    // For ever.
    expect(await codeOf(store().release(gone, log))).to.equal('taken-down');
    expect((await store().takedown('report', gone.reportDigest, { ...takedown, reason: 'other' })).taken).to.deep.equal([]);
    expect(await store().document('report', gone.reportDigest)).to.deep.equal({ state: 'gone', ...takedown });
  });

  it('of evidence takes its reports', async () => {
    const [one, two] = [await draftOf({ seed: 11 }), await draftOf({ seed: 12 })];
    expect(one.evidenceDigest).to.equal(two.evidenceDigest);
    await store().release(one, log);
    await store().release(two, log);
    const { taken } = await store().takedown('evidence', one.evidenceDigest, takedown);
    expect(taken).to.have.length(3);
    expect((await store().document('report', two.reportDigest))?.state).to.equal('gone');
    expect((await store().takedown('report', sha256('unknown'), takedown)).taken).to.deep.equal([]);
  });

  it('takes what its run told along, but for how it ended', async () => {
    await store().startOrJoin(runDraft('told'));
    await claimNext(store(), 'a process');
    const done = { event: 'done', data: { reportDigest: 'x' } } as const;
    const events = [{ event: 'started', data: {} }, { event: 'check', data: { text: 'a person, by name ,"event":"done"' } }, done] as const;
    const draft = await draftOf({ seed: 31, evidence: withBodies({ text: 'told' }), more: { runId: 'told', events } });
    await store().release(draft, log);
    expect(await store().events('told', 0)).to.have.length(3);
    await store().takedown('report', draft.reportDigest, takedown);
    expect(await store().events('told', 0)).to.deep.equal([{ id: 3, ...done }]);
  });

  if (backend.name !== 'sqlite') return;
  it('leaves nothing of the bytes in the files', async () => {
    const secret = 'a person, by name and address: '.repeat(20);
    const draft = await draftOf({ seed: 21, evidence: withBodies({ text: secret }) });
    const found = (): boolean =>
      readdirSync(place().options.folder).some((name) => readFileSync(join(place().options.folder, name)).includes('a person, by name'));
    await store().release(draft, log);
    expect(found()).to.equal(true);
    await store().takedown('report', draft.reportDigest, takedown);
    expect(found()).to.equal(false);
  });
});

describe('bodies taken out of a document', () => {
  it('come back byte for byte whatever they are', () => {
    const value = fc.oneof(
      fc.string({ unit: 'binary', minLength: 256, maxLength: 900 }),
      fc.string({ unit: 'grapheme', minLength: 256, maxLength: 900 }),
      fc.base64String({ minLength: 256, maxLength: 900 }),
    );
    const body = fc.oneof(fc.record({ text: value }), fc.record({ base64: value }));
    fc.assert(
      fc.property(fc.array(fc.record({ body, beside: fc.jsonValue() })), (values) => {
        const document = splitBodies((leave) => values.map((one) => ({ ...one, body: leave(one.body) })));
        const { bytes, holes, bodies } = externalise(document);
        const filled = fill(bytes, holes, new Map([...bodies].map(([digest, make]) => [digest, make()])));
        expect(filled && allBytes(filled).equals(bytesOf(document))).to.equal(true);
      }),
      { numRuns: 60 },
    );
  });

  it('leaves bytes that are no UTF-8 as they are', () => {
    const bytes = Buffer.from([0x7b, 0xff, 0x7d]);
    expect(externalise(whole(bytes)).bytes.equals(bytes)).to.equal(true);
  });
});
