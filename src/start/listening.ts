// Where a server of ours listens, as an origin, and what is said when it cannot.
import type { AddressInfo } from 'node:net';
import { AxproofError } from '../contract/errors.ts';
import { systemWords } from '../contract/system-words.ts';

export const originOf = ({ address, family, port }: AddressInfo): string => {
  const host = family === 'IPv6' ? `[${address === '::' ? '::1' : address}]` : address === '0.0.0.0' ? '127.0.0.1' : address;
  // A port that is the scheme's own is not written in an origin (RFC 6454, section 6.2).
  return new URL(`http://${host}:${port}`).origin;
};

/** settings: the names of those that say where. */
export function cannotListen(error: unknown, place: string, settings: string): never {
  throw new AxproofError('bad-config', `the service cannot listen on ${place}: ${systemWords(error)}`, [`${settings} say where`], {
    cause: error,
  });
}
