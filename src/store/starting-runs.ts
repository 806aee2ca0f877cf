// How a run starts or is joined, within one transaction: the queue, the budgets and the ceiling it needs, and the row that makes equal runs one.
import type { Selectable } from 'kysely';
import { jcs } from '../json/jcs.ts';
import { whole } from '../report/written.ts';
import { spendIn } from './budgets.ts';
import { type Database, Undo, type Writing } from './database.ts';
import { type Prepared, prepareDocument, putPrepared } from './documents.ts';
import { chargeIn, chargeJoinedIn } from './entitlements.ts';
import { clean } from './plain.ts';
import type { Run, RunDraft, RunFault, Runs, RunTerms, Started, StartTerms } from './run.ts';
import { ACTIVE, QUEUED } from './states.ts';
import type { Tables } from './tables.ts';

export const runOf = ({ number, turnAt, charge, input, error, ...run }: Selectable<Tables['run']>): Run => ({
  ...run,
  input: JSON.parse(input) as RunTerms,
  error: error === null ? null : (JSON.parse(error) as RunFault),
});

const rowOf = (draft: RunDraft) => ({
  ...draft,
  id: clean(draft.id, 'the id of a run'),
  key: clean(draft.key, 'the key of a run'),
  target: clean(draft.target, 'the target of a run'),
  packDigest: clean(draft.packDigest, 'the pack of a run'),
  input: jcs(draft.input),
  state: 'queued' as const,
});

/** Joins the active run of a key; undefined: there is none. Whoever pays pays for a run that was begun by somebody else too, and once for each run. */
async function joinIn(tx: Writing, key: string, charge: string | undefined, now: number): Promise<Started | undefined> {
  if (charge === undefined) {
    const active = await activeIn(tx, key);
    return active && { run: active, joined: true };
  }
  // Written, so that it cannot end before what it is charged for can be given back.
  const write = tx.updateTable('run').set((e) => ({ key: e.ref('key') }));
  const row = await write.where('key', '=', key).where(ACTIVE).returningAll().executeTakeFirst();
  if (!row) return undefined;
  if (!(await chargeJoinedIn(tx, row, charge, now))) throw new Undo<Started>({ refused: 'ceiling' });
  return { run: runOf(row), joined: true };
}

type Starting = Omit<StartTerms, 'pack'> & { pack?: Prepared };

/** undefined: an equal run was there, and has ended. */
async function start(tx: Writing, draft: RunDraft, { spend = [], mostQueued, pack, charge, held }: Starting): Promise<Started | undefined> {
  if (mostQueued !== undefined) {
    const queued = await count(tx);
    // A run that could be joined is no burden; it is looked for before this is said.
    if (queued >= mostQueued) return (await joinIn(tx, draft.key, charge, draft.createdAt)) ?? { refused: 'queue-full', queued };
  }
  const started = await tx
    .insertInto('run')
    .values({
      ...rowOf(draft),
      charge,
      ...(held && { state: 'running', owner: held.owner, leaseUntil: held.until }),
    })
    .onConflict((c) => c.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!started) return joinIn(tx, draft.key, charge, draft.createdAt);
  for (const { bucket, rate } of spend) {
    const { ok, retryAfter } = await spendIn(tx, bucket, draft.createdAt, rate);
    if (!ok) throw new Undo<Started>({ refused: 'budget', bucket, retryAfter });
  }
  if (charge !== undefined && !(await chargeIn(tx, charge, draft.createdAt))) throw new Undo<Started>({ refused: 'ceiling' });
  if (pack) await putPrepared(tx, [pack], draft.createdAt);
  return { run: runOf(started), joined: false };
}

export async function activeIn(tx: Pick<Writing, 'selectFrom'>, key: string): Promise<Run | undefined> {
  const row = await tx.selectFrom('run').where('key', '=', key).where(ACTIVE).selectAll().executeTakeFirst();
  return row && runOf(row);
}

export async function count(tx: Pick<Writing, 'selectFrom'>): Promise<number> {
  const { queued } = await tx
    .selectFrom('run')
    .where(QUEUED)
    .select((e) => e.fn.countAll<number | string>().as('queued'))
    .executeTakeFirstOrThrow();
  return Number(queued);
}

/** What was written without the budget or the ceiling for it is undone. */
const orRefused = (database: Database, work: (tx: Writing) => Promise<Started | undefined>): Promise<Started | undefined> =>
  database.write(work).catch((error: unknown) => {
    if (error instanceof Undo) return error.answer as Started;
    throw error;
  });

/** Nobody's lock is needed to see that there is none. */
export const joiner =
  (database: Database): Runs['join'] =>
  async (key, charge, now) =>
    (await database.read((db) => activeIn(db, key))) && orRefused(database, (tx) => joinIn(tx, key, charge, now));

/** Each try finds the run of another or starts its own, unless the other's ended in between. */
const MOST_TRIES = 20;

/** Most callers join and pay nothing, and need no lock for it; those of one process wait for the first of them. */
export function starter(database: Database): Runs['startOrJoin'] {
  const starting = new Map<string, Promise<Started | undefined>>();
  return async (draft, { pack, ...terms } = {}) => {
    await starting.get(draft.key)?.catch(() => undefined);
    const active = terms.charge === undefined ? await database.read((db) => activeIn(db, draft.key)) : undefined;
    if (active) return { run: active, joined: true };
    const starts: Starting = { ...terms, pack: pack && prepareDocument('pack', draft.packDigest, whole(pack)) };
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const first = orRefused(database, (tx) => start(tx, draft, starts));
      starting.set(draft.key, first);
      const answer = await first.finally(() => {
        if (starting.get(draft.key) === first) starting.delete(draft.key);
      });
      if (answer) return answer;
    }
    throw new Error(`the run ${draft.id} is neither new nor there`);
  };
}
