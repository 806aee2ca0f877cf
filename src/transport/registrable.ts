// The site of a host name by the public suffix list. It must not look anything up on the network.
import { isIP } from 'node:net';
import { parse } from 'tldts';

/** Names that never are public DNS names: RFC 6761 and its registry, reserved by ICANN, or of common private use. */
const PRIVATE_SUFFIXES = [
  'localhost',
  'local',
  'localdomain',
  'internal',
  'intranet',
  'lan',
  'corp',
  'home',
  'private',
  'test',
  'home.arpa',
];
const UNUSABLE_SUFFIXES = ['example', 'invalid', 'onion', 'alt', 'arpa'];

export type NameKind = 'address' | 'public' | 'private' | 'unusable';

const endsWith = (name: string, suffix: string): boolean => name === suffix || name.endsWith(`.${suffix}`);

/** Host without the brackets of an IPv6 literal and without the dot of a fully qualified name, in lower case. */
export function bareHost(host: string): string {
  const lower = host.toLowerCase();
  if (lower.startsWith('[') && lower.endsWith(']')) return lower.slice(1, -1);
  return lower.endsWith('.') ? lower.slice(0, -1) : lower;
}

/** What a host is, judged by its spelling alone; host is the hostname of a WHATWG URL. */
export function nameKind(host: string): NameKind {
  const name = bareHost(host);
  if (isIP(name) !== 0 || name.includes(':')) return 'address';
  if (PRIVATE_SUFFIXES.some((suffix) => endsWith(name, suffix))) return 'private';
  if (UNUSABLE_SUFFIXES.some((suffix) => endsWith(name, suffix))) return 'unusable';
  return name.includes('.') ? 'public' : 'private';
}

/** Registrable domain, private suffixes included; null for addresses, single labels, public suffixes themselves and special-use names. */
export function registrable(host: string): string | null {
  return nameKind(host) === 'public' ? parse(bareHost(host), { allowPrivateDomains: true }).domain : null;
}

/** The same for written targets, which may also live under the names that are reserved for documentation and tests. */
export function registrableInFixture(host: string): string | null {
  const name = bareHost(host);
  if (endsWith(name, 'example') || endsWith(name, 'test')) return parse(name).domain;
  return registrable(host);
}
