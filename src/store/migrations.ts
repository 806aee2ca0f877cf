// How the tables came to be, step by step. A step that was released never changes: what is missing becomes a step of its own.
import { type CreateTableBuilder, type Kysely, type Migration, Migrator, sql } from 'kysely';
import { AxproofError } from '../contract/errors.ts';
import type { Connections } from './database.ts';
import { coded } from './faults.ts';

export type Kind = 'sqlite' | 'postgres';

async function documents(db: Kysely<unknown>, blob: ReturnType<typeof sql>): Promise<void> {
  await db.schema
    .createTable('body')
    .addColumn('digest', 'text', (c) => c.primaryKey())
    .addColumn('bytes', blob, (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('document')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('digest', 'text', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('bytes', blob)
    .addColumn('holes', 'text')
    .addColumn('stored_at', 'bigint', (c) => c.notNull())
    .addColumn('taken_at', 'bigint')
    .addColumn('reason', 'text')
    .addColumn('tombstone', blob)
    .addPrimaryKeyConstraint('document_key', ['kind', 'digest'])
    .execute();
  await db.schema
    .createTable('document_body')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('digest', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull().references('body.digest'))
    .addPrimaryKeyConstraint('document_body_key', ['kind', 'digest', 'body'])
    .addForeignKeyConstraint('document_body_document', ['kind', 'digest'], 'document', ['kind', 'digest'])
    .execute();
  await db.schema.createIndex('document_body_body').on('document_body').column('body').execute();
}

/** Counts up with every row, and is never given twice. */
const numbered = (table: CreateTableBuilder<string>, kind: Kind): CreateTableBuilder<string, 'number'> =>
  kind === 'postgres'
    ? table.addColumn('number', 'bigserial', (c) => c.primaryKey())
    : table.addColumn('number', 'integer', (c) => c.primaryKey().autoIncrement());

async function runs(db: Kysely<unknown>, kind: Kind): Promise<void> {
  await numbered(db.schema.createTable('run'), kind)
    .addColumn('id', 'text', (c) => c.notNull().unique())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('target', 'text', (c) => c.notNull())
    .addColumn('pack_digest', 'text', (c) => c.notNull())
    .addColumn('seed', 'bigint')
    .addColumn('input', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('started_at', 'bigint')
    .addColumn('ended_at', 'bigint')
    .addColumn('report_digest', 'text')
    .addColumn('error', 'text')
    .addColumn('owner', 'text')
    .addColumn('lease_until', 'bigint')
    .addColumn('events', 'integer', (c) => c.notNull())
    .execute();
  // What makes equal keys coalesce across all processes.
  await sql`create unique index run_active on run (key) where state in ('queued', 'running')`.execute(db);
  await sql`create index run_state on run (state, number) where state in ('queued', 'running')`.execute(db);
  await db.schema.createIndex('run_ended').on('run').column('ended_at').execute();
  await db.schema
    .createTable('run_event')
    .addColumn('run', 'text', (c) => c.notNull())
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('event', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('run_event_key', ['run', 'number'])
    .execute();
}

async function releases(db: Kysely<unknown>, kind: Kind, blob: ReturnType<typeof sql>): Promise<void> {
  let table = numbered(db.schema.createTable('release'), kind).addColumn('report_digest', 'text', (c) => c.notNull().unique());
  for (const name of ['evidence_digest', 'pack_digest', 'target', 'kind', 'grade', 'origin'])
    table = table.addColumn(name as 'report_digest', 'text', (c) => c.notNull());
  for (const name of ['fresh', 'issued_at', 'conclusive', 'log_index', 'taken'])
    table = table.addColumn(name as 'report_digest', 'bigint', (c) => c.notNull());
  for (const name of ['points', 'out_of']) table = table.addColumn(name as 'report_digest', 'double precision', (c) => c.notNull());
  await table.execute();
  await db.schema.createIndex('release_target').on('release').columns(['target', 'number']).execute();
  await db.schema.createIndex('release_latest').on('release').columns(['target', 'pack_digest', 'fresh', 'taken', 'number']).execute();
  await db.schema.createIndex('release_evidence').on('release').column('evidence_digest').execute();
  await db.schema
    .createTable('log_head')
    .addColumn('origin', 'text', (c) => c.primaryKey())
    .addColumn('size', 'bigint', (c) => c.notNull())
    .addColumn('checkpoint', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('log_file')
    .addColumn('origin', 'text', (c) => c.notNull())
    .addColumn('path', 'text', (c) => c.notNull())
    .addColumn('bytes', blob, (c) => c.notNull())
    .addPrimaryKeyConstraint('log_file_key', ['origin', 'path'])
    .execute();
  await numbered(db.schema.createTable('public_key'), kind)
    .addColumn('kid', 'text', (c) => c.notNull().unique())
    .addColumn('jwk', 'text', (c) => c.notNull())
    .addColumn('revoked', 'integer', (c) => c.notNull())
    .addColumn('stored_at', 'bigint', (c) => c.notNull())
    .execute();
}

async function limits(db: Kysely<unknown>, blob: ReturnType<typeof sql>): Promise<void> {
  await db.schema
    .createTable('budget')
    .addColumn('bucket', 'text', (c) => c.primaryKey())
    .addColumn('tokens', 'double precision', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('idempotency')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('request', 'text', (c) => c.notNull())
    .addColumn('answer', blob)
    .addColumn('pending_until', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
}

/** Where runs go, and when their turn comes. */
async function places(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('run').addColumn('turn_at', 'bigint').execute();
  // Events are counted no more: they come all at once, with the end.
  await db.schema.alterTable('run').dropColumn('events').execute();
  await db.schema
    .createTable('run_place')
    .addColumn('run', 'text', (c) => c.notNull())
    .addColumn('place', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('run_place_key', ['run', 'place'])
    .execute();
  await db.schema.createIndex('run_place_place').on('run_place').column('place').execute();
  // Of ended runs there are ever more: what is asked all the time must not pass by them. SQLite takes these only where the state is spelled out (states.ts).
  await sql`drop index run_state`.execute(db);
  await sql`create index run_queued on run (number) where state = 'queued'`.execute(db);
  await sql`create index run_running on run (lease_until) where state = 'running'`.execute(db);
  // Packs that no report names are looked for by it.
  await db.schema.createIndex('release_pack').on('release').column('pack_digest').execute();
}

async function entitlements(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('entitlement')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('claims', 'text', (c) => c.notNull())
    .addColumn('ceiling', 'bigint', (c) => c.notNull())
    .addColumn('used', 'bigint', (c) => c.notNull())
    .addColumn('issued_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('revoked_at', 'bigint')
    .execute();
}

/** What is asked all the time passes over monitors that are stopped or run, and alerts that were sent. */
async function monitors(db: Kysely<unknown>, kind: Kind): Promise<void> {
  let table = db.schema.createTable('monitor').addColumn('id', 'text', (c) => c.primaryKey());
  for (const name of ['entitlement', 'target', 'pack_digest', 'standing'])
    table = table.addColumn(name as 'id', 'text', (c) => c.notNull());
  for (const name of ['pack_name', 'run', 'webhook', 'stopped']) table = table.addColumn(name as 'id', 'text');
  for (const name of ['every', 'jitter', 'planned_at', 'is_public', 'created_at'])
    table = table.addColumn(name as 'id', 'bigint', (c) => c.notNull());
  await table.addColumn('due_at', 'bigint').execute();
  await db.schema.createIndex('monitor_target').on('monitor').column('target').execute();
  await sql`create index monitor_due on monitor (due_at) where run is null`.execute(db);
  await sql`create index monitor_run on monitor (run) where run is not null`.execute(db);
  await numbered(db.schema.createTable('monitor_result'), kind)
    .addColumn('monitor', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('kept', 'bigint')
    .addColumn('result', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('monitor_result_monitor').on('monitor_result').columns(['monitor', 'number']).execute();
  await db.schema.createIndex('monitor_result_at').on('monitor_result').columns(['monitor', 'at']).execute();
  await numbered(db.schema.createTable('monitor_alert'), kind)
    .addColumn('id', 'text', (c) => c.notNull().unique())
    .addColumn('monitor', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('tries', 'bigint', (c) => c.notNull())
    .addColumn('due_at', 'bigint')
    .addColumn('last', 'text')
    .execute();
  await db.schema.createIndex('monitor_alert_monitor').on('monitor_alert').columns(['monitor', 'number']).execute();
  await sql`create index monitor_alert_due on monitor_alert (due_at) where due_at is not null`.execute(db);
}

const secrets = (db: Kysely<unknown>): Promise<void> => db.schema.alterTable('monitor').addColumn('sealed', 'text').execute();

/** Which entitlement a run uses up, so that one that comes to nothing is given back; and when a payment was settled. */
async function charges(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('run').addColumn('charge', 'text').execute();
  await db.schema.alterTable('entitlement').addColumn('paid_at', 'bigint').execute();
}

export const steps = (kind: Kind): Record<string, Migration> => {
  const blob = kind === 'postgres' ? sql`bytea` : sql`blob`;
  return {
    '0001-first': {
      async up(db: Kysely<unknown>) {
        await documents(db, blob);
        await runs(db, kind);
        await releases(db, kind, blob);
        await limits(db, blob);
      },
    },
    '0002-places': { up: places },
    '0003-entitlements': { up: entitlements },
    '0004-monitors': { up: (db: Kysely<unknown>) => monitors(db, kind) },
    '0005-secrets': { up: secrets },
    '0006-charges': { up: charges },
  };
};

/** Up to date, from whatever state, or as it was; processes that do it at once wait for each other. */
export async function migrate({ writer, kind, migrating }: Connections): Promise<void> {
  const migrator = new Migrator({
    db: writer,
    provider: { getMigrations: async () => steps(kind) },
    migrationTableName: 'axproof_migration',
    migrationLockTableName: 'axproof_migration_lock',
    disableTransactions: migrating !== undefined,
  });
  const run = async (): Promise<void> => {
    const { error } = await migrator.migrateToLatest();
    if (error) throw error;
  };
  try {
    await (migrating ? migrating(run) : run());
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('corrupted migrations'))
      throw new AxproofError('store-unavailable', 'the store was made by another version of axproof', [error.message], { cause: error });
    throw coded(error);
  }
}
