// Deletes what is over, so that a store does not grow by what nobody asks for any more. Documents, runs, the log and keys stay.
import type { Database } from './database.ts';
import type { SweepTerms } from './store.ts';

export async function sweep(database: Database, now: number, { eventsFor, budgetsFor }: SweepTerms): Promise<void> {
  await database.write(async (tx) => {
    await tx.deleteFrom('idempotency').where('expires_at', '<=', now).execute();
    await tx
      .deleteFrom('budget')
      .where('at', '<=', now - budgetsFor)
      .execute();
    await tx
      .deleteFrom('run_event')
      .where('run', 'in', (e) =>
        e
          .selectFrom('run')
          .where('ended_at', '<=', now - eventsFor)
          .where('events', '>', 0)
          .select('id'),
      )
      .execute();
  });
}
