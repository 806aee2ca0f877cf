// What happens in a run, in order, for readers in any process. Numbers are given while the row of the run is held, so that none is seen before a lower one.
import { AxproofError } from '../contract/errors.ts';
import { jcs } from '../contract/jcs.ts';
import type { Json } from '../contract/json.ts';
import type { Database } from './database.ts';
import type { RunEvent } from './run.ts';

const MOST_EVENTS = 1000;

export class EventTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  append(run: string, event: Json, now: number): Promise<number> {
    const text = jcs(event);
    return this.#database.write(async (tx) => {
      const counted = await tx
        .updateTable('run')
        .set((e) => ({ events: e('events', '+', 1) }))
        .where('id', '=', run)
        .returning('events')
        .executeTakeFirst();
      if (!counted) throw new AxproofError('bad-usage', 'there is no such run');
      await tx.insertInto('run_event').values({ run, number: counted.events, at: now, event: text }).execute();
      return counted.events;
    });
  }

  async after(run: string, number: number, limit: number = MOST_EVENTS): Promise<RunEvent[]> {
    const rows = await this.#database.read((db) =>
      db
        .selectFrom('run_event')
        .where('run', '=', run)
        .where('number', '>', number)
        .orderBy('number')
        .limit(Math.max(1, Math.min(limit, MOST_EVENTS)))
        .select(['number', 'at', 'event'])
        .execute(),
    );
    return rows.map((row) => ({ number: row.number, at: row.at, event: JSON.parse(row.event) as Json }));
  }
}
