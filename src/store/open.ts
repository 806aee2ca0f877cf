// Opens the store: embedded in a folder, or the PostgreSQL that a URL names. Its tables are made or brought up to date on the way.
import { sql } from 'kysely';
import { BudgetTable } from './budgets.ts';
import { type Connections, Database } from './database.ts';
import { DocumentTables } from './documents.ts';
import { EntitlementTable } from './entitlements.ts';
import { IdempotencyTable } from './idempotency.ts';
import { KeyTable } from './key-table.ts';
import { LogTables } from './log-tables.ts';
import { migrate } from './migrations.ts';
import { MonitorTables } from './monitors.ts';
import { ReleaseTables } from './releases.ts';
import { Releasing } from './releasing.ts';
import { EventTable } from './run-events.ts';
import { RunTable } from './runs.ts';
import { ACTIVE } from './states.ts';
import type { Store, StoreOptions, SweepTerms } from './store.ts';

/** No wait of an alert is twice as long. */
const DAY = 86_400_000;

// Deletes what is over, so that a store does not grow by what nobody asks for any more. Reports and what they name, runs, the log and keys stay.
async function sweep(database: Database, now: number, { eventsFor, budgetsFor, packsFor, resultsFor }: SweepTerms): Promise<void> {
  await database.write(async (tx) => {
    await tx.deleteFrom('idempotency').where('expiresAt', '<=', now).execute();
    await tx
      .deleteFrom('budget')
      .where('at', '<=', now - budgetsFor)
      .execute();
    await tx
      .deleteFrom('runEvent')
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('run')
            .whereRef('run.id', '=', 'runEvent.run')
            .where('endedAt', '<=', now - eventsFor)
            .select('id'),
        ),
      )
      .execute();
    // Put there before the clock was set back, later than any step of their own would: they would stand still until then.
    await tx
      .updateTable('monitor')
      .set({ dueAt: now })
      .where('dueAt', '>', sql<number>`2 * every + jitter + ${now + DAY}`)
      .execute();
    await tx
      .updateTable('monitorAlert')
      .set({ dueAt: now })
      .where('dueAt', '>', now + 2 * DAY)
      .execute();
    await tx
      .deleteFrom('monitorResult')
      .where('at', '<=', now - resultsFor)
      .execute();
    // A tombstone stands for what was taken down, whether a report names it or not.
    await tx
      .deleteFrom('document')
      .where('kind', '=', 'pack')
      .where('takenAt', 'is', null)
      .where('storedAt', '<=', now - packsFor)
      .where(({ and, exists, not, selectFrom }) => {
        const released = selectFrom('release').whereRef('release.packDigest', '=', 'document.digest').select('number');
        const needed = selectFrom('run').whereRef('run.packDigest', '=', 'document.digest').where(ACTIVE);
        const watched = selectFrom('monitor').whereRef('monitor.packDigest', '=', 'document.digest').select('id');
        return and([not(exists(released)), not(exists(needed.select('id'))), not(exists(watched))]);
      })
      .execute();
  });
}

/** Throws store-unavailable, store-damaged, or bad-usage for a URL that is none. */
export async function openStore({ databaseUrl, folder }: StoreOptions): Promise<Store> {
  // Of the two drivers only one is loaded.
  if (databaseUrl) return storeOn((await import('./postgres.ts')).openPostgres(databaseUrl));
  return storeOn((await import('./sqlite.ts')).openSqlite(folder));
}

/** The store on open connections. They are closed when its tables cannot be made. */
export async function storeOn(connections: Connections): Promise<Store> {
  const database = new Database(connections);
  try {
    await migrate(connections);
  } catch (error) {
    await database.close();
    throw error;
  }
  return assembled(database);
}

function assembled(database: Database): Store {
  const documents = new DocumentTables(database);
  const runs = new RunTable(database);
  const events = new EventTable(database);
  const log = new LogTables(database);
  const releases = new ReleaseTables(database);
  const releasing = new Releasing(database, log);
  const keys = new KeyTable(database);
  const budgets = new BudgetTable(database);
  const entitlements = new EntitlementTable(database);
  const idempotency = new IdempotencyTable(database);
  return {
    kind: database.kind,
    monitors: new MonitorTables(database),
    putDocument: (...a) => documents.put(...a),
    document: (...a) => documents.read(...a),
    takedown: (...a) => documents.takedown(...a),
    startOrJoin: (...a) => runs.startOrJoin(...a),
    admit: (...a) => runs.admit(...a),
    run: (...a) => runs.get(...a),
    activeRun: (...a) => runs.active(...a),
    waiting: (...a) => runs.waiting(...a),
    claim: (...a) => runs.claim(...a),
    heartbeat: (...a) => runs.heartbeat(...a),
    finish: (...a) => runs.finish(...a),
    interruptOwned: (...a) => runs.interruptOwned(...a),
    expired: (...a) => runs.expired(...a),
    ended: (...a) => runs.ended(...a),
    queueLength: () => runs.queueLength(),
    events: (...a) => events.after(...a),
    release: (...a) => releasing.release(...a),
    latest: (...a) => releases.latest(...a),
    released: (...a) => releases.released(...a),
    history: (...a) => releases.history(...a),
    log: (...a) => log.open(...a),
    putKey: (...a) => keys.put(...a),
    keys: () => keys.all(),
    putEntitlement: (...a) => entitlements.put(...a),
    entitlement: (...a) => entitlements.get(...a),
    entitlements: () => entitlements.all(),
    revokeEntitlement: (...a) => entitlements.revoke(...a),
    paid: (...a) => entitlements.paid(...a),
    charge: (...a) => entitlements.charge(...a),
    spend: (...a) => budgets.spend(...a),
    budget: (...a) => budgets.look(...a),
    idempotent: (...a) => idempotency.reserve(...a),
    settle: (...a) => idempotency.settle(...a),
    forget: (...a) => idempotency.forget(...a),
    ping: () => database.ping(),
    sweep: (...a) => sweep(database, ...a),
    close: () => database.close(),
  };
}
