// A refusal for lack of budget or of places, and what to do instead. It decides nothing.
import { AxproofError, type ErrorCode, type Quota } from '../contract/errors.ts';
import type { Run, Started } from '../store/run.ts';
import type { Store } from '../store/store.ts';
import { quotaOf } from './budgets.ts';
import type { Config } from './config.ts';
import { paid, usedUp } from './entitlements.ts';
import type { RunOrder } from './run-request.ts';

/** What is refused for lack of budget, with what to do instead. */
export function refusal(code: ErrorCode, message: string, retryAfter: number, lastReport: string | undefined, quota?: Quota): AxproofError {
  const remedy = { retryAfter, ...(lastReport === undefined ? {} : { lastReport }), ...(quota ? { quota } : {}) };
  return new AxproofError(code, message, [], { remedy });
}

/** Why the store started no run, as the caller is told. */
export async function refusedStart(
  refused: Exclude<Started, { run: Run }>,
  { origin, digest, kind, paidBy }: RunOrder,
  { store, config }: { store: Store; config: Config },
): Promise<AxproofError> {
  if (refused.refused === 'ceiling' && paidBy !== undefined) return paid('functional-tests', 'this payment has bought its run already');
  if (refused.refused === 'ceiling') return usedUp(kind === 'pinned' ? 'functional-tests' : 'monitors');
  const last = (await store.latest(origin, digest))?.reportDigest;
  if (refused.refused === 'queue-full') return refusal('busy', `${refused.queued} runs wait already`, 30, last);
  const quota = quotaOf(config, refused.bucket);
  return quota.name === 'target'
    ? refusal('cooldown', `${origin} was asked less than ${config.cooldown} s ago`, refused.retryAfter, last, quota)
    : refusal('too-many-runs', 'too many fresh runs from this address', refused.retryAfter, last, quota);
}
