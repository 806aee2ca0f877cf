// How a run starts or is joined, within one transaction: the queue, the budgets and the ceiling it needs, and the row that makes equal runs one.
import type { Selectable } from 'kysely';
import type { Json } from '../contract/json.ts';
import { jcs } from '../json/jcs.ts';
import { spendIn } from './budgets.ts';
import type { Writing } from './database.ts';
import { type Prepared, putPrepared } from './documents.ts';
import { chargeIn } from './entitlements.ts';
import { clean } from './plain.ts';
import type { Run, RunDraft, RunFault, Started, StartTerms } from './run.ts';
import { ACTIVE, QUEUED } from './states.ts';
import type { Tables } from './tables.ts';

export const runOf = ({ number: _, turnAt: __, charge: ___, input, error, ...run }: Selectable<Tables['run']>): Run => ({
  ...run,
  input: JSON.parse(input) as Json,
  error: error === null ? null : (JSON.parse(error) as RunFault),
});

const rowOf = (draft: RunDraft) => ({
  ...draft,
  id: clean(draft.id, 'the id of a run'),
  key: clean(draft.key, 'the key of a run'),
  target: clean(draft.target, 'the target of a run'),
  packDigest: clean(draft.packDigest, 'the pack of a run'),
  input: jcs(draft.input ?? null),
  state: 'queued' as const,
});

/** Thrown to undo a run that was started without the budget for it. */
export class Refused extends Error {
  readonly answer: Started;
  constructor(answer: Started) {
    super('refused');
    this.answer = answer;
  }
}

export type Starting = Omit<StartTerms, 'pack'> & { pack?: Prepared };

/** undefined: an equal run was there, and has ended. */
export async function start(
  tx: Writing,
  draft: RunDraft,
  { spend = [], mostQueued, pack, charge, held }: Starting,
): Promise<Started | undefined> {
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
    .values({
      ...rowOf(draft),
      charge,
      ...(held && { state: 'running', owner: held.owner, leaseUntil: held.until }),
    })
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
  if (charge !== undefined && !(await chargeIn(tx, charge, draft.createdAt))) throw new Refused({ refused: 'ceiling' });
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
