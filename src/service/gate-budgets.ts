// What the gate has apart from casual grades: places, validations of new specs, and runs of pinned specs. It counts nothing itself; the store does.
import type { Quota } from '../contract/errors.ts';
import type { RunKind } from '../store/run.ts';
import { isLoopback } from '../transport/live/address.ts';
import { CALLERS_OF_A_SITE, type CallerBudget, callerBucket, GATE_TURNS, targetBudgets } from './budgets.ts';
import type { Config } from './config.ts';

/** Casual grades get so many places, those that run and those that wait; the gate has a quarter more that nobody else can fill. */
export const placesFor = (kind: RunKind, places: number): number => (kind === 'pinned' ? places + Math.ceil(places / 4) : places);

/** Runs that may stand in the queue, those that are being begun among them. */
export const mostQueued = (kind: RunKind, { queue, concurrency }: Config): number => placesFor(kind, queue + concurrency);

/** Loopback callers of a private service are limited in processes alone. */
const isFree = (config: Config, address: string): boolean => config.allowPrivate && isLoopback(address);

/** What the validation of a new spec spends; undefined for callers who are not limited. */
export function validationBudget(config: Config, address: string): CallerBudget | undefined {
  if (isFree(config, address)) return undefined;
  return { bucket: `validation:${callerBucket(address)}`, rate: { perHour: config.callerSpecs, burst: config.callerSpecsBurst } };
}

/** What starting a pinned run spends: one of the gate's runs of the caller, and the gate's turn at the target. */
export function gateBudgets(config: Config, address: string, target: string): CallerBudget[] {
  const out = targetBudgets(config, 'pinned', target);
  if (!isFree(config, address))
    out.push({ bucket: `gate:${callerBucket(address)}`, rate: { perHour: config.gateRuns, burst: config.gateBurst } });
  return out;
}

/** What a bucket allows, as callers are told of it. */
export function quotaOf({ cooldown, gateRuns, callerRuns }: Config, bucket: string): Quota {
  const ofSite = bucket.endsWith('/48');
  if (bucket.startsWith('target:gate:')) return { name: 'target', amount: GATE_TURNS, seconds: cooldown };
  if (bucket.startsWith('target:')) return { name: 'target', amount: 1, seconds: cooldown };
  if (bucket.startsWith('gate:')) return { name: 'gate', amount: gateRuns, seconds: 3600 };
  return { name: 'caller', amount: ofSite ? callerRuns * CALLERS_OF_A_SITE : callerRuns, seconds: 3600 };
}
