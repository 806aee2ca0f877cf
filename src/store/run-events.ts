// What happened in a run, as it stands when the run is over: written by the transaction that ends it, so that whoever sees the end sees all that led to it.

import type { Json } from '../contract/json.ts';
import { jcs } from '../json/jcs.ts';
import type { Reading, Writing } from './database.ts';
import type { RunEvent } from './run.ts';

const MOST_EVENTS = 1000;
/** The number of the event of a run that was cut off. Its process told others while it lived, which nobody kept: a reader of those must still hear this one. */
export const CUT_OFF = 1_000_000;

export const INTERRUPTED: Json = { event: 'interrupted', data: { code: 'run-interrupted' } };

/** Within the transaction that ends the run. Numbers begin with `first` and leave no gap. */
export async function putEventsIn(tx: Writing, run: string, events: readonly Json[], now: number, first = 1): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map((event, i) => ({ run, number: first + i, at: now, event: jcs(event) }));
  await tx.insertInto('runEvent').values(rows).execute();
}

/** What happened after the event of a number. */
export async function eventsIn(db: Reading, run: string, number: number): Promise<RunEvent[]> {
  const events = db.selectFrom('runEvent').where('run', '=', run).where('number', '>', number);
  const rows = await events.orderBy('number').limit(MOST_EVENTS).select(['number', 'event']).execute();
  return rows.map((row) => ({ number: row.number, event: JSON.parse(row.event) as Json }));
}
