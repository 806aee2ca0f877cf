// Turns a host name into addresses, once and within a deadline. It must not connect to anything.
import { lookup, Resolver } from 'node:dns/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { codeOf, TransportFault } from './fault.ts';
import type { Resolve } from './options.ts';

const NOTHING_THERE = new Set(['ENOTFOUND', 'ENODATA', 'ENONAME']);

/** Public names: c-ares asks the DNS alone (no hosts file) and cannot starve the thread pool. */
export function publicResolver(deadline: number): Resolve {
  return async (host) => {
    const resolver = new Resolver({ timeout: Math.max(1, Math.floor(deadline / 2)), tries: 2 });
    try {
      return await eitherFamily([resolver.resolve4(host), resolver.resolve6(host)]);
    } finally {
      resolver.cancel();
    }
  };
}

/** Some name servers never answer for one of the families: once one has addresses, the other is waited for so long (RFC 8305, section 3). Milliseconds. */
const OTHER_FAMILY = 50;

/** The addresses of both families, or of the one that has any. Rejects with the fault that says most where neither has. */
export async function eitherFamily(asked: readonly Promise<readonly string[]>[]): Promise<readonly string[]> {
  const found: (readonly string[])[] = [];
  const faults: unknown[] = [];
  const answered = Promise.all(
    asked.map((answer, i) =>
      answer.then(
        (addresses) => {
          found[i] = addresses;
        },
        (fault: unknown) => faults.push(fault),
      ),
    ),
  );
  const some = asked.map(async (answer) => ((await answer).length > 0 ? pause(OTHER_FAMILY) : answered));
  await Promise.any([answered, ...some]);
  const addresses = found.flat();
  if (addresses.length > 0) return addresses;
  throw faults.find((fault) => !NOTHING_THERE.has(codeOf(fault))) ?? Object.assign(new Error('no addresses'), { code: 'ENOTFOUND' });
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
    timer = setTimeout(() => reject(new TransportFault('timed-out', 'dns')), deadline);
  });
  try {
    const addresses = await Promise.race([resolve(host), late]);
    if (addresses.length === 0) throw new TransportFault('name-not-found', 'dns');
    return addresses;
  } catch (error) {
    if (error instanceof TransportFault) throw error;
    const code = codeOf(error);
    throw NOTHING_THERE.has(code)
      ? new TransportFault('name-not-found', 'dns', code)
      : new TransportFault('dns-failed', 'dns', code || undefined);
  } finally {
    clearTimeout(timer);
  }
}
