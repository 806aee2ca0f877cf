// Answers under idempotency keys: the first request makes it, the same one again gets it, another one under the same key is refused.
import type { Database } from './database.ts';
import type { Idempotent, RateStore } from './limits.ts';
import { veiled } from './plain.ts';
import { bytesOf } from './tables.ts';

export const idempotencyIn = (database: Database): Pick<RateStore, 'idempotent' | 'settle' | 'forget'> => ({
  async idempotent(key, request, now, { pendingFor, keepFor }) {
    const name = veiled(key);
    const row = { request, answer: null, pendingUntil: now + pendingFor, expiresAt: now + keepFor };
    return database.write(async (tx): Promise<Idempotent> => {
      // What is over is written over: its time, or the time of whoever reserved it and never came back with the same request.
      const made = await tx
        .insertInto('idempotency')
        .values({ key: name, ...row })
        .onConflict((c) =>
          c
            .column('key')
            .doUpdateSet(row)
            .where((e) =>
              e.or([
                e('idempotency.expiresAt', '<=', now),
                e.and([
                  e('idempotency.answer', 'is', null),
                  e('idempotency.pendingUntil', '<=', now),
                  e('idempotency.request', '=', request),
                ]),
              ]),
            ),
        )
        .returning('key')
        .executeTakeFirst();
      if (made) return { state: 'new' };
      const old = await tx.selectFrom('idempotency').where('key', '=', name).selectAll().executeTakeFirstOrThrow();
      if (old.request !== request) return { state: 'conflict' };
      return old.answer === null ? { state: 'pending' } : { state: 'stored', answer: bytesOf(old.answer) };
    });
  },
  async settle(key, request, answer) {
    await database.write((tx) =>
      tx
        .updateTable('idempotency')
        .set({ answer })
        .where('key', '=', veiled(key))
        .where('request', '=', request)
        .where('answer', 'is', null)
        .execute(),
    );
  },
  async forget(key, request) {
    await database.write((tx) =>
      tx.deleteFrom('idempotency').where('key', '=', veiled(key)).where('request', '=', request).where('answer', 'is', null).execute(),
    );
  },
});
