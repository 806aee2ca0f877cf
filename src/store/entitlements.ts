// Entitlements and what was used of them. Uses are counted in the row itself, by one statement: two processes never use the same one.
import type { Database, Writing } from './database.ts';
import type { Entitlements } from './entitlement.ts';
import { clean } from './plain.ts';

/** Within a transaction. false: nothing is left of it, or its time is over. */
export async function chargeIn(tx: Writing, id: string, now: number): Promise<boolean> {
  const charged = await tx
    .updateTable('entitlement')
    .set((e) => ({ used: e('used', '+', 1) }))
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .whereRef('used', '<', 'ceiling')
    .returning('id')
    .executeTakeFirst();
  return charged !== undefined;
}

/** Within a transaction: a run that came to nothing was none. */
export async function giveBackIn(tx: Writing, id: string): Promise<void> {
  await tx
    .updateTable('entitlement')
    .set((e) => ({ used: e('used', '-', 1) }))
    .where('id', '=', id)
    .where('used', '>', 0)
    .execute();
}

export const entitlementsIn = (database: Database): Entitlements => ({
  async putEntitlement(facts) {
    const row = { ...facts, claims: clean(facts.claims, 'an entitlement'), used: 0 };
    await database.write((tx) => tx.insertInto('entitlement').values(row).execute());
  },
  entitlement: (id) => database.read((db) => db.selectFrom('entitlement').where('id', '=', id).selectAll().executeTakeFirst()),
  entitlements: () => database.read((db) => db.selectFrom('entitlement').orderBy('issuedAt').orderBy('id').selectAll().execute()),
  async revokeEntitlement(id, now) {
    const query = (tx: Writing) =>
      tx.updateTable('entitlement').set({ revokedAt: now }).where('id', '=', id).where('revokedAt', 'is', null).returning('id');
    return (await database.write((tx) => query(tx).executeTakeFirst())) !== undefined;
  },
  async paid(id, at) {
    await database.write((tx) => tx.updateTable('entitlement').set({ paidAt: at }).where('id', '=', id).execute());
  },
  charge: (id, now) => database.write((tx) => chargeIn(tx, id, now)),
});
