// Databases that fail: every failure has its code, nothing half-done stays, and the store goes on when the database does.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { sql } from 'kysely';
import Libsql from 'libsql';
import { sha256 } from '../../src/contract/digest.ts';
import { coded } from '../../src/store/faults.ts';
import { openStore, storeOn } from '../../src/store/open.ts';
import { openSqlite } from '../../src/store/sqlite.ts';
import { codeOf, newFolder, onBoth } from './backends.ts';
import { newServer } from './postgres-server.ts';
import { claimOf, draftOf, log, NOW, PACE, runDraft } from './sample.ts';

const big = (n: number): Buffer => Buffer.alloc(400_000, n);

describe('an embedded store that fails', function () {
  this.timeout(60_000);
  let folder = '';
  beforeEach(() => {
    folder = newFolder();
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('says that the disk is full, keeps what it had, and goes on when there is room', async () => {
    const connections = openSqlite(folder);
    const store = await storeOn(connections);
    const draft = await draftOf();
    await store.release(draft, log);
    const [{ page_count: pages }] = connections.raw.pragma('page_count') as [{ page_count: number }];
    connections.raw.pragma(`max_page_count = ${pages + 20}`);
    expect(await codeOf(store.putDocument('other', sha256(big(1)), big(1), NOW))).to.equal('store-unavailable');
    expect(await store.document('other', sha256(big(1)))).to.equal(undefined);
    expect((await store.document('report', draft.reportDigest))?.state).to.equal('present');
    const next = await draftOf({ seed: 5, more: { pack: draft.pack } });
    connections.raw.pragma(`max_page_count = ${pages}`);
    expect(await codeOf(store.release(next, log))).to.equal('store-unavailable');
    expect(await store.document('report', next.reportDigest)).to.equal(undefined);
    connections.raw.pragma('max_page_count = 1000000');
    await store.putDocument('other', sha256(big(1)), big(1), NOW);
    expect((await store.release(next, log)).index).to.equal(1);
    await store.close();
  });

  it('is not ready while it can be read and takes no writes', async () => {
    const connections = openSqlite(folder);
    const store = await storeOn(connections);
    const rows = (): unknown => (connections.raw.prepare('select count(*) as n from budget').get() as { n: number }).n;
    const before = rows();
    await store.ping();
    connections.raw.pragma('query_only = on');
    expect(await codeOf(store.putDocument('other', sha256(big(1)), big(1), NOW))).to.equal('store-unavailable');
    expect(await store.document('other', sha256(big(1)))).to.equal(undefined);
    expect([await codeOf(store.ping()), await codeOf(store.ping())]).to.deep.equal(['store-unavailable', 'store-unavailable']);
    connections.raw.pragma('query_only = off');
    // Nobody has written since: it finds out by itself, and leaves nothing behind.
    await store.ping();
    expect(rows()).to.deep.equal(before);
    await store.close();
  });

  it('gives each of more statements than it keeps its own rows, also again and after one was refused', async () => {
    const { reader, writer } = openSqlite(folder);
    await sql`create table one (n integer primary key)`.execute(writer);
    for (let i = 0; i < 600; i++) {
      const { rows } = await sql<{ n: number }>`select ${sql.lit(i % 300)} as n`.execute(reader);
      expect(rows).to.deep.equal([{ n: i % 300 }]);
    }
    const insert = (n: number) => writer.transaction().execute((tx) => sql`insert into one values (${n}) returning n`.execute(tx));
    for (const [n, rows] of [
      [1, 1],
      [1, 0],
      [2, 1],
      [1, 0],
      [3, 1],
    ] as const)
      expect((await insert(n).catch(() => ({ rows: [] }))).rows).to.have.length(rows);
    // By the other connection.
    expect((await sql`select n from one`.execute(reader)).rows).to.have.length(3);
    await Promise.all([writer.destroy(), reader.destroy()]);
  });

  it('lets a statement go that a writer elsewhere refused: kept, it would hold up every later commit', async () => {
    const { reader, writer } = openSqlite(folder);
    await sql`create table one (n integer primary key)`.execute(writer);
    const other = new Libsql(join(folder, 'axproof.db'));
    other.exec('begin immediate');
    const refused = await sql`insert into one values (1)`.execute(writer).catch((error: { code: string }) => error.code);
    expect(refused).to.equal('SQLITE_BUSY');
    other.exec('commit');
    other.close();
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    for (let i = 0; i < 3; i++) {
      collect();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await writer.transaction().execute((tx) => sql`insert into one values (2)`.execute(tx));
    expect((await sql`select n from one`.execute(reader)).rows).to.deep.equal([{ n: 2 }]);
    await Promise.all([writer.destroy(), reader.destroy()]);
  });

  it('waits for a writer elsewhere without holding up its own thread, and gives up in the end', async () => {
    const store = await openStore({ folder });
    const other = new Libsql(join(folder, 'axproof.db'));
    other.exec('begin immediate');
    let turns = 0;
    const ticking = setInterval(() => turns++, 5);
    const put = store.putDocument('other', sha256(big(2)), big(2), NOW);
    await new Promise((resolve) => setTimeout(resolve, 500));
    // Readers wait for nobody.
    expect(await store.document('other', sha256(big(2)))).to.equal(undefined);
    expect(turns).to.be.greaterThan(15);
    other.exec('commit');
    await put;
    clearInterval(ticking);
    other.exec('begin immediate');
    expect(await codeOf(store.putDocument('other', sha256(big(3)), big(3), NOW))).to.equal('store-unavailable');
    other.exec('rollback');
    await store.putDocument('other', sha256(big(3)), big(3), NOW);
    await store.close();
    other.close();
  });

  it('says what is wrong with its file or folder', async () => {
    writeFileSync(join(folder, 'axproof.db'), 'this is no database '.repeat(1000));
    expect(await codeOf(openStore({ folder }))).to.equal('store-damaged');
    writeFileSync(join(folder, 'file'), '');
    expect(await codeOf(openStore({ folder: join(folder, 'file') }))).to.equal('store-unavailable');
    mkdirSync(join(folder, 'taken', 'axproof.db'), { recursive: true });
    expect(await codeOf(openStore({ folder: join(folder, 'taken') }))).to.equal('store-unavailable');
  });

  it('lets nobody else read it', async () => {
    const store = await openStore({ folder: join(folder, 'new') });
    expect(statSync(join(folder, 'new')).mode & 0o077).to.equal(0);
    expect(statSync(join(folder, 'new', 'axproof.db')).mode & 0o077).to.equal(0);
    await store.close();
  });

  it('notices pages that were overwritten', async () => {
    const store = await openStore({ folder });
    await store.putDocument('other', sha256(big(4)), big(4), NOW);
    await store.close();
    const path = join(folder, 'axproof.db');
    const db = new Libsql(path);
    db.pragma('wal_checkpoint(truncate)');
    db.close();
    const bytes = readFileSync(path);
    const at = bytes.indexOf(big(4).subarray(0, 3000));
    expect(at).to.be.greaterThan(0);
    writeFileSync(path, Buffer.concat([bytes.subarray(0, at + 100), Buffer.from('x'), bytes.subarray(at + 101)]));
    const again = await openStore({ folder });
    expect(await codeOf(again.document('other', sha256(big(4))))).to.equal('store-damaged');
    await again.close();
  });

  it('of a newer version is left alone', async () => {
    await (await openStore({ folder })).close();
    const db = new Libsql(join(folder, 'axproof.db'));
    db.exec(`insert into axproof_migration values ('9999-later', '2099-01-01T00:00:00.000Z')`);
    db.close();
    expect(await codeOf(openStore({ folder }))).to.equal('store-unavailable');
  });
});

describe('a PostgreSQL that fails', function () {
  this.timeout(60_000);
  const server = newServer();
  after(() => server?.remove());

  it('is named, and the store goes on when it is back', async function () {
    if (!server) return this.skip();
    expect(await codeOf(openStore({ databaseUrl: server.url(), folder: '' }))).to.equal('store-unavailable');
    await server.start();
    const store = await openStore({ databaseUrl: server.url(), folder: '' });
    const draft = await draftOf();
    await store.release(draft, log);
    await store.ping();
    await server.stop();
    for (const call of [store.ping(), store.release(await draftOf({ seed: 2 }), log), store.claim('r', claimOf('me'), PACE)])
      expect(await codeOf(call)).to.equal('store-unavailable');
    await server.start();
    await store.ping();
    expect((await store.latest(draft.target, draft.packDigest))?.reportDigest).to.equal(draft.reportDigest);
    expect((await store.release(await draftOf({ seed: 2 }), log)).index).to.equal(1);
    await store.close();
    expect(await codeOf(openStore({ databaseUrl: server.url('missing'), folder: '' }))).to.equal('store-unavailable');
    expect(await codeOf(openStore({ databaseUrl: 'postgres://[', folder: '' }))).to.equal('bad-usage');
  });
});

onBoth('a closed store', (place) => {
  it('says that it does not answer', async () => {
    const store = await place().open();
    await store.close();
    await store.close();
    expect(await codeOf(store.ping())).to.equal('store-unavailable');
    expect(await codeOf(store.startOrJoin(runDraft('late')))).to.equal('store-unavailable');
  });
});

describe('errors of drivers', () => {
  const error = (code: string) => Object.assign(new Error('x'), { code });
  for (const [given, code] of [
    [error('SQLITE_FULL'), 'store-unavailable'],
    [error('SQLITE_IOERR_WRITE'), 'store-unavailable'],
    [error('SQLITE_READONLY'), 'store-unavailable'],
    [error('SQLITE_CORRUPT'), 'store-damaged'],
    [error('SQLITE_CONSTRAINT_UNIQUE'), 'internal'],
    [error('53100'), 'store-unavailable'],
    [error('57P01'), 'store-unavailable'],
    [error('25006'), 'store-unavailable'],
    [error('23505'), 'internal'],
    [error('42P01'), 'internal'],
    [error('XX001'), 'store-damaged'],
    [error('EPIPE'), 'store-unavailable'],
    [error('ECONNREFUSED'), 'store-unavailable'],
    [new Error('Connection terminated unexpectedly'), 'store-unavailable'],
    [new TypeError('x is undefined'), 'internal'],
  ] as const)
    it(`${(given as { code?: string }).code ?? given.message} is ${code}`, () => expect(coded(given).code).to.equal(code));
});
