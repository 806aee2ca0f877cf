// The tables of runs: a queue that every process works on, the place where equal runs meet, and what happened in each. It runs nothing itself.
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { jcs } from '../json/jcs.ts';
import type { Database, Queries, Writing } from './database.ts';
import { endChargesIn } from './entitlements.ts';
import { fullPlaces, leaveIn, turnIn } from './places.ts';
import { clean } from './plain.ts';
import {
  type Able,
  isCounted,
  type LeaseRequest,
  type Leases,
  type NewRunEvent,
  type Pace,
  type Run,
  type RunEvent,
  type RunOutcome,
  type Runs,
} from './run.ts';
import { activeIn, count, joiner, runOf, starter } from './starting-runs.ts';
import { ACTIVE, QUEUED, RUNNING } from './states.ts';
import type { Tables } from './tables.ts';

const MOST_EVENTS = 1000;
/** The number of the event of a run that was cut off. Its process told others while it lived, which nobody kept: a reader of those must still hear this one. */
const CUT_OFF = 1_000_000;

const INTERRUPTED: NewRunEvent = { event: 'interrupted', data: { code: 'run-interrupted' } };

/** Within the transaction that ends the run, so that whoever sees the end sees all that led to it. Numbers begin with `first` and leave no gap. */
async function putEventsIn(tx: Writing, run: string, events: readonly NewRunEvent[], now: number, first = 1): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map((event, i) => ({ run, number: first + i, at: now, event: jcs(event) }));
  await tx.insertInto('runEvent').values(rows).execute();
}

async function eventsIn(db: Queries, run: string, number: number): Promise<RunEvent[]> {
  const events = db.selectFrom('runEvent').where('run', '=', run).where('number', '>', number);
  const rows = await events.orderBy('number').limit(MOST_EVENTS).select(['number', 'event']).execute();
  return rows.map(({ number: id, event }) => ({ id, ...(JSON.parse(event) as NewRunEvent) }));
}

/** Ends a run within a transaction, with all that happened in it; false when it had ended already. */
export async function finishIn(
  tx: Writing,
  id: string,
  outcome: RunOutcome,
  events: readonly NewRunEvent[],
  now: number,
): Promise<boolean> {
  const ended = await tx
    .updateTable('run')
    .set({
      state: 'error' in outcome ? 'failed' : 'done',
      endedAt: now,
      leaseUntil: null,
      reportDigest: 'error' in outcome ? null : outcome.reportDigest,
      error: 'error' in outcome ? JSON.stringify(outcome.error) : null,
    })
    .where('id', '=', id)
    .where(ACTIVE)
    .returning(['id', 'turnAt', 'charge', 'startedAt'])
    .executeTakeFirst();
  if (!ended) return false;
  await endChargesIn(tx, [{ id, charge: ended.charge, counts: isCounted(outcome, ended.startedAt) }]);
  await putEventsIn(tx, id, events, now);
  if (ended.turnAt !== null) await leaveIn(tx, [id]);
  return true;
}

type Condition = (e: ExpressionBuilder<Tables, 'run'>) => Expression<SqlBool>;

/** Of owners who gave no sign of life. A lease far beyond the longest one was given before the clock was set back, and would not end. */
const isAbandoned =
  (now: number, { owner, alive = [], lease }: Leases): Condition =>
  (e) => {
    const late = e.or([e('leaseUntil', '<', now), e('leaseUntil', '>', now + 2 * lease)]);
    return alive.length === 0 ? late : e.and([late, e.or([e('owner', '!=', owner), e('id', 'not in', alive)])]);
  };

/** Within a transaction. */
async function interruptIn(tx: Writing, now: number, chosen: Condition): Promise<string[]> {
  const running = tx.updateTable('run').set({ state: 'interrupted', endedAt: now, leaseUntil: null }).where(RUNNING);
  const cut = await running.where(chosen).returning(['id', 'charge']).execute();
  const ids = cut.map(({ id }) => id);
  for (const id of ids) await putEventsIn(tx, id, [INTERRUPTED], now, CUT_OFF);
  await endChargesIn(
    tx,
    cut.map((run) => ({ ...run, counts: false })),
  );
  await leaveIn(tx, ids);
  return ids;
}

