// What an address is: reachable from the public network, private, or neither. It must not resolve names.
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type AddressKind = 'public' | 'private' | 'neither';

/** Ranges that ipaddr.js takes for ordinary unicast: Azure's host endpoint answers inside every virtual network. */
const NOT_PUBLIC_V4 = ['168.63.129.16/32'];
/** Of IPv6 only 2000::/3 is allocated; within it, what embeds or borrows other addresses is refused by name. */
const GLOBAL_V6 = '2000::/3';
const NOT_PUBLIC_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];
const PRIVATE_V4 = new Set(['loopback', 'private', 'carrierGradeNat']);
const PRIVATE_V6 = new Set(['loopback', 'uniqueLocal']);

const inside = (address: ipaddr.IPv4 | ipaddr.IPv6, ranges: readonly string[]): boolean =>
  ranges.some((range) => {
    const [network, bits] = ipaddr.parseCIDR(range);
    return network.kind() === address.kind() && address.match(network as never, bits);
  });

function kindOfV4(address: ipaddr.IPv4): AddressKind {
  const range = address.range();
  if (PRIVATE_V4.has(range)) return 'private';
  return range === 'unicast' && !inside(address, NOT_PUBLIC_V4) ? 'public' : 'neither';
}

function kindOfV6(address: ipaddr.IPv6): AddressKind {
  // An IPv4 address in an IPv6 coat reaches the IPv4 host: it may be private, but nobody public is called that.
  if (address.isIPv4MappedAddress()) return kindOfV4(address.toIPv4Address()) === 'private' ? 'private' : 'neither';
  const range = address.range();
  if (PRIVATE_V6.has(range)) return 'private';
  return range === 'unicast' && inside(address, [GLOBAL_V6]) && !inside(address, NOT_PUBLIC_V6) ? 'public' : 'neither';
}

/** ipaddr.js takes ::127.0.0.1 for a mapped address; the URL parser's hexadecimal groups leave it nothing to guess. */
function parsed(text: string): ipaddr.IPv4 | ipaddr.IPv6 {
  return isIP(text) === 4 ? ipaddr.IPv4.parse(text) : ipaddr.IPv6.parse(new URL(`http://[${text}]`).hostname.slice(1, -1));
}

/** text is an address as a resolver, a socket or a WHATWG URL spells it (no brackets); anything else is neither. */
export function addressKind(text: string): AddressKind {
  if (isIP(text) === 0 || text.includes('%')) return 'neither';
  const address = parsed(text);
  return address.kind() === 'ipv4' ? kindOfV4(address as ipaddr.IPv4) : kindOfV6(address as ipaddr.IPv6);
}

/** One spelling for one address, so that a connected peer can be compared with what was pinned. */
export function canonicalAddress(text: string): string {
  if (isIP(text) === 0 || text.includes('%')) return text;
  const address = parsed(text);
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address().toString() : address.toString();
}

/** An IPv4 address as it is, and the network of an IPv6 one; bits in whole groups of 16. */
export function network(address: string, bits: 48 | 64): string {
  const read = ipaddr.process(address);
  if (read.kind() === 'ipv4') return read.toString();
  const groups = (read as ipaddr.IPv6).parts.slice(0, bits / 16).map((group) => group.toString(16));
  return `${groups.join(':')}::/${bits}`;
}

export const isLoopback = (address: string): boolean => ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
