// The store that several processes on several machines share: PostgreSQL. A connection that breaks must never take the process with it.
import { CamelCasePlugin, CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { AxproofError } from '../contract/errors.ts';
import type { Connections } from './database.ts';
import type { Tables } from './tables.ts';

/** int8, which arrives as a string by default; no number of ours passes 2^53. */
const INT8 = 20;
const MOST_CONNECTIONS = 10;
const CONNECT = 5_000;
const STATEMENT = 30_000;
/** A process that hangs within a transaction must not hold the log for ever. */
const IDLE_IN_TRANSACTION = 60_000;

const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

/** A server where commits do not wait for the disk would make us promise what is not there. */
const DURABLE = `select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'`;

export function openPostgres(databaseUrl: string): Connections {
  // The URL may hold a password, so nothing of it is said.
  if (!URL.canParse(databaseUrl) || !/^postgres(ql)?:/.test(databaseUrl))
    throw new AxproofError('bad-usage', 'DATABASE_URL is no URL of a PostgreSQL database');
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: MOST_CONNECTIONS,
    connectionTimeoutMillis: CONNECT,
    statement_timeout: STATEMENT,
    query_timeout: STATEMENT + 5_000,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION,
    keepAlive: true,
    application_name: 'axproof',
    types,
  });
  // An idle connection that the server ends says so here, and the pool has dropped it already.
  pool.on('error', () => undefined);
  // One that is in use says so to whoever waits for its answer, and to nobody between two statements: unheard, it would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool,
      onCreateConnection: async (connection) => {
        await connection.executeQuery(CompiledQuery.raw(DURABLE));
      },
    }),
    plugins: [new CamelCasePlugin()],
  });
  return { kind: 'postgres', reader: db, writer: db, write: (work) => db.transaction().execute(work) };
}
