// Public keys that reports were signed under, for ever: a report without its key is worth nothing.
import { readKey } from '../attest/public-key.ts';
import { AxproofError } from '../contract/errors.ts';
import type { PublicKey } from '../contract/generated/types.ts';
import { jcs } from '../json/jcs.ts';
import type { Database, Writing } from './database.ts';
import type { Keys } from './release.ts';

/** Within a transaction. Throws bad-keys. */
export async function putKeyIn(tx: Writing, key: PublicKey, now: number): Promise<void> {
  const read = readKey(key);
  if (!read.ok) throw new AxproofError('bad-keys', read.detail);
  const row = { jwk: jcs(key), revoked: key.status === 'revoked' ? 1 : 0 };
  // Nearly every report is signed under a key that stands there just so, and whoever writes its row holds up all others.
  const old = await tx.selectFrom('publicKey').where('kid', '=', key.kid).select('jwk').executeTakeFirst();
  if (old?.jwk === row.jwk) return;
  await tx
    .insertInto('publicKey')
    .values({ kid: key.kid, ...row, storedAt: now })
    // Revoked once, nobody believes it again: a process that has not heard of it must not bring it back.
    .onConflict((c) => c.column('kid').doUpdateSet(row).where('publicKey.revoked', '<=', row.revoked))
    .execute();
}

export const keysIn = (database: Database): Keys => ({
  putKey: (key, now) => database.write((tx) => putKeyIn(tx, key, now)),
  async keys() {
    const rows = await database.read((db) => db.selectFrom('publicKey').orderBy('number').select('jwk').execute());
    return rows.map(({ jwk }) => JSON.parse(jwk) as PublicKey);
  },
});
