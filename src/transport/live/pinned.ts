// What a name led to when somebody counted on it: looked up once, and held to from then on. It connects to nothing.
import { isIP } from 'node:net';
import type { FailureCode } from '../../contract/generated/types.ts';
import { LIMITS } from '../../contract/limits.ts';
import { bareHost } from '../registrable.ts';
import { TransportFault } from './fault.ts';
import type { Resolve } from './options.ts';
import { privateResolver, publicResolver, resolveWithin } from './resolve.ts';

export type PinnedAddresses = { addresses: readonly string[] } | { fault: FailureCode };

/** Never rejects: that a name leads nowhere is held to as well. */
export async function pinAddresses(origin: string, isPrivate: boolean, resolve?: Resolve): Promise<PinnedAddresses> {
  const host = bareHost(new URL(origin).hostname);
  if (isIP(host) !== 0) return { addresses: [host] };
  const resolver = resolve ?? (isPrivate ? privateResolver : publicResolver(LIMITS.dns));
  try {
    return { addresses: await resolveWithin(resolver, host, LIMITS.dns) };
  } catch (error) {
    return { fault: error instanceof TransportFault ? error.failure.code : 'dns-failed' };
  }
}

/** For a public target: its own name leads where it led, any other name of its site is looked up. */
export function pinnedResolver(origin: string, found: PinnedAddresses): Resolve {
  const name = bareHost(new URL(origin).hostname);
  const others = publicResolver(LIMITS.dns);
  return async (host) => {
    if (host !== name) return others(host);
    if ('fault' in found) throw new TransportFault(found.fault, 'dns');
    return found.addresses;
  };
}
