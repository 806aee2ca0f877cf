// Opens the store: embedded in a folder, or the PostgreSQL that a URL names. Its tables are made or brought up to date on the way.
import { sql } from 'kysely';
import { DAY_MS, MINUTE_MS } from '../contract/units.ts';
import { budgetsIn } from './budgets.ts';
import { type Connections, Database } from './database.ts';
import { documentsIn } from './documents.ts';
import { entitlementsIn } from './entitlements.ts';
import { idempotencyIn } from './idempotency.ts';
import { keysIn } from './key-table.ts';
import { LogTables } from './log-tables.ts';
import { migrate } from './migrations.ts';
import { MonitorTables } from './monitors.ts';
import { releasesIn } from './releases.ts';
import { Releasing } from './releasing.ts';
import { runsIn } from './runs.ts';
import { ACTIVE } from './states.ts';
import type { Store, StoreOptions, SweepTerms } from './store.ts';

// Deletes what is over, so that a store does not grow by what nobody asks for any more. Reports and what they name, runs, the log and keys stay.
async function sweep(database: Database, now: number, { eventsFor, budgetsFor, packsFor, resultsFor }: SweepTerms): Promise<void> {
  const before = (ms: number): number => now - ms;
  await database.write(async (tx) => {
    await tx.deleteFrom('idempotency').where('expiresAt', '<=', now).execute();
    await tx.deleteFrom('budget').where('at', '<=', before(budgetsFor)).execute();
    await tx
      .deleteFrom('runEvent')
      .where(({ exists, selectFrom }) => {
        const run = selectFrom('run').whereRef('run.id', '=', 'runEvent.run');
        return exists(run.where('endedAt', '<=', before(eventsFor)).select('id'));
      })
      .execute();
    // A process of the release before ends runs and does not know who joined them.
    await tx
      .deleteFrom('runJoined')
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('run').whereRef('run.id', '=', 'runJoined.run').where(ACTIVE).select('id'))),
      )
      .execute();
    // Put there before the clock was set back, later than any step of their own would: they would stand still until then. Clocks of two processes may differ by
    // a minute, and for so long a monitor that is being started is due nowhere else. One that was refused until later is due early by this, and refused again.
    await tx
      .updateTable('monitor')
      .set({ dueAt: now })
      .where('dueAt', '>', sql<number>`every + jitter + ${now + MINUTE_MS}`)
      .execute();
    await tx
      .updateTable('monitorAlert')
      .set({ dueAt: now })
      .where('dueAt', '>', before(-2 * DAY_MS))
      .execute();
    await tx.deleteFrom('monitorResult').where('at', '<=', before(resultsFor)).execute();
    await tx.deleteFrom('monitorAlert').where('at', '<=', before(resultsFor)).where('state', '!=', 'waiting').execute();
    // A tombstone stands for what was taken down, whether a report names it or not.
    await tx
      .deleteFrom('document')
      .where('kind', '=', 'pack')
      .where('takenAt', 'is', null)
      .where('storedAt', '<=', before(packsFor))
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
  const log = new LogTables(database);
  const releasing = new Releasing(database, log);
  return {
    monitors: new MonitorTables(database),
    ...documentsIn(database),
    ...runsIn(database),
    ...releasesIn(database),
    ...keysIn(database),
    ...entitlementsIn(database),
    ...budgetsIn(database),
    ...idempotencyIn(database),
    release: (draft, signer) => releasing.release(draft, signer),
    log: (signer, kept) => log.open(signer, kept),
    ping: () => database.ping(),
    sweep: (now, terms) => sweep(database, now, terms),
    close: () => database.close(),
  };
}
