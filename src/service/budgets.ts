// Who may start how many runs: buckets of callers and of targets. It counts nothing itself; the store does.
import ipaddr from 'ipaddr.js';
import type { Rate } from '../store/limits.ts';
import type { RunKind } from '../store/run.ts';
import { isLoopback, network } from '../transport/live/address.ts';
import type { Config } from './config.ts';

/** Whoever is given a /48 has 65,536 networks of /64: all of them together may do what so many single callers may. */
export const CALLERS_OF_A_SITE = 4;

/** Pinned runs that may reach a target while a grade may reach it once; grades do not take them. */
export const GATE_TURNS = 6;

const bucketOf = (address: string, prefix: 48 | 64): string => `caller:${ipaddr.isValid(address) ? network(address, prefix) : 'unknown'}`;

/** One bucket an IPv4 address, one a /64 of IPv6; addresses that cannot be read share one. */
export const callerBucket = (address: string): string => bucketOf(address, 64);

/** The same of a /48 of IPv6: what a whole site may take. */
export const siteBucket = (address: string): string => bucketOf(address, 48);

export interface CallerBudget {
  bucket: string;
  rate: Rate;
}

/** The budgets of a caller, one inside the other where the address is of IPv6. */
function callerBudgets(address: string, rate: Rate): CallerBudget[] {
  const own = { bucket: callerBucket(address), rate };
  if (!ipaddr.isValid(address) || ipaddr.process(address).kind() === 'ipv4') return [own];
  const { perHour, burst } = rate;
  return [own, { bucket: siteBucket(address), rate: { perHour: perHour * CALLERS_OF_A_SITE, burst: burst * CALLERS_OF_A_SITE } }];
}

/** What any run that reaches a target spends, whoever asked for it: the target's turn, which grades and the gate have apart. */
export function targetBudgets({ cooldown }: Config, kind: RunKind, target: string): CallerBudget[] {
  if (cooldown === 0) return [];
  if (kind === 'pinned') return [{ bucket: `target:gate:${target}`, rate: { perHour: (GATE_TURNS * 3600) / cooldown, burst: GATE_TURNS } }];
  return [{ bucket: `target:${target}`, rate: { perHour: 3600 / cooldown, burst: 1 } }];
}

/** What starting a run for a caller spends: one of the caller's runs, and the target's turn. */
export function budgetsOf(config: Config, address: string, target: string): CallerBudget[] {
  const out = targetBudgets(config, 'grade', target);
  if (!(config.allowPrivate && isLoopback(address)))
    out.push(...callerBudgets(address, { perHour: config.callerRuns, burst: config.callerBurst }));
  return out;
}
