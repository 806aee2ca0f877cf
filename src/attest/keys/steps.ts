// What may happen to the keys of a ring: new, rotate, revoke. Pure: a ring and a time in, another ring out.
import { AxproofError } from '../../contract/errors.ts';
import type { KeyRing, PublicKey } from '../../contract/generated/types.ts';
import { DAY_S } from '../../contract/units.ts';
import { toBase64Url } from '../../json/base64.ts';
import { dateText, secondsOf, within } from '../instant.ts';
import { thumbprint } from '../public-key.ts';

/** Readers keep a key set for a while: a key is published this long before it signs. */
const LEAST_AHEAD_DAYS = 7;
/** Keys are rotated every 90 days; the rest is slack. */
const VALID_DAYS = 120;
/** A signer that was started before a rotation goes on with the old key for this long. */
const GRACE = DAY_S;

export interface NewKey {
  /** Days from its publication to its first signature. Not for a key that is needed at once. */
  aheadDays?: number;
  validDays?: number;
}

const refuse = (message: string): never => {
  throw new AxproofError('key-step-refused', message);
};

const withStatus = (ring: KeyRing, status: PublicKey['status']): PublicKey | undefined => ring.keys.find((key) => key.status === status);
const replace = (ring: KeyRing, ...changed: PublicKey[]): KeyRing => ({
  ...ring,
  keys: ring.keys.map((key) => changed.find(({ kid }) => kid === key.kid) ?? key),
});

/**
 * Adds a key: as the next one when a current one may sign now, and as the current one, from now on, when none may (a first key, a revoked or an
 * expired one).
 */
export function addKey(ring: KeyRing, publicKey: Uint8Array, now: number, options: NewKey = {}): { ring: KeyRing; key: PublicKey } {
  const ahead = options.aheadDays ?? LEAST_AHEAD_DAYS;
  const valid = options.validDays ?? VALID_DAYS;
  if (!(ahead >= LEAST_AHEAD_DAYS)) refuse(`a next key is published at least ${LEAST_AHEAD_DAYS} days ahead`);
  if (!(valid > 0 && valid <= 3660 && ahead <= 3660)) refuse('days lie above 0 and within ten years');
  const current = withStatus(ring, 'current');
  const signs = current !== undefined && within(current, now);
  const next = withStatus(ring, 'next');
  if (signs && next) refuse(`there is a next key already: ${next.kid}`);
  const nbf = secondsOf(now) + (signs ? ahead * DAY_S : 0);
  const x = toBase64Url(publicKey);
  const status = signs ? 'next' : 'current';
  const key: PublicKey = {
    kty: 'OKP',
    crv: 'Ed25519',
    x,
    kid: thumbprint(x),
    use: 'sig',
    alg: 'EdDSA',
    nbf: Math.floor(nbf),
    exp: Math.floor(nbf + valid * DAY_S),
    status,
  };
  if (ring.keys.some(({ kid }) => kid === key.kid)) refuse(`the ring has the key ${key.kid} already`);
  const rest = current && !signs ? replace(ring, { ...current, status: 'historic' }) : ring;
  return { ring: { ...rest, keys: [...rest.keys, key] }, key };
}

/** The next key becomes current, and the current one historic: what it signed stays believed. */
export function rotate(ring: KeyRing, now: number): { ring: KeyRing; key: PublicKey } {
  const next = withStatus(ring, 'next') ?? refuse('there is no next key: make one with keys new');
  if (now < next.nbf * 1000) refuse(`the next key may not sign before ${dateText(next.nbf)}: readers may not know it yet`);
  if (!within(next, now)) refuse(`the next key may not sign after ${dateText(next.exp)}: revoke it, and make another`);
  const key: PublicKey = { ...next, status: 'current' };
  const current = withStatus(ring, 'current');
  if (!current) return { ring: replace(ring, key), key };
  const exp = Math.max(current.nbf + 1, Math.min(current.exp, secondsOf(now) + GRACE));
  return { ring: replace(ring, key, { ...current, status: 'historic', exp }), key };
}

/** Nothing is believed of the key any more; `since` (Unix seconds) is when it may have been stolen. */
export function revoke(ring: KeyRing, kid: string, now: number, since: number = secondsOf(now)): { ring: KeyRing; key: PublicKey } {
  const found = ring.keys.find((key) => key.kid === kid) ?? refuse(`the ring has no key ${kid}`);
  if (found.status === 'revoked') refuse(`the key was revoked already, at ${dateText(found.revoked_at ?? 0)}`);
  if (since > secondsOf(now)) refuse('a key is revoked from now or from a time that has passed');
  const key: PublicKey = { ...found, status: 'revoked', revoked_at: since };
  return { ring: replace(ring, key), key };
}

/** The one key that may sign now. Throws no-signing-key. */
export function signingKey(ring: KeyRing, now: number): PublicKey {
  const current = withStatus(ring, 'current');
  if (!current) throw new AxproofError('no-signing-key', 'the ring has no current key');
  if (within(current, now)) return current;
  throw new AxproofError(
    'no-signing-key',
    `the current key ${current.kid} may sign from ${dateText(current.nbf)} until ${dateText(current.exp)}`,
  );
}