const ableTo =
  ({ packs, specs, before }: Able): Condition =>
  (e) =>
    e.or([e('packDigest', 'in', packs), ...(specs ? [e('kind', '=', 'pinned'), e('createdAt', '<', before)] : [])]);

/** Those that may begin, as far as anybody knows where they go: the gate's first, and the oldest of them. */
async function waitingIn(db: Queries, now: number, limit: number, pace: Pace, able: Able | undefined): Promise<Run[]> {
  const rows = await db
    .selectFrom('run')
    .where(QUEUED)
    .$if(able !== undefined, (query) => query.where(ableTo(able as Able)))
    .where((e) => e.or([e('turnAt', 'is', null), e('turnAt', '<=', now)]))
    .where((e) => {
      const places = e.selectFrom('runPlace').whereRef('runPlace.run', '=', 'run.id');
      return e.not(e.exists(places.where('runPlace.place', 'in', fullPlaces(db, pace)).select('runPlace.run')));
    })
    .orderBy((e) => e('kind', '!=', 'pinned'))
    .orderBy('number')
    .limit(limit)
    .selectAll()
    .execute();
  return rows.map(runOf);
}

async function claimIn(
  database: Database,
  tx: Writing,
  id: string,
  { owner, now, lease, places }: LeaseRequest,
  pace: Pace,
): Promise<Run | undefined> {
  if (places.length > 0) {
    const queued = tx.selectFrom('run').where('id', '=', id).where(QUEUED).select(['id', 'turnAt']);
    const run = await database.holdFree(queued).executeTakeFirst();
    if (!run) return undefined;
    const turn = await turnIn(tx, run, places, now, pace);
    if (turn === undefined || turn > now) return undefined;
  }
  const row = await tx
    .updateTable('run')
    .set({ state: 'running', owner: clean(owner, 'the owner of a run'), startedAt: now, leaseUntil: now + lease })
    .where('id', '=', id)
    .where(QUEUED)
    .returningAll()
    .executeTakeFirst();
  return row && runOf(row);
}

export const runsIn = (database: Database): Runs => ({
  startOrJoin: starter(database),
  join: joiner(database),
  async admit(id, owner) {
    const held = (tx: Writing) => tx.updateTable('run').where('id', '=', id).where('owner', '=', owner).where(RUNNING);
    const free = { state: 'queued', owner: null, leaseUntil: null } as const;
    return (await database.write((tx) => held(tx).set(free).returning('id').executeTakeFirst())) !== undefined;
  },
  async run(id) {
    const row = await database.read((db) => db.selectFrom('run').where('id', '=', id).selectAll().executeTakeFirst());
    return row && runOf(row);
  },
  activeRun: (key) => database.read((db) => activeIn(db, key)),
  waiting: (now, limit, pace, able) => database.read((db) => waitingIn(db, now, limit, pace, able)),
  claim: (id, claim, pace) => database.write((tx) => claimIn(database, tx, id, claim, pace)),
  async heartbeat(ids, owner, now, lease) {
    const own = (tx: Writing) => tx.updateTable('run').where('id', 'in', ids).where('owner', '=', owner).where(RUNNING);
    await database.write((tx) =>
      own(tx)
        .set({ leaseUntil: now + lease })
        .execute(),
    );
  },
  finish: (id, outcome, events, now) => database.write((tx) => finishIn(tx, id, outcome, events, now)),
  interruptOwned: (owner, now) => database.write((tx) => interruptIn(tx, now, (e) => e('owner', '=', owner))),
  async expired(now, leases) {
    const condition = isAbandoned(now - (leases.grace ?? 0), leases);
    // Mostly there are none, and nobody's lock is needed to see that.
    const left = (db: Queries) => db.selectFrom('run').where(RUNNING).where(condition).select('id').limit(1);
    const found = await database.read((db) => left(db).executeTakeFirst());
    return found ? database.write((tx) => interruptIn(tx, now, condition)) : [];
  },
  async ended(ids) {
    const over = (db: Queries) =>
      db
        .selectFrom('run')
        .where('id', 'in', ids)
        .where((e) => e.not(ACTIVE));
    return (await database.read((db) => over(db).select('id').execute())).map(({ id }) => id);
  },
  queueLength: () => database.read((db) => count(db)),
  events: (id, after) => database.read((db) => eventsIn(db, id, after)),
});
