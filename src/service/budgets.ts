// Who may start how many runs: buckets of callers and of targets. It counts nothing itself; the store does.
import ipaddr from 'ipaddr.js';
import type { Rate } from '../store/store.ts';
import type { Config } from './config.ts';

/** One bucket an IPv4 address, one a /64 of IPv6; addresses that cannot be read share one. */
export function callerBucket(address: string): string {
  if (!ipaddr.isValid(address)) return 'caller:unknown';
  const read = ipaddr.process(address);
  if (read.kind() === 'ipv4') return `caller:${read.toString()}`;
  const groups = (read as ipaddr.IPv6).parts.slice(0, 4).map((group) => group.toString(16));
  return `caller:${groups.join(':')}::/64`;
}

export const isLoopback = (address: string): boolean => ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';

export interface Budget {
  bucket: string;
  rate: Rate;
}

/** What starting a run for a caller spends: one of the caller's runs, and the target's turn. */
export function budgetsOf(config: Config, address: string, target: string): Budget[] {
  const out: Budget[] = [];
  if (config.cooldown > 0) out.push({ bucket: `target:${target}`, rate: { perHour: 3600 / config.cooldown, burst: 1 } });
  if (!(config.allowPrivate && isLoopback(address)))
    out.push({ bucket: callerBucket(address), rate: { perHour: config.callerRuns, burst: config.callerBurst } });
  return out;
}
