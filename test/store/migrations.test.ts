// What an older release left, under today's tables: read as it was, gone on with, and never forked. And what a step may do to a process of the release before it.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { type ColumnMetadata, type Migration, Migrator } from 'kysely';
import Libsql from 'libsql';
import pg from 'pg';
import { checkProofDocument } from '../../src/attest/log/proof-document.ts';
import { trustedKeys } from '../../src/attest/verify/trust.ts';
import { verifyReport } from '../../src/attest/verify/verify-report.ts';
import { sha256 } from '../../src/contract/digest.ts';
import { allBytes } from '../../src/report/written.ts';
import { steps } from '../../src/store/migrations.ts';
import { openPostgres } from '../../src/store/postgres.ts';
import { openSqlite } from '../../src/store/sqlite.ts';
import type { StoreOptions } from '../../src/store/store.ts';
import { backends, type Place } from './backends.ts';
import { checked } from './log-in-folder.ts';
import { claimNext, claimOf, draftOf, log, NOW, PACE } from './sample.ts';

const FIRST = new URL('../../fixtures/store/first/', import.meta.url);
const kept = JSON.parse(readFileSync(new URL('kept.json', FIRST), 'utf8')) as {
  proofs: { [digest: string]: string };
  documents: { [digest: string]: string };
  gone: string;
  checkpoint: string;
};
/** From the step after this one on, a process of the release before goes on working beside the new tables (docs/operating.md). */
const BEFORE_THE_PROMISE = '0002-places';

async function put({ databaseUrl, folder }: StoreOptions, script: string): Promise<void> {
  if (databaseUrl === undefined) {
    mkdirSync(folder, { recursive: true });
    const file = new Libsql(join(folder, 'axproof.db'));
    file.exec(script);
    file.close();
    return;
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(script);
  await client.end();
}

for (const backend of backends)
  describe(`a store of the first release on ${backend.name}`, function () {
    this.timeout(60_000);
    let place: Place;
    beforeEach(async function () {
      const found = await backend.place();
      if (!found) return this.skip();
      place = found;
    });
    afterEach(() => place?.remove());

    it('is served byte for byte, verifies, and goes on in the same log', async () => {
      await put(place.options, readFileSync(new URL(`${backend.name}.sql`, FIRST), 'utf8'));
      const store = await place.open();
      const trust = trustedKeys(JSON.stringify({ keys: await store.keys() }));
      for (const [digest, bytes] of Object.entries(kept.documents)) {
        const [report, proof] = [await store.document('report', digest), await store.document('proof', digest)];
        expect(report?.state === 'present' ? sha256(allBytes(report.content)) : 'gone').to.equal(bytes);
        expect(proof?.state === 'present' && allBytes(proof.content).toString()).to.equal(kept.proofs[digest]);
        expect(checkProofDocument(kept.proofs[digest]!, digest, log.key).size).to.be.greaterThan(0);
        if (report?.state === 'present') expect(verifyReport(allBytes(report.content), trust, { now: NOW }).ok, digest).to.equal(true);
      }
      expect((await store.history({ target: 'https://example.com', limit: 50 })).items).to.have.length(2);
      expect(await (await store.log(log)).checkpoint()).to.equal(kept.checkpoint);
      const next = await draftOf({ seed: 9 });
      expect((await store.release(next, log)).index).to.equal(3);
      expect(await checked(await store.log(log), 4, kept.checkpoint)).to.equal(4);
      expect((await store.run('failed'))?.error?.code).to.equal('unreachable');
      expect((await store.idempotent('key', 'sha256:request', NOW, { pendingFor: 1, keepFor: 1 })).state).to.equal('stored');
      expect(await store.expired(NOW + 10_000, { owner: 'today', lease: 30_000 })).to.deep.equal(['running']);
      expect((await claimNext(store, 'today'))?.id).to.equal('queued');
      expect(await store.finish('queued', { reportDigest: next.reportDigest }, [], NOW)).to.equal(true);
      expect(await store.claim('queued', claimOf('today'), PACE)).to.equal(undefined);
    });

    it('gets new steps that leave a process of the release before working: nothing that it names goes, nothing new is asked of it', async () => {
      const { databaseUrl, folder } = place.options;
      const { writer, reader, kind } = databaseUrl === undefined ? openSqlite(folder) : openPostgres(databaseUrl);
      type Columns = Map<string, ColumnMetadata>;
      const columns = async (): Promise<Columns> =>
        new Map(
          (await writer.introspection.getTables()).flatMap((table) =>
            table.columns.map((column) => [`${table.name}.${column.name}`, column] as const),
          ),
        );
      const all: Record<string, Migration> = steps(kind);
      const migrator = new Migrator({ db: writer, provider: { getMigrations: async () => all }, disableTransactions: true });
      let before: Columns | undefined;
      for (const name of Object.keys(all)) {
        const { error } = await migrator.migrateTo(name);
        expect(error).to.equal(undefined);
        const after = await columns();
        for (const [column, { dataType, isNullable }] of before ?? [])
          expect(after.get(column), `${name} and ${column}`).to.deep.include({ dataType, isNullable });
        const tables = new Set([...(before ?? after).keys()].map((column) => column.split('.')[0]));
        for (const [column, { isNullable, hasDefaultValue }] of after)
          if (before && !before.has(column) && tables.has(column.split('.')[0]))
            expect(isNullable || hasDefaultValue, `${name} asks for ${column}`).to.equal(true);
        if (before || name === BEFORE_THE_PROMISE) before = after;
      }
      await reader.destroy();
      if (writer !== reader) await writer.destroy();
    });
  });
