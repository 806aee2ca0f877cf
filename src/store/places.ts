// Where runs go, so that all processes together start few a second and have few under way at one place: a registrable domain, or an address. It resolves nothing.
import { reserveIn } from './budgets.ts';
import type { Queries, Writing } from './database.ts';
import { veiled } from './plain.ts';
import type { Pace } from './run.ts';
import { RUNNING } from './states.ts';

/** Places at which no other run may begin now. */
export const fullPlaces = (db: Queries, { mostRunning }: Pace) =>
  db
    .selectFrom('runPlace')
    .innerJoin('run', 'run.id', 'runPlace.run')
    .where(RUNNING)
    .groupBy('runPlace.place')
    .having((e) => e.fn.countAll(), '>=', mostRunning)
    .select('runPlace.place');

async function anyFull(tx: Writing, places: readonly string[], pace: Pace): Promise<boolean> {
  const full = await fullPlaces(tx, pace).where('runPlace.place', 'in', places).limit(1).executeTakeFirst();
  return full !== undefined;
}

/** Whether the run is bound for just these places already. */
async function isBoundFor(tx: Writing, run: string, places: readonly string[]): Promise<boolean> {
  // Databases order texts in ways of their own.
  const bound = new Set((await tx.selectFrom('runPlace').where('run', '=', run).select('place').execute()).map(({ place }) => place));
  return bound.size === places.length && places.every((place) => bound.has(place));
}

/**
 * Within the transaction that would start the run. Gives the run its turn at every place the first time, and says when that is; undefined: not before a run
 * that is under way there has ended. Each place is held until the transaction ends, so that two processes never count the same runs.
 */
export async function turnIn(
  tx: Writing,
  run: { id: string; turnAt: number | null },
  names: readonly string[],
  now: number,
  pace: Pace,
): Promise<number | undefined> {
  const places = names.map(veiled).sort();
  const isNew = run.turnAt === null || !(await isBoundFor(tx, run.id, places));
  let turn = isNew ? now : (run.turnAt as number);
  for (const place of places) turn = Math.max(turn, now + (await reserveIn(tx, place, now, pace.starts, isNew ? 1 : 0)));
  if (isNew) {
    await leaveIn(tx, [run.id]);
    const rows = places.map((place) => ({ run: run.id, place }));
    await tx.insertInto('runPlace').values(rows).execute();
    await tx.updateTable('run').set({ turnAt: turn }).where('id', '=', run.id).execute();
  }
  return turn <= now && (await anyFull(tx, places, pace)) ? undefined : turn;
}

/** Within the transaction that ends the runs. */
export async function leaveIn(tx: Writing, runs: readonly string[]): Promise<void> {
  if (runs.length > 0) await tx.deleteFrom('runPlace').where('run', 'in', runs).execute();
}
