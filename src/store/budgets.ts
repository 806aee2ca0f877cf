// Token buckets that all processes spend from. Names are stored as hashes: they hold addresses of callers.
import { HOUR_MS } from '../contract/units.ts';
import type { Database, Queries, Writing } from './database.ts';
import type { Rate, RateStore, Spent } from './limits.ts';
import { veiled } from './plain.ts';

interface Level {
  tokens: number;
  at: number;
}

/** Clocks of several processes differ a little: time that runs backwards adds nothing and takes nothing. */
function levelAt(old: Level | undefined, now: number, { perHour, burst }: Rate): Level {
  if (!old) return { tokens: burst, at: now };
  const gained = (Math.max(0, now - old.at) * perHour) / HOUR_MS;
  return { tokens: Math.min(burst, old.tokens + gained), at: old.at > now + HOUR_MS ? now : Math.max(old.at, now) };
}

function spentOf({ tokens }: Level, { perHour }: Rate, ok: boolean): Spent {
  const seconds = perHour > 0 ? Math.ceil(((1 - tokens) * HOUR_MS) / perHour / 1000) : HOUR_MS / 1000;
  return { ok, retryAfter: ok ? 0 : Math.max(1, seconds), left: Math.max(0, Math.floor(tokens)) };
}

/** A hair under one token is one: tokens are gained in fractions. */
const ENOUGH = 1 - 1e-9;

/** The level of a bucket, which is held until the transaction ends. */
async function heldIn(tx: Writing, name: string, now: number, rate: Rate): Promise<Level> {
  await tx
    .insertInto('budget')
    .values({ bucket: name, tokens: rate.burst, at: now })
    .onConflict((c) => c.column('bucket').doNothing())
    .execute();
  // An update that changes nothing holds the row in both databases.
  const old = await tx
    .updateTable('budget')
    .set((e) => ({ at: e.ref('at') }))
    .where('bucket', '=', name)
    .returning(['tokens', 'at'])
    .executeTakeFirst();
  return levelAt(old, now, rate);
}

/** Within a transaction. */
export async function spendIn(tx: Writing, bucket: string, now: number, rate: Rate): Promise<Spent> {
  const name = veiled(bucket);
  const level = await heldIn(tx, name, now, rate);
  const ok = level.tokens >= ENOUGH;
  const left = ok ? { ...level, tokens: Math.max(0, level.tokens - 1) } : level;
  await tx.updateTable('budget').set(left).where('bucket', '=', name).execute();
  return spentOf(left, rate, ok);
}

/** Within a transaction. Takes whole tokens, up to so many, and says how many there were. */
export async function takeIn(tx: Writing, bucket: string, now: number, rate: Rate, most: number): Promise<number> {
  const name = veiled(bucket);
  const level = await heldIn(tx, name, now, rate);
  const taken = Math.max(0, Math.min(most, Math.floor(level.tokens + 1e-9)));
  const left = { ...level, tokens: level.tokens - taken };
  await tx.updateTable('budget').set(left).where('bucket', '=', name).execute();
  return taken;
}

/**
 * Within a transaction. Takes tokens that may only come later, and gives the milliseconds until they are there: nobody has to ask again before. 0 tokens: holds
 * the bucket, and waits for nothing. `name` is veiled already.
 */
export async function reserveIn(tx: Writing, name: string, now: number, rate: Rate, tokens: number): Promise<number> {
  const level = await heldIn(tx, name, now, rate);
  if (tokens === 0) return 0;
  const left = level.tokens - tokens;
  await tx.updateTable('budget').set({ tokens: left, at: level.at }).where('bucket', '=', name).execute();
  return left >= -1e-9 ? 0 : Math.ceil((-left * HOUR_MS) / rate.perHour);
}

export const budgetsIn = (database: Database): Pick<RateStore, 'spend' | 'budget'> => ({
  spend: (bucket, now, rate) => database.write((tx) => spendIn(tx, bucket, now, rate)),
  async budget(bucket, now, rate) {
    const row = (db: Queries) => db.selectFrom('budget').where('bucket', '=', veiled(bucket)).select(['tokens', 'at']).executeTakeFirst();
    const level = levelAt(await database.read(row), now, rate);
    return spentOf(level, rate, level.tokens >= ENOUGH);
  },
});
