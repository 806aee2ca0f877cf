// What a caller of the hosted verifier may name as a target, which is public DNS names over https, and where its pages are. It looks nothing up.
import { parse } from 'tldts';
import { AxproofError } from '../contract/errors.ts';
import { quote, withoutUser } from '../contract/quote.ts';
import type { MonitorFacts } from '../store/monitor.ts';
import { parseTarget, type Target } from '../transport/live/target.ts';

const refuse = (text: string, why: string): AxproofError =>
  new AxproofError('bad-domain', text === '' ? why : `${quote(withoutUser(text), 100)}: ${why}`);

function read(text: string): Target {
  try {
    return parseTarget(text);
  } catch (error) {
    if (error instanceof AxproofError) throw refuse(text, error.message);
    throw error;
  }
}

/** The list of suffixes knows what can be registered: a name under none of them is no name of the public DNS. */
function isRegistrable(host: string): boolean {
  const { domain, isIcann, isPrivate } = parse(host, { allowPrivateDomains: true });
  return domain !== null && (isIcann === true || isPrivate === true);
}

/**
 * The origin that a caller means. With allowPrivate (tests and local use) loopback and private targets pass, as host:port or http:// addresses.
 * onlyPublic: what is said of a private one where none may be named. Throws bad-domain.
 */
export function hostedTarget(text: string, allowPrivate: boolean, onlyPublic = 'the hosted verifier asks public names only'): Target {
  const target = read(text);
  if (target.private) {
    // A lone word is a path that somebody guessed, not a target.
    if (allowPrivate && /^https?:\/\/|:\d+$/i.test(text)) return target;
    if (allowPrivate) throw refuse(text, 'a private target is given with its port or as an http:// address');
    throw refuse(text, onlyPublic);
  }
  if (!target.origin.startsWith('https://')) throw refuse(text, 'the hosted verifier asks over https only');
  if (!isRegistrable(new URL(target.origin).hostname))
    throw refuse(text, 'it is no name that can be registered, by the public suffix list');
  return target;
}

/** The page of a target: a public name, and a private one that is asked over http at a port of its own, stand for themselves; any other origin is spelled out. */
export function pathOf(target: string, pack?: string, file = ''): string {
  const { protocol, host, port } = new URL(target);
  const isHost = protocol === 'http:' ? port !== '' : port === '' && !/^[\d.]+$|^\[|^[^.]+$/.test(host);
  const name = isHost ? host : encodeURIComponent(target);
  return `/${name}${file}${pack === undefined ? '' : `?pack=${pack}`}`;
}

/** Several monitors of one target are told apart by their rules: the name of a bundled pack, or the digest of a pinned spec. */
export const statusPath = ({ target, packName, packDigest }: MonitorFacts, file = '/status'): string =>
  pathOf(target, packName ?? packDigest, file);
