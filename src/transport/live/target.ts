// Reads what a person typed as a target: an origin, and whether it is a private one. It must not look the name up.
import { isIP } from 'node:net';
import { AxproofError } from '../../contract/errors.ts';
import { quote } from '../../contract/quote.ts';
import { bareHost, nameKind } from '../registrable.ts';
import { addressKind } from './address.ts';

export interface Target {
  origin: string;
  private: boolean;
}

const bad = (message: string, ...details: string[]): AxproofError => new AxproofError('bad-target', message, details);

/** What no origin has; looked for in the text itself, because a URL parser silently mends or drops some of it. */
const NOT_IN_AN_ORIGIN: [RegExp, string][] = [
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are refused.
  [/[\s\x00-\x20\x7f]/, 'a target has no spaces or control characters'],
  [/\\/, 'a target has no backslash'],
  [/@/, 'a target has no user information'],
  [/[?]/, 'a target has no query'],
  [/#/, 'a target has no fragment'],
];

function parsed(text: string): URL {
  if (URL.canParse(text)) return new URL(text);
  const why = /:\d+$/.test(text) ? ['a port is a number from 0 to 65535'] : [];
  throw bad(`${quote(text, 80)} is not a domain name or an origin`, ...why);
}

function kind(url: URL): 'public' | 'private' {
  const host = bareHost(url.hostname);
  const name = nameKind(url.hostname);
  if (name === 'address' || isIP(host) !== 0) {
    const address = addressKind(host);
    if (address === 'private') return 'private';
    if (address === 'public') throw bad('a public target is given by its name, not by an address');
    throw bad('nothing can be graded at this address', 'loopback (127.0.0.1) and private addresses can be given');
  }
  if (!/^[a-z0-9_]([a-z0-9._-]*[a-z0-9_])?$/.test(host) || host.includes('..') || host.length > 253)
    throw bad(`${quote(host, 80)} is not a domain name`);
  if (name === 'unusable') throw bad(`names under .${host.slice(host.lastIndexOf('.') + 1)} are not in the public DNS`);
  return name;
}

/** A bare public name means https, a bare private one http; an origin stands as it is. */
export function parseTarget(text: string): Target {
  if (text.length === 0 || text.length > 2048) throw bad('the target is empty or too long');
  for (const [pattern, message] of NOT_IN_AN_ORIGIN) if (pattern.test(text)) throw bad(message);
  if (/^https?:(?!\/\/)/i.test(text)) throw bad('a scheme is followed by two slashes', 'such as https://example.com');
  const explicit = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
  // Read as http first: that keeps a :443 somebody typed.
  const first = parsed(explicit ? text : `http://${text}`);
  if (first.protocol !== 'http:' && first.protocol !== 'https:') throw bad('a target is reached over http or https');
  if (first.pathname !== '/') throw bad('a target has no path', 'give the origin alone, such as example.com');
  const privately = kind(first) === 'private';
  const url = explicit || privately ? first : parsed(`https://${text}`);
  if (!privately && url.port !== '') throw bad('a public target is reached at its default port');
  // A name with the dot of the root is the same name.
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1);
  return { origin: url.origin, private: privately };
}
