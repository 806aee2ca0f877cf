// Deletes what is over, so that a store does not grow by what nobody asks for any more. Reports and what they name, runs, the log and keys stay.
import type { Database } from './database.ts';
import { ACTIVE } from './states.ts';
import type { SweepTerms } from './store.ts';

export async function sweep(database: Database, now: number, { eventsFor, budgetsFor, packsFor }: SweepTerms): Promise<void> {
  await database.write(async (tx) => {
    await tx.deleteFrom('idempotency').where('expires_at', '<=', now).execute();
    await tx
      .deleteFrom('budget')
      .where('at', '<=', now - budgetsFor)
      .execute();
    await tx
      .deleteFrom('run_event')
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('run')
            .whereRef('run.id', '=', 'run_event.run')
            .where('ended_at', '<=', now - eventsFor)
            .select('id'),
        ),
      )
      .execute();
    // A tombstone stands for what was taken down, whether a report names it or not.
    await tx
      .deleteFrom('document')
      .where('kind', '=', 'pack')
      .where('taken_at', 'is', null)
      .where('stored_at', '<=', now - packsFor)
      .where(({ and, exists, not, selectFrom }) => {
        const released = selectFrom('release').whereRef('release.pack_digest', '=', 'document.digest').select('number');
        const needed = selectFrom('run').whereRef('run.pack_digest', '=', 'document.digest').where(ACTIVE);
        return and([not(exists(released)), not(exists(needed.select('id')))]);
      })
      .execute();
  });
}
