// Decides what may be connected to. Every URL passes here before a socket opens, and every connected peer after it did.
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { isSamePort } from '../../contract/plain-address.ts';
import { bareHost, nameKind } from '../registrable.ts';
import { addressKind, canonicalAddress } from './address.ts';
import { TransportFault } from './fault.ts';
import type { LiveOptions, Resolve } from './options.ts';
import { privateResolver, publicResolver, resolveWithin } from './resolve.ts';

export interface Guard {
  /** Addresses that a URL may be connected to, pinned for the life of the guard; throws a Fault. */
  admit(url: URL): Promise<readonly string[]>;
  /** A host that was not found is looked up anew when it is asked for again; what was found stays pinned. */
  retry(url: URL): Promise<void>;
  /** The connected peer is one of the pinned addresses, and still a permitted one. */
  permits(peer: string | undefined, pinned: readonly string[]): boolean;
}

/** What a name that leads nowhere public comes to. */
const NOWHERE: ReadonlySet<string> = new Set(['name-not-found', 'blocked-address']);

const refuse = (detail: string): TransportFault => new TransportFault('blocked-address', 'dns', detail);

const ownAddresses = (): Set<string> => {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return new Set(all.map((entry) => canonicalAddress(entry.address.replace(/%.*$/, ''))));
};

/** What the URL's spelling alone forbids; null when nothing. */
function refusal(url: URL, options: LiveOptions): string | null {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'only http and https are sent';
  if (url.username !== '' || url.password !== '') return 'user information is never sent';
  if (options.private || options.own)
    return url.origin === options.target.origin || isSamePort(url, options.target) ? null : 'only the target itself is reachable';
  if (url.port !== '') return 'only the default port of a public name is reachable';
  if (url.protocol === 'http:' && url.origin !== options.target.origin) return 'only https is sent beyond the target';
  return nameKind(url.hostname) === 'public' ? null : 'not a public name';
}

async function addressesOf(host: string, resolve: Resolve, deadline: number): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host];
  // RFC 6761: these never leave the machine, whatever a resolver would say.
  if (host === 'localhost' || host.endsWith('.localhost')) return ['127.0.0.1', '::1'];
  return resolveWithin(resolve, host, deadline);
}

export function guard(options: LiveOptions, deadline: number): Guard {
  const wanted = options.private ? 'private' : 'public';
  const resolve = options.resolve ?? (options.private || options.own ? privateResolver : publicResolver(deadline));
  const pins = new Map<string, Promise<readonly string[]>>();

  const permitted = (address: string): boolean =>
    options.own === true || (addressKind(address) === wanted && (options.private || !ownAddresses().has(canonicalAddress(address))));

  const found = async (host: string): Promise<readonly string[]> => {
    const addresses = await addressesOf(host, resolve, deadline);
    // One bad address is enough: a name that points into a private network has no business with the rest.
    if (!addresses.every(permitted)) throw refuse(`the name has an address that is not ${wanted}`);
    return addresses;
  };

  /** Without its target a run has no verdict, whatever the reason. Of other hosts of a site the reason counts: a name that does not exist contradicts, one that is blocked blames nobody. */
  const isCoarse = (host: string): boolean => options.coarse === true && host === bareHost(options.target.hostname);

  const pin = async (host: string): Promise<readonly string[]> => {
    const addresses = await found(host).catch((error: unknown) => {
      throw isCoarse(host) && error instanceof TransportFault && NOWHERE.has(error.failure.code)
        ? new TransportFault('name-not-found', 'dns', 'the name has no public address')
        : error;
    });
    return [...new Set(addresses)].sort((a, b) => isIP(a) - isIP(b)).slice(0, 8);
  };

  return {
    admit(url) {
      const why = refusal(url, options);
      if (why !== null) return Promise.reject(refuse(why));
      const host = bareHost(url.hostname);
      let pinned = pins.get(host);
      if (!pinned) {
        pinned = pin(host);
        pins.set(host, pinned);
      }
      return pinned;
    },
    async retry(url) {
      const host = bareHost(url.hostname);
      await pins.get(host)?.catch(() => pins.delete(host));
    },
    permits(peer, pinned) {
      if (peer === undefined) return false;
      const address = canonicalAddress(peer);
      return permitted(address) && pinned.some((pin) => canonicalAddress(pin) === address);
    },
  };
}
