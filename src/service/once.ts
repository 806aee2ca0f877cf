// Idempotency keys: the same request under the same key is done once and answered alike. What failed may be tried again.
import { AxproofError } from '../contract/errors.ts';
import type { Store } from '../store/store.ts';

const TERMS = { pendingFor: 5 * 60_000, keepFor: 24 * 3600_000 };

export async function once(
  store: Store,
  key: string,
  requestDigest: string,
  now: number,
  work: () => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const found = await store.idempotent(key, requestDigest, now, TERMS);
  if (found.state === 'stored') return found.answer;
  if (found.state === 'conflict') throw new AxproofError('idempotency-conflict', 'this Idempotency-Key was used for another request');
  if (found.state === 'pending')
    throw new AxproofError('idempotency-conflict', 'the first request under this Idempotency-Key is still under way');
  try {
    const answer = await work();
    await store.settle(key, requestDigest, answer);
    return answer;
  } catch (error) {
    await store.forget(key, requestDigest);
    throw error;
  }
}
