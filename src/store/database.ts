// The seam between the store and its database: read, or write in one transaction. What differs between SQLite and PostgreSQL stands behind it.
import type { Kysely, SelectQueryBuilder, Transaction } from 'kysely';
import { AxproofError } from '../contract/errors.ts';
import { coded, mayPassOnceMore } from './faults.ts';
import type { Tables } from './tables.ts';

export type Queries = Kysely<Tables>;
export type Writing = Transaction<Tables>;

export interface Connections {
  kind: 'sqlite' | 'postgres';
  /** May be the same as `writer`. */
  reader: Kysely<Tables>;
  writer: Kysely<Tables>;
  /** In a transaction, which may be shared with others: it is durable when this resolves. `work` may run again. */
  write<T>(work: (tx: Writing) => Promise<T>): Promise<T>;
  /** Around the making of tables, where kysely does not hold off others by itself. */
  migrating?(work: () => Promise<void>): Promise<void>;
  /** Makes the database forget bytes that were deleted, as far as it can. */
  scrub?(): void;
}

/** Two transactions that met in the wrong order try again; what fails so often is no accident. */
const MOST_TRIES = 5;
/** No bucket: those are hashes. */
const PROBE = 'ping';
/** Bytes: a grade needs about as many, and what SQLite has set aside in its files already may hold a few pages. */
const ROOM = 256 * 1024;

/** Thrown by the work of a transaction to undo all of it: no fault of the database. */
export class Undo<T> extends Error {
  constructor(readonly answer: T) {
    super('undone');
  }
}

export class Database {
  readonly kind: Connections['kind'];
  #closed = false;
  /** A write was refused by a database that is away, full or read-only, and no ping went through since. What can be read says nothing of that, nor does a small write that fits. */
  #refused = false;

  constructor(private readonly connections: Connections) {
    this.kind = connections.kind;
  }

  /** Outside of any transaction: two statements may see two states. */
  async read<T>(work: (db: Queries) => Promise<T>): Promise<T> {
    this.#mustBeOpen();
    try {
      return await work(this.connections.reader);
    } catch (error) {
      throw coded(error);
    }
  }

  /** All of it is durable when this resolves, and none of it when it rejects. `work` may run again, so it must change nothing but the database. */
  async write<T>(work: (tx: Writing) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      this.#mustBeOpen();
      try {
        return await this.connections.write(work);
      } catch (error) {
        if (error instanceof Undo) throw error;
        if (tries < MOST_TRIES && mayPassOnceMore(error)) continue;
        const fault = coded(error);
        if (fault.code === 'store-unavailable') this.#refused = true;
        throw fault;
      }
    }
  }

  /** Throws store-unavailable where it cannot be read, or takes no writes. It writes by itself only after a write was refused. */
  async ping(): Promise<void> {
    await this.read((db) => db.selectFrom('logHead').select('size').limit(1).execute());
    if (!this.#refused) return;
    const bucket = this.kind === 'sqlite' ? PROBE.padEnd(ROOM) : PROBE;
    await this.write(async (tx) => {
      await tx.insertInto('budget').values({ bucket, tokens: 0, at: 0 }).execute();
      await tx.deleteFrom('budget').where('bucket', '=', bucket).execute();
    });
    this.#refused = false;
  }

  /** Holds the rows of a query until the transaction ends. SQLite has one writer, so that they are held already. */
  hold<T extends SelectQueryBuilder<Tables, never, unknown>>(query: T): T {
    return this.kind === 'postgres' ? (query.forUpdate() as T) : query;
  }

  /** The same, but passes over rows that others hold. */
  holdFree<T extends SelectQueryBuilder<Tables, never, unknown>>(query: T): T {
    return this.kind === 'postgres' ? (query.forUpdate().skipLocked() as T) : query;
  }

  scrub(): void {
    this.connections.scrub?.();
  }

  #mustBeOpen(): void {
    if (this.#closed) throw new AxproofError('store-unavailable', 'the store is closed');
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    const { reader, writer } = this.connections;
    await writer.destroy();
    if (reader !== writer) await reader.destroy();
  }
}
