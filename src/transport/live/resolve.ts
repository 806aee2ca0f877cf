// Turns a host name into addresses, once and within a deadline. It must not connect to anything.
import { lookup, Resolver } from 'node:dns/promises';
import { codeOf, Fault } from './fault.ts';
import type { Resolve } from './options.ts';

const NOTHING_THERE = new Set(['ENOTFOUND', 'ENODATA', 'ENONAME']);

/** Public names: c-ares asks the DNS alone (no hosts file) and cannot starve the thread pool. */
export function publicResolver(deadline: number): Resolve {
  return async (host) => {
    const resolver = new Resolver({ timeout: Math.max(1, Math.floor(deadline / 2)), tries: 2 });
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    const faults = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []));
    throw faults.find((fault) => !NOTHING_THERE.has(codeOf(fault))) ?? Object.assign(new Error('no addresses'), { code: 'ENOTFOUND' });
  };
}

/** Private names: as the operator's own machine sees them (hosts file, multicast DNS, search domains). */
export const privateResolver: Resolve = async (host) => {
  const found = await lookup(host, { all: true });
  return found.map((entry) => entry.address);
};

/** Within the deadline; every fault is a Fault of phase dns. */
export async function resolveWithin(resolve: Resolve, host: string, deadline: number): Promise<readonly string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Fault('timed-out', 'dns')), deadline);
  });
  try {
    const addresses = await Promise.race([resolve(host), late]);
    if (addresses.length === 0) throw new Fault('name-not-found', 'dns');
    return addresses;
  } catch (error) {
    if (error instanceof Fault) throw error;
    const code = codeOf(error);
    throw NOTHING_THERE.has(code) ? new Fault('name-not-found', 'dns', code) : new Fault('dns-failed', 'dns', code || undefined);
  } finally {
    clearTimeout(timer);
  }
}
