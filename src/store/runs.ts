// The table of runs: a queue that every process works on, and the place where equal runs meet. It runs nothing itself.

import type { Selectable } from 'kysely';
import { jcs } from '../contract/jcs.ts';
import type { Json } from '../contract/json.ts';
import { spendIn } from './budgets.ts';
import type { Database, Writing } from './database.ts';
import { clean } from './plain.ts';
import type { Outcome, Run, RunDraft, RunFault, Started, StartTerms } from './run.ts';
import type { Tables } from './tables.ts';

type Row = Selectable<Tables['run']>;
const ACTIVE = ['queued', 'running'] as const;

const runOf = (row: Row): Run => ({
  id: row.id,
  key: row.key,
  kind: row.kind,
  target: row.target,
  packDigest: row.pack_digest,
  seed: row.seed,
  input: JSON.parse(row.input) as Json,
  createdAt: row.created_at,
  state: row.state,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  reportDigest: row.report_digest,
  error: row.error === null ? null : (JSON.parse(row.error) as RunFault),
  owner: row.owner,
  leaseUntil: row.lease_until,
  events: row.events,
});

const rowOf = (draft: RunDraft) => ({
  id: clean(draft.id, 'the id of a run'),
  key: clean(draft.key, 'the key of a run'),
  kind: draft.kind,
  target: clean(draft.target, 'the target of a run'),
  pack_digest: clean(draft.packDigest, 'the pack of a run'),
  seed: draft.seed,
  input: jcs(draft.input ?? null),
  state: 'queued' as const,
  created_at: draft.createdAt,
  events: 0,
});

/** Ends a run within a transaction; false when it had ended already. */
export async function finishIn(tx: Writing, id: string, outcome: Outcome, now: number): Promise<boolean> {
  const ended = await tx
    .updateTable('run')
    .set({
      state: 'error' in outcome ? 'failed' : 'done',
      ended_at: now,
      lease_until: null,
      report_digest: 'error' in outcome ? null : outcome.reportDigest,
      error: 'error' in outcome ? JSON.stringify(outcome.error) : null,
    })
    .where('id', '=', id)
    .where('state', 'in', ACTIVE)
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}

/** Thrown to undo a run that was started without the budget for it. */
class Refused extends Error {
  readonly answer: Started;
  constructor(answer: Started) {
    super('refused');
    this.answer = answer;
  }
}

async function start(tx: Writing, draft: RunDraft, { spend = [], mostQueued }: StartTerms): Promise<Started | undefined> {
  if (mostQueued !== undefined) {
    const queued = await count(tx);
    // A run that could be joined is no burden; it is looked for before this is said.
    if (queued >= mostQueued) {
      const active = await activeIn(tx, draft.key);
      return active ? { run: active, joined: true } : { refused: 'queue-full', queued };
    }
  }
  const started = await tx
    .insertInto('run')
    .values(rowOf(draft))
    .onConflict((c) => c.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!started) {
    const active = await activeIn(tx, draft.key);
    return active && { run: active, joined: true };
  }
  for (const { bucket, rate } of spend) {
    const { ok, retryAfter } = await spendIn(tx, bucket, draft.createdAt, rate);
    if (!ok) throw new Refused({ refused: 'budget', bucket, retryAfter });
  }
  return { run: runOf(started), joined: false };
}

async function activeIn(tx: Pick<Writing, 'selectFrom'>, key: string): Promise<Run | undefined> {
  const row = await tx.selectFrom('run').where('key', '=', key).where('state', 'in', ACTIVE).selectAll().executeTakeFirst();
  return row && runOf(row);
}

async function count(tx: Pick<Writing, 'selectFrom'>): Promise<number> {
  const { queued } = await tx
    .selectFrom('run')
    .where('state', '=', 'queued')
    .select((e) => e.fn.countAll<number | string>().as('queued'))
    .executeTakeFirstOrThrow();
  return Number(queued);
}

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
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const starting = this.#start(draft, terms);
      this.#starting.set(draft.key, starting);
      const answer = await starting.finally(() => {
        if (this.#starting.get(draft.key) === starting) this.#starting.delete(draft.key);
      });
      if (answer) return answer;
    }
    throw new Error(`the run ${draft.id} is neither new nor there`);
  }

  #start(draft: RunDraft, terms: StartTerms): Promise<Started | undefined> {
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

  async get(id: string): Promise<Run | undefined> {
    const row = await this.#database.read((db) => db.selectFrom('run').where('id', '=', id).selectAll().executeTakeFirst());
    return row && runOf(row);
  }

  active(key: string): Promise<Run | undefined> {
    return this.#database.read((db) => activeIn(db, key));
  }

  claim(owner: string, now: number, lease: number): Promise<Run | undefined> {
    return this.#database.write(async (tx) => {
      const oldest = tx.selectFrom('run').where('state', '=', 'queued').orderBy('number').limit(1).select('id');
      const next = await this.#database.holdFree(oldest).executeTakeFirst();
      if (!next) return undefined;
      const row = await tx
        .updateTable('run')
        .set({ state: 'running', owner: clean(owner, 'the owner of a run'), started_at: now, lease_until: now + lease })
        .where('id', '=', next.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      return runOf(row);
    });
  }

  async heartbeat(id: string, owner: string, now: number, lease: number): Promise<boolean> {
    const held = await this.#database.write((tx) =>
      tx
        .updateTable('run')
        .set({ lease_until: now + lease })
        .where('id', '=', id)
        .where('owner', '=', owner)
        .where('state', '=', 'running')
        .returning('id')
        .executeTakeFirst(),
    );
    return held !== undefined;
  }

  finish(id: string, outcome: Outcome, now: number): Promise<boolean> {
    return this.#database.write((tx) => finishIn(tx, id, outcome, now));
  }

  async interruptOwned(owner: string, now: number): Promise<string[]> {
    const rows = await this.#database.write((tx) =>
      tx
        .updateTable('run')
        .set({ state: 'interrupted', ended_at: now, lease_until: null })
        .where('owner', '=', owner)
        .where('state', '=', 'running')
        .returning('id')
        .execute(),
    );
    return rows.map(({ id }) => id);
  }

  async expired(now: number): Promise<string[]> {
    const rows = await this.#database.write((tx) =>
      tx
        .updateTable('run')
        .set({ state: 'interrupted', ended_at: now, lease_until: null })
        .where('state', '=', 'running')
        .where('lease_until', '<', now)
        .returning('id')
        .execute(),
    );
    return rows.map(({ id }) => id);
  }

  queueLength(): Promise<number> {
    return this.#database.read((db) => count(db));
  }
}
