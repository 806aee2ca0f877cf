// Entitlements and what was used of them. Uses are counted in the row itself, by one statement: two processes never use the same one.
import type { Database, Writing } from './database.ts';
import type { EntitlementStore } from './entitlement.ts';
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

/** Within the transaction that joins a run: under one entitlement a run is one use, however often it is joined. false: as above, and all of it is to be undone. */
export async function chargeJoinedIn(tx: Writing, run: { id: string; charge: string | null }, id: string, now: number): Promise<boolean> {
  const row = { run: run.id, entitlement: id };
  const insert = tx
    .insertInto('runJoined')
    .values(row)
    .onConflict((c) => c.doNothing());
  const isNew = run.charge !== id && (await insert.returning('run').executeTakeFirst()) !== undefined;
  if (isNew) return chargeIn(tx, id, now);
  const good = tx.selectFrom('entitlement').where('id', '=', id).where('revokedAt', 'is', null).where('expiresAt', '>', now);
  return (await good.select('id').executeTakeFirst()) !== undefined;
}

/** Within the transaction that ends runs: nobody joins them any more, and one that came to nothing was none for everybody who paid. */
export async function endChargesIn(tx: Writing, ended: readonly { id: string; charge: string | null; counts: boolean }[]): Promise<void> {
  const ids = ended.map(({ id }) => id);
  if (ids.length === 0) return;
  const joined = await tx.deleteFrom('runJoined').where('run', 'in', ids).returningAll().execute();
  const nothing = ended.filter(({ counts }) => !counts);
  const back = [
    ...nothing.flatMap(({ charge }) => charge ?? []),
    ...joined.flatMap(({ run, entitlement }) => (nothing.some(({ id }) => id === run) ? entitlement : [])),
  ];
  // In one order, so that two transactions seldom wait for each other; where they do, the database ends one, and it is tried again.
  for (const id of back.sort()) {
    const give = tx.updateTable('entitlement').set((e) => ({ used: e('used', '-', 1) }));
    await give.where('id', '=', id).where('used', '>', 0).execute();
  }
}

export const entitlementsIn = (database: Database): EntitlementStore => ({
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
