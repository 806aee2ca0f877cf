// Writes that share a transaction on the embedded store: each has its own outcome, as if it had been alone, and nobody is kept waiting by a crowd of them.
import { rmSync } from 'node:fs';
import { expect } from 'chai';
import fc from 'fast-check';
import { sql } from 'kysely';
import { AxproofError } from '../../src/contract/errors.ts';
import { Database, Undo, type Writing } from '../../src/store/database.ts';
import { openSqlite } from '../../src/store/sqlite.ts';
import { newFolder } from './backends.ts';

type Kind = 'kept' | 'undone' | 'failed' | 'doubled';

describe('writes that wait together', () => {
  let folder = '';
  let connections: ReturnType<typeof openSqlite>;
  let database: Database;
  /** Statements that were run outside of kysely: begin, commit, rollback. */
  let said: string[] = [];

  before(async () => {
    folder = newFolder();
    connections = openSqlite(folder);
    database = new Database(connections);
    await sql`create table one (n integer primary key)`.execute(connections.writer);
    const exec = connections.raw.exec.bind(connections.raw);
    Object.assign(connections.raw, {
      exec: (text: string) => {
        said.push(text);
        return exec(text);
      },
    });
  });
  beforeEach(async () => {
    await database.write((tx) => sql`delete from one`.execute(tx));
    said = [];
  });
  after(async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const insert = (tx: Writing, n: number): Promise<unknown> => sql`insert into one values (${n})`.execute(tx);
  const rows = async (): Promise<number[]> =>
    (await database.read((db) => sql<{ n: number }>`select n from one order by n`.execute(db))).rows.map(({ n }) => n);
  const commits = (): number => said.filter((one) => one === 'commit').length;

  /** Row 0 is there before: whoever doubles it is refused by the database, after it has written a row of its own. */
  const work =
    (kind: Kind, n: number) =>
    async (tx: Writing): Promise<number> => {
      await insert(tx, n);
      if (kind === 'undone') throw new Undo(n);
      if (kind === 'failed') throw new AxproofError('bad-usage', `row ${n}`);
      if (kind === 'doubled') await insert(tx, 0);
      return n;
    };

  const outcome = (kind: Kind, n: number): Promise<string> =>
    database.write(work(kind, n)).then(
      (answer) => `kept ${answer}`,
      (error: unknown) => {
        if (error instanceof Undo) return `undone ${error.answer}`;
        return error instanceof AxproofError ? `${error.code === 'internal' ? 'doubled' : 'failed'} ${n}` : String(error);
      },
    );

  it('are few transactions', async () => {
    await Promise.all(Array.from({ length: 60 }, (_, n) => database.write((tx) => insert(tx, n))));
    expect(await rows()).to.have.length(60);
    expect(commits()).to.be.lessThan(8);
    said = [];
    await database.write((tx) => insert(tx, 60));
    expect(said, 'alone: no more than its own').to.deep.equal(['begin immediate', 'commit']);
  });

  it('leave a turn of the event loop after each transaction, also where each follows from the one before', async () => {
    let turns = 0;
    let over = false;
    const turn = (): void => {
      turns++;
      if (!over) setImmediate(turn);
    };
    setImmediate(turn);
    for (let n = 0; n < 30; n++) await database.write((tx) => insert(tx, n));
    over = true;
    expect(turns).to.be.greaterThan(28);
  });

  it('each end as they would have ended alone', async () => {
    const kinds = fc.constantFrom<Kind>('kept', 'kept', 'kept', 'undone', 'failed', 'doubled');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(kinds, fc.nat({ max: 3 })), { maxLength: 50 }), async (all) => {
        await database.write((tx) => sql`delete from one`.execute(tx));
        await database.write((tx) => insert(tx, 0));
        const ends = await Promise.all(
          all.map(async ([kind, turns], i) => {
            for (let t = 0; t < turns; t++) await new Promise((resolve) => setImmediate(resolve));
            return outcome(kind, i + 1);
          }),
        );
        expect(ends).to.deep.equal(all.map(([kind], i) => `${kind} ${i + 1}`));
        expect(await rows()).to.deep.equal([0, ...all.flatMap(([kind], i) => (kind === 'kept' ? [i + 1] : []))]);
      }),
      { numRuns: 60 },
    );
  });

  it('of which one finds the disk full lose that one alone', async () => {
    const fill = (n: number) => (tx: Writing) => sql`insert into other values (${n}, zeroblob(400000))`.execute(tx);
    await sql`create table other (n integer, bytes blob)`.execute(connections.writer);
    const [{ page_count: pages }] = connections.raw.pragma('page_count') as [{ page_count: number }];
    connections.raw.pragma(`max_page_count = ${pages + 20}`);
    const small = Array.from({ length: 20 }, (_, n) => database.write((tx) => insert(tx, n)));
    const large = database.write(fill(1)).catch((error: AxproofError) => error.code);
    const later = Array.from({ length: 20 }, (_, n) => database.write((tx) => insert(tx, 20 + n)));
    expect(await large).to.equal('store-unavailable');
    await Promise.all([...small, ...later]);
    connections.raw.pragma('max_page_count = 1000000');
    expect(await rows()).to.have.length(40);
    await database.write(fill(1));
  });

  it('wait together for a database that another holds', async () => {
    const other = openSqlite(folder);
    other.raw.exec('begin immediate');
    said = [];
    let over = false;
    const all = Promise.all(Array.from({ length: 20 }, (_, n) => outcome('kept', n))).finally(() => {
      over = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(over).to.equal(false);
    other.raw.exec('rollback');
    expect(await all).to.deep.equal(Array.from({ length: 20 }, (_, n) => `kept ${n}`));
    expect(commits()).to.be.lessThan(4);
    await other.writer.destroy();
    await other.reader.destroy();
  });

  it('are all refused at once where the next transaction cannot begin, and go on when one can', async () => {
    const { exec } = connections.raw;
    const first = outcome('kept', 1);
    Object.assign(connections.raw, {
      exec(text: string) {
        said.push(text);
        if (text === 'begin immediate') throw Object.assign(new Error('readonly'), { code: 'SQLITE_READONLY' });
        return exec.call(connections.raw, text);
      },
    });
    const codes = Array.from({ length: 16 }, (_, n) => database.write(work('kept', n + 2)).catch((error: AxproofError) => error.code));
    await first;
    said = [];
    expect(new Set(await Promise.all(codes))).to.deep.equal(new Set(['store-unavailable']));
    expect(said.filter((one) => one === 'begin immediate')).to.have.length.lessThan(3);
    Object.assign(connections.raw, { exec });
    expect(await outcome('kept', 30)).to.equal('kept 30');
  });
});
