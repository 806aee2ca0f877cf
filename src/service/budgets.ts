// Who may start how many runs, and how many may wait: buckets of callers and of targets, which the gate has apart from casual grades. It counts nothing itself; the store does.
import ipaddr from 'ipaddr.js';
import type { Quota } from '../contract/errors.ts';
import type { Rate } from '../store/limits.ts';
import type { RunKind } from '../store/run.ts';
import { isLoopback, network } from '../transport/live/address.ts';
import type { Config } from './config.ts';

/** Whoever is given a /48 has 65,536 networks of /64: all of them together may do what so many single callers may. */
const CALLERS_OF_A_SITE = 4;

/** Pinned runs that may reach a target while a grade may reach it once; grades do not take them. */
const GATE_TURNS = 6;

/** Casual grades get so many places, those that run and those that wait; the gate has a quarter more that nobody else can fill. */
export const placesFor = (kind: RunKind, places: number): number => (kind === 'pinned' ? places + Math.ceil(places / 4) : places);

/** Runs that may stand in the queue, those that are being begun among them. */
export const mostQueued = (kind: RunKind, { queue, concurrency }: Config): number => placesFor(kind, queue + concurrency);

/** Loopback callers of a private service are limited in processes alone. */
const isFree = (config: Config, address: string): boolean => config.allowPrivate && isLoopback(address);

const bucketOf = (address: string, prefix: 48 | 64): string => `caller:${ipaddr.isValid(address) ? network(address, prefix) : 'unknown'}`;

/** One bucket an IPv4 address, one a /64 of IPv6; addresses that cannot be read share one. */
export const callerBucket = (address: string): string => bucketOf(address, 64);

/** The same of a /48 of IPv6: what a whole site may take. */
export const siteBucket = (address: string): string => bucketOf(address, 48);

export interface CallerBudget {
  bucket: string;
  rate: Rate;
}

/** The budgets of a caller for one purpose, one inside the other where the address is of IPv6: the caller's own comes first. */
function callerBudgets(purpose: '' | 'gate:' | 'validation:', address: string, rate: Rate): CallerBudget[] {
  const own = { bucket: `${purpose}${callerBucket(address)}`, rate };
  if (!ipaddr.isValid(address) || ipaddr.process(address).kind() === 'ipv4') return [own];
  const { perHour, burst } = rate;
  const ofSite = { perHour: perHour * CALLERS_OF_A_SITE, burst: burst * CALLERS_OF_A_SITE };
  return [own, { bucket: `${purpose}${siteBucket(address)}`, rate: ofSite }];
}

/** What any run that reaches a target spends, whoever asked for it: the target's turn, which grades and the gate have apart. */
export function targetBudgets({ cooldown }: Config, kind: RunKind, target: string): CallerBudget[] {
  if (cooldown === 0) return [];
  if (kind === 'pinned') return [{ bucket: `target:gate:${target}`, rate: { perHour: (GATE_TURNS * 3600) / cooldown, burst: GATE_TURNS } }];
  return [{ bucket: `target:${target}`, rate: { perHour: 3600 / cooldown, burst: 1 } }];
}

/** What starting a run for a caller spends: one of the caller's runs, and the target's turn; the gate has both apart. */
export function budgetsOf(config: Config, kind: RunKind, address: string, target: string): CallerBudget[] {
  const turns = targetBudgets(config, kind, target);
  if (isFree(config, address)) return turns;
  const casual = (): CallerBudget[] => callerBudgets('', address, { perHour: config.callerRuns, burst: config.callerBurst });
  const gate = (): CallerBudget[] => callerBudgets('gate:', address, { perHour: config.gateRuns, burst: config.gateBurst });
  return [...turns, ...(kind === 'pinned' ? gate() : casual())];
}

/** What the validation of a new spec spends, in this order; nothing for callers who are not limited. */
export function validationBudgets(config: Config, address: string): CallerBudget[] {
  if (isFree(config, address)) return [];
  return callerBudgets('validation:', address, { perHour: config.callerSpecs, burst: config.callerSpecsBurst });
}

/** What a bucket allows, as callers are told of it. */
export function quotaOf({ cooldown, gateRuns, callerRuns, callerSpecs }: Config, bucket: string): Quota {
  const callers = bucket.endsWith('/48') ? CALLERS_OF_A_SITE : 1;
  if (bucket.startsWith('target:gate:')) return { name: 'target', amount: GATE_TURNS, seconds: cooldown };
  if (bucket.startsWith('target:')) return { name: 'target', amount: 1, seconds: cooldown };
  if (bucket.startsWith('gate:')) return { name: 'gate', amount: gateRuns * callers, seconds: 3600 };
  if (bucket.startsWith('validation:')) return { name: 'specs', amount: callerSpecs * callers, seconds: 3600 };
  return { name: 'caller', amount: callerRuns * callers, seconds: 3600 };
}
