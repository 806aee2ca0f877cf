// The embedded store: one SQLite file in WAL mode, synced on every commit. Its driver is synchronous, so it must never wait in a lock for long.
import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CamelCasePlugin, Kysely, type SqliteDatabase, SqliteDialect, SqliteDriver, type SqliteStatement } from 'kysely';
import Libsql from 'libsql';
import { makeFolders } from '../attest/make-folders.ts';
import { AxproofError } from '../contract/errors.ts';
import type { Connections } from './database.ts';
import { coded } from './faults.ts';
import { GroupCommit } from './group-commit.ts';
import type { Tables } from './tables.ts';

const FILE = 'axproof.db';

export const isStore = (folder: string): boolean => existsSync(join(folder, FILE));
/** Milliseconds in which a lock of another process holds up this one's thread; longer waits happen between the tries. */
const BUSY = 5;
const MOST_PAUSE = 30;
const MOST_PAUSES = 500;

/** Through exec: a prepared statement that was refused would stay open, and no commit passes it. */
async function begin(db: Libsql.Database): Promise<void> {
  for (let pauses = 0; ; pauses++) {
    try {
      db.exec('begin immediate');
      return;
    } catch (error) {
      if (!String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY') || pauses === MOST_PAUSES) throw error;
      await pause(1 + (pauses % MOST_PAUSE));
    }
  }
}

function commit(db: Libsql.Database): void {
  // A full disk ends a transaction by itself; what came after that was not part of it.
  if (!db.inTransaction) throw new AxproofError('store-unavailable', 'the database ended the transaction');
  db.exec('commit');
}

function rollback(db: Libsql.Database): void {
  if (db.inTransaction) db.exec('rollback');
}

/** Statements that a connection keeps. One that takes a list has another text for each length of it, so that their number has no end of its own. */
const MOST_STATEMENTS = 256;

/** Each statement is prepared once for a connection. One that was refused is let go: until it is collected it may stay open, and no commit passes it. */
function preparedOnce(db: Libsql.Database): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>();
  const prepared = (sql: string): SqliteStatement => {
    // One of libsql does what kysely asks for; its types name rows and values in another way.
    const statement = db.prepare(sql) as unknown as SqliteStatement;
    const orForgotten = <T>(work: () => T): T => {
      try {
        return work();
      } catch (error) {
        kept.delete(sql);
        throw error;
      }
    };
    return {
      reader: statement.reader,
      all: (values) => orForgotten(() => statement.all(values)),
      run: (values) => orForgotten(() => statement.run(values)),
      iterate: (values) => statement.iterate(values),
    };
  };
  return {
    prepare(sql) {
      const known = kept.get(sql);
      if (known) return known;
      if (kept.size === MOST_STATEMENTS) kept.clear();
      const statement = prepared(sql);
      kept.set(sql, statement);
      return statement;
    },
    close: () => void db.close(),
  };
}

/** Transactions hold the write lock from the start: one that only reads first could be refused in the middle. */
function kysely(db: Libsql.Database): Kysely<Tables> {
  const config = { database: preparedOnce(db) };
  const driver = Object.assign(new SqliteDriver(config), {
    beginTransaction: () => begin(db),
    commitTransaction: async () => commit(db),
    rollbackTransaction: async () => rollback(db),
  });
  const dialect = Object.assign(new SqliteDialect(config), { createDriver: () => driver });
  return new Kysely({ dialect, plugins: [new CamelCasePlugin()] });
}

function connect(path: string): Libsql.Database {
  const db = new Libsql(path);
  // Deleted bytes are overwritten: a takedown means it.
  db.exec(
    `pragma busy_timeout = 5000; pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma secure_delete = on`,
  );
  const [mode] = db.pragma('journal_mode') as { journal_mode: string }[];
  if (mode?.journal_mode !== 'wal') throw new AxproofError('store-unavailable', `${path} lies where SQLite cannot keep a WAL`);
  return db;
}

/** The folder is for the operator alone, and so is the file. */
export function openSqlite(folder: string): Connections & { raw: Libsql.Database } {
  const path = join(folder, FILE);
  try {
    makeFolders(folder, 0o700);
    const isNew = !existsSync(path);
    const [writer, reader] = [connect(path), connect(path)];
    if (isNew) chmodSync(path, 0o600);
    writer.exec(`pragma busy_timeout = ${BUSY}`);
    const db = kysely(writer);
    return {
      kind: 'sqlite',
      writer: db,
      reader: kysely(reader),
      write: new GroupCommit(db).write,
      // All of it in one transaction, also what kysely does outside of its own ones.
      async migrating(work) {
        await begin(writer);
        try {
          await work();
          commit(writer);
        } finally {
          rollback(writer);
        }
      },
      // The WAL may hold older pages; a reader elsewhere may hold it up, and the next checkpoint does it then.
      scrub: () => void writer.pragma('wal_checkpoint(truncate)'),
      raw: writer,
    };
  } catch (error) {
    throw coded(error);
  }
}
