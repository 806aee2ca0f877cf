// The table of runs: a queue that every process works on, and the place where equal runs meet. It runs nothing itself.

import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Json } from '../contract/json.ts';
import { whole } from '../report/written.ts';
import type { Database, Writing } from './database.ts';
import { prepared } from './documents.ts';
import { giveBackIn } from './entitlements.ts';
import { fullPlaces, leaveIn, turnIn } from './places.ts';
import { clean } from './plain.ts';
import {
  type Able,
  type Claim,
  isCounted,
  type Leases,
  type Outcome,
  type Pace,
  type Run,
  type RunDraft,
  type Started,
  type StartTerms,
} from './run.ts';
import { CUT_OFF, INTERRUPTED, putEventsIn } from './run-events.ts';
import { activeIn, count, Refused, runOf, type Starting, start } from './starting-runs.ts';
import { ACTIVE, QUEUED, RUNNING } from './states.ts';
import type { Tables } from './tables.ts';

/** Ends a run within a transaction, with all that happened in it; false when it had ended already. */
export async function finishIn(tx: Writing, id: string, outcome: Outcome, events: readonly Json[], now: number): Promise<boolean> {
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
  if (ended.charge !== null && !isCounted(outcome, ended.startedAt)) await giveBackIn(tx, ended.charge);
  await putEventsIn(tx, id, events, now);
  if (ended.turnAt !== null) await leaveIn(tx, [id]);
  return true;
}

type Condition = (e: ExpressionBuilder<Tables, 'run'>) => Expression<SqlBool>;

/** Of owners who gave no sign of life. A lease far beyond the longest one was given before the clock was set back, and would not end. */
const abandoned =
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
  for (const { id, charge } of cut) {
    await putEventsIn(tx, id, [INTERRUPTED], now, CUT_OFF);
    if (charge !== null) await giveBackIn(tx, charge);
  }
  await leaveIn(tx, ids);
  return ids;
}

const ableTo =
  ({ packs, specs, before }: Able): Condition =>
  (e) =>
    e.or([e('packDigest', 'in', packs), ...(specs ? [e('kind', '=', 'pinned'), e('createdAt', '<', before)] : [])]);

/** Each try finds the run of another or starts its own, unless the other's ended in between. */
const MOST_TRIES = 20;

export class RunTable {
  readonly #database: Database;
  /** By key. */
  readonly #starting = new Map<string, Promise<Started | undefined>>();

  constructor(database: Database) {
    this.#database = database;
  }

  async startOrJoin(draft: RunDraft, terms: StartTerms = {}): Promise<Started> {
    // Most callers join, and need no lock for it; those of this process wait for the first of them.
    await this.#starting.get(draft.key)?.catch(() => undefined);
    const active = await this.active(draft.key);
    if (active) return { run: active, joined: true };
    const { pack: bytes, ...rest } = terms;
    const starts: Starting = { ...rest, ...(bytes ? { pack: prepared('pack', draft.packDigest, whole(bytes)) } : {}) };
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const starting = this.#start(draft, starts);
      this.#starting.set(draft.key, starting);
      const answer = await starting.finally(() => {
        if (this.#starting.get(draft.key) === starting) this.#starting.delete(draft.key);
      });
      if (answer) return answer;
    }
    throw new Error(`the run ${draft.id} is neither new nor there`);
  }

  #start(draft: RunDraft, terms: Starting): Promise<Started | undefined> {
    let answer: Started | undefined;
    const attempt = this.#database.write(async (tx) => {
      try {
        return await start(tx, draft, terms);
      } catch (error) {
        if (error instanceof Refused) answer = error.answer;
        throw error;
      }
    });
    return attempt.catch((error: unknown) => {
      if (answer) return answer;
      throw error;
    });
  }

  /** Gives a run that was held to the queue; false where its time was over. */
  async admit(id: string, owner: string): Promise<boolean> {
    const query = (tx: Writing) =>
      tx
        .updateTable('run')
        .set({ state: 'queued', owner: null, leaseUntil: null })
        .where('id', '=', id)
        .where('owner', '=', owner)
        .where(RUNNING);
    return (await this.#database.write((tx) => query(tx).returning('id').executeTakeFirst())) !== undefined;
  }

  async get(id: string): Promise<Run | undefined> {
    const row = await this.#database.read((db) => db.selectFrom('run').where('id', '=', id).selectAll().executeTakeFirst());
    return row && runOf(row);
  }

  active(key: string): Promise<Run | undefined> {
    return this.#database.read((db) => activeIn(db, key));
  }

  /** Those that may begin, as far as anybody knows where they go: the gate's first, and the oldest of them. */
  async waiting(now: number, limit: number, pace: Pace, able?: Able): Promise<Run[]> {
    const rows = await this.#database.read((db) =>
      db
        .selectFrom('run')
        .where(QUEUED)
        .$if(able !== undefined, (query) => query.where(ableTo(able as Able)))
        .where((e) => e.or([e('turnAt', 'is', null), e('turnAt', '<=', now)]))
        .where((e) =>
          e.not(
            e.exists(
              e
                .selectFrom('runPlace')
                .whereRef('runPlace.run', '=', 'run.id')
                .where('runPlace.place', 'in', fullPlaces(db, pace))
                .select('runPlace.run'),
            ),
          ),
        )
        .orderBy((e) => e('kind', '!=', 'pinned'))
        .orderBy('number')
        .limit(limit)
        .selectAll()
        .execute(),
    );
    return rows.map(runOf);
  }

  claim(id: string, { owner, now, lease, places }: Claim, pace: Pace): Promise<Run | undefined> {
    return this.#database.write(async (tx) => {
      if (places.length > 0) {
        const queued = tx.selectFrom('run').where('id', '=', id).where(QUEUED).select(['id', 'turnAt']);
        const run = await this.#database.holdFree(queued).executeTakeFirst();
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
    });
  }

  async heartbeat(ids: readonly string[], owner: string, now: number, lease: number): Promise<void> {
    await this.#database.write((tx) =>
      tx
        .updateTable('run')
        .set({ leaseUntil: now + lease })
        .where('id', 'in', ids)
        .where('owner', '=', owner)
        .where(RUNNING)
        .execute(),
    );
  }

  finish(id: string, outcome: Outcome, events: readonly Json[], now: number): Promise<boolean> {
    return this.#database.write((tx) => finishIn(tx, id, outcome, events, now));
  }

  interruptOwned(owner: string, now: number): Promise<string[]> {
    return this.#database.write((tx) => interruptIn(tx, now, (e) => e('owner', '=', owner)));
  }

  async expired(now: number, leases: Leases): Promise<string[]> {
    const condition = abandoned(now, leases);
    // Mostly there are none, and nobody's lock is needed to see that.
    const found = await this.#database.read((db) =>
      db.selectFrom('run').where(RUNNING).where(condition).select('id').limit(1).executeTakeFirst(),
    );
    return found ? this.#database.write((tx) => interruptIn(tx, now, condition)) : [];
  }

  /** Which of them have ended. */
  async ended(ids: readonly string[]): Promise<string[]> {
    const rows = await this.#database.read((db) =>
      db
        .selectFrom('run')
        .where('id', 'in', ids)
        .where((e) => e.not(ACTIVE))
        .select('id')
        .execute(),
    );
    return rows.map(({ id }) => id);
  }

  queueLength(): Promise<number> {
    return this.#database.read((db) => count(db));
  }
}
