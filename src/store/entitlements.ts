// Entitlements and what was used of them. Uses are counted in the row itself, by one statement: two processes never use the same one.
import type { Database, Writing } from './database.ts';
import { clean } from './plain.ts';

export interface EntitlementFacts {
  id: string;
  /** As it was signed: JSON. */
  claims: string;
  ceiling: number;
  used: number;
  issuedAt: number;
  expiresAt: number;
  revokedAt: number | null;
  /** When a facilitator was asked to settle the payment that it stands for. */
  paidAt: number | null;
}

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

export class EntitlementTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async put(facts: Omit<EntitlementFacts, 'used' | 'revokedAt' | 'paidAt'>): Promise<void> {
    const row = { ...facts, claims: clean(facts.claims, 'an entitlement'), used: 0 };
    await this.#database.write((tx) => tx.insertInto('entitlement').values(row).execute());
  }

  async get(id: string): Promise<EntitlementFacts | undefined> {
    return this.#database.read((db) => db.selectFrom('entitlement').where('id', '=', id).selectAll().executeTakeFirst());
  }

  async all(): Promise<EntitlementFacts[]> {
    return this.#database.read((db) => db.selectFrom('entitlement').orderBy('issuedAt').orderBy('id').selectAll().execute());
  }

  async revoke(id: string, now: number): Promise<boolean> {
    const query = (tx: Writing) =>
      tx.updateTable('entitlement').set({ revokedAt: now }).where('id', '=', id).where('revokedAt', 'is', null).returning('id');
    return (await this.#database.write((tx) => query(tx).executeTakeFirst())) !== undefined;
  }

  async paid(id: string, at: number | null): Promise<void> {
    await this.#database.write((tx) => tx.updateTable('entitlement').set({ paidAt: at }).where('id', '=', id).execute());
  }

  charge(id: string, now: number): Promise<boolean> {
    return this.#database.write((tx) => chargeIn(tx, id, now));
  }
}
