// How the tables came to be, step by step, in SQL. A step that was released never changes: what is missing becomes a step of its own.
import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import { AxproofError } from '../contract/errors.ts';
import type { Connections } from './database.ts';
import { coded } from './faults.ts';

/** What the two databases call the same thing. */
const WORDS = {
  sqlite: { blob: 'blob', numbered: 'integer primary key autoincrement' },
  postgres: { blob: 'bytea', numbered: 'bigserial primary key' },
} as const;

/** `numbered` counts up with every row, and is never given twice. */
type Words = (typeof WORDS)[Connections['kind']];

const first = ({ blob, numbered }: Words): string => `
  create table body (digest text primary key, bytes ${blob} not null);
  create table document (
    kind text not null, digest text not null, content text not null, bytes ${blob}, holes text,
    stored_at bigint not null, taken_at bigint, reason text, tombstone ${blob},
    constraint document_key primary key (kind, digest)
  );
  create table document_body (
    kind text not null, digest text not null, body text not null references body (digest),
    constraint document_body_key primary key (kind, digest, body),
    constraint document_body_document foreign key (kind, digest) references document (kind, digest)
  );
  create index document_body_body on document_body (body);

  create table run (
    number ${numbered}, id text not null unique, key text not null, kind text not null, target text not null,
    pack_digest text not null, seed bigint, input text not null, state text not null,
    created_at bigint not null, started_at bigint, ended_at bigint,
    report_digest text, error text, owner text, lease_until bigint, events integer not null
  );
  -- What makes equal keys coalesce across all processes.
  create unique index run_active on run (key) where state in ('queued', 'running');
  create index run_state on run (state, number) where state in ('queued', 'running');
  create index run_ended on run (ended_at);
  create table run_event (
    run text not null, number integer not null, at bigint not null, event text not null,
    constraint run_event_key primary key (run, number)
  );

  create table release (
    number ${numbered}, report_digest text not null unique, evidence_digest text not null, pack_digest text not null,
    target text not null, kind text not null, grade text not null, origin text not null,
    fresh bigint not null, issued_at bigint not null, conclusive bigint not null, log_index bigint not null,
    taken bigint not null, points double precision not null, out_of double precision not null
  );
  create index release_target on release (target, number);
  create index release_latest on release (target, pack_digest, fresh, taken, number);
  create index release_evidence on release (evidence_digest);
  create table log_head (origin text primary key, size bigint not null, checkpoint text not null);
  create table log_file (
    origin text not null, path text not null, bytes ${blob} not null, constraint log_file_key primary key (origin, path)
  );
  create table public_key (
    number ${numbered}, kid text not null unique, jwk text not null, revoked integer not null, stored_at bigint not null
  );

  create table budget (bucket text primary key, tokens double precision not null, at bigint not null);
  create table idempotency (
    key text primary key, request text not null, answer ${blob}, pending_until bigint not null, expires_at bigint not null
  )`;

/** Where runs go, and when their turn comes. */
const places = (): string => `
  alter table run add column turn_at bigint;
  -- Events are counted no more: they come all at once, with the end.
  alter table run drop column events;
  create table run_place (run text not null, place text not null, constraint run_place_key primary key (run, place));
  create index run_place_place on run_place (place);
  -- Of ended runs there are ever more: what is asked all the time must not pass by them. SQLite takes these only where the state is spelled out (states.ts).
  drop index run_state;
  create index run_queued on run (number) where state = 'queued';
  create index run_running on run (lease_until) where state = 'running';
  -- Packs that no report names are looked for by it.
  create index release_pack on release (pack_digest)`;

const entitlements = (): string => `
  create table entitlement (
    id text primary key, claims text not null, ceiling bigint not null, used bigint not null,
    issued_at bigint not null, expires_at bigint not null, revoked_at bigint
  )`;

/** What is asked all the time passes over monitors that are stopped or run, and alerts that were sent. */
const monitors = ({ numbered }: Words): string => `
  create table monitor (
    id text primary key, entitlement text not null, target text not null, pack_digest text not null, standing text not null,
    pack_name text, run text, webhook text, stopped text,
    every bigint not null, jitter bigint not null, planned_at bigint not null, is_public bigint not null, created_at bigint not null,
    due_at bigint
  );
  create index monitor_target on monitor (target);
  create index monitor_due on monitor (due_at) where run is null;
  create index monitor_run on monitor (run) where run is not null;
  create table monitor_result (number ${numbered}, monitor text not null, at bigint not null, kept bigint, result text not null);
  create index monitor_result_monitor on monitor_result (monitor, number);
  create index monitor_result_at on monitor_result (monitor, at);
  create table monitor_alert (
    number ${numbered}, id text not null unique, monitor text not null, at bigint not null, type text not null, body text not null,
    state text not null, tries bigint not null, due_at bigint, last text
  );
  create index monitor_alert_monitor on monitor_alert (monitor, number);
  create index monitor_alert_due on monitor_alert (due_at) where due_at is not null`;

/** Secrets of monitors, sealed. */
const secrets = (): string => 'alter table monitor add column sealed text';

/** Which entitlement a run uses up, so that one that comes to nothing is given back; and when a payment was settled. */
const charges = (): string => 'alter table run add column charge text; alter table entitlement add column paid_at bigint';

/** Who joins a run under an entitlement uses one up as well. */
const joined = (): string => `
  create table run_joined (run text not null, entitlement text not null, constraint run_joined_key primary key (run, entitlement))`;

const STEPS = {
  '0001-first': first,
  '0002-places': places,
  '0003-entitlements': entitlements,
  '0004-monitors': monitors,
  '0005-secrets': secrets,
  '0006-charges': charges,
  '0007-joined': joined,
};

export const steps = (kind: Connections['kind']): Record<string, Migration> =>
  Object.fromEntries(
    Object.entries(STEPS).map(([name, text]) => {
      const up = async (db: Kysely<unknown>): Promise<void> => {
        for (const statement of text(WORDS[kind]).split(';')) await sql.raw(statement).execute(db);
      };
      return [name, { up }];
    }),
  );

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
