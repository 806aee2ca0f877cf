// Where the services of a row keep what they store: an empty folder for SQLite, or a new database in a PostgreSQL of the lab's own. Rows look into it at the end.
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Libsql from 'libsql';
import pg from 'pg';
import { newServer, type PostgresServer } from '../../../test/store/postgres-server.ts';
import type { ServiceWanted } from '../../parts/service-process.ts';

export interface Place {
  folder: string;
  env: Record<string, string>;
  /** What serves instead of the command, where clock or lease are the lab's. */
  script?: string;
  /** Seconds for which a killed process keeps its runs. */
  lease: number;
  /** Of PostgreSQL alone. */
  server?: PostgresServer;
  /** The administrator's own connection, which no fault of a row touches. */
  administer(statement: string): Promise<void>;
  /** Runs that are neither over nor given up. */
  goingOn(): Promise<number>;
  remove(): Promise<void>;
}

/** What the product says. */
const LEASE = 30;
const GOING = `select count(*) as n from run where state in ('queued', 'running')`;

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'axproof-lab-kills-'));
  mkdirSync(join(folder, 'data'), { mode: 0o700 });
  return folder;
};

const envOf = (folder: string): Record<string, string> => ({
  AXPROOF_DATA: join(folder, 'data'),
  AXPROOF_KEYS: join(folder, 'keys'),
  AXPROOF_SELF_EVERY: '10',
});

export function onSqlite(): Place {
  const folder = newFolder();
  return {
    folder,
    lease: LEASE,
    env: envOf(folder),
    administer: () => Promise.reject(new Error('there is nobody to administer a file')),
    async goingOn() {
      const db = new Libsql(join(folder, 'data', 'axproof.db'));
      try {
        return (db.prepare(GOING).get() as { n: number }).n;
      } finally {
        db.close();
      }
    },
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function query(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A cluster for each row: its faults are nobody else's. */
export async function onPostgres(): Promise<Place> {
  const server = newServer();
  if (!server) throw new Error('PostgreSQL is not installed');
  await server.start();
  const folder = newFolder();
  const name = `lab_${randomBytes(4).toString('hex')}`;
  await query(server.url(), `create database ${name}`);
  return {
    folder,
    lease: LEASE,
    server,
    env: { ...envOf(folder), DATABASE_URL: server.url(name) },
    administer: async (statement) => void (await query(server.url(), statement.replaceAll('{database}', name))),
    goingOn: async () => Number((await query(server.url(name), GOING)).rows[0]?.n),
    async remove() {
      await server.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A service on this place. */
export const servingAt = ({ folder, env, script }: Place): ServiceWanted => ({
  folder,
  env,
  ...(script === undefined ? {} : { script: [script] }),
});

/** A statement within the database of a place. */
export const within = (place: Place, statement: string): Promise<unknown> => query(String(place.env.DATABASE_URL), statement);
