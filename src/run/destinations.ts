// Where a run goes: the registrable domain of its target and the addresses that its name leads to, by which starts are paced. It connects to nothing.
import ipaddr from 'ipaddr.js';
import { AxproofError } from '../contract/errors.ts';
import { quote } from '../contract/quote.ts';
import type { Reach } from '../contract/reach.ts';
import { isLoopback, network } from '../transport/live/address.ts';
import type { Resolve } from '../transport/live/options.ts';
import { type PinnedAddresses, pinAddresses } from '../transport/live/pinned.ts';
import { bareHost, registrable } from '../transport/registrable.ts';

/** At one place, which is a registrable domain or an address of a target: four starts a second, six runs under way. */
export const PACE = { starts: { perHour: 4 * 3600, burst: 4 }, mostRunning: 6 } as const;

export interface DestinationBound {
  /** None: the run waits for no turn. */
  places: readonly string[];
  pinned?: PinnedAddresses;
}

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Ranges as the operator lists them. Throws bad-config. */
function rangesOf(list: string): Range[] {
  const texts = list.split(',').map((text) => text.trim());
  return texts
    .filter((text) => text !== '')
    .map((text) => {
      if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
      throw new AxproofError('bad-config', 'the list of shared ranges holds what is no range', [quote(text, 80)]);
    });
}

export class Destinations {
  readonly #shared: readonly Range[];

  /** `shared`: ranges of addresses behind which many live that have nothing to do with each other, by commas. Throws bad-config. */
  constructor(
    shared: string,
    private readonly resolve?: Resolve,
  ) {
    this.#shared = rangesOf(shared);
  }

  #isShared(address: string): boolean {
    const read = ipaddr.process(address);
    return this.#shared.some(([range, bits]) => range.kind() === read.kind() && read.match(range as never, bits));
  }

  /** Never rejects. The service itself, and what listens on this machine, waits for no turn. */
  async of(target: string, reach: Reach): Promise<DestinationBound> {
    if (reach === 'own') return { places: [] };
    const host = bareHost(new URL(target).hostname);
    if (reach === 'private' && (isLoopback(host) || host === 'localhost')) return { places: [] };
    const found = await pinAddresses(target, reach === 'private', this.resolve);
    const addresses = 'addresses' in found ? found.addresses : [];
    if (reach === 'private' && addresses.length > 0 && addresses.every(isLoopback)) return { places: [] };
    const counted = addresses.filter((address) => !this.#isShared(address)).map((address) => `address:${network(address, 64)}`);
    return { places: [...new Set([`domain:${registrable(host) ?? host}`, ...counted])], ...(reach === 'public' ? { pinned: found } : {}) };
  }
}
