// The keys that a reader trusts, out of a JWK Set, and what they have signed. It refuses the whole set for one unsound key: a set that is half right is somebody's trap.
import { verifyEd25519 } from '../../contract/ed25519.ts';
import { AxproofError, type ErrorCode } from '../../contract/errors.ts';
import type { PublicKey } from '../../contract/generated/types.ts';
import { isObject } from '../../contract/json.ts';
import { pae } from '../../contract/pae.ts';
import { quote } from '../../contract/quote.ts';
import { MiB } from '../../contract/units.ts';
import { strictJson } from '../../json/strict-json.ts';
import { open, PAYLOAD_TYPE } from '../envelope.ts';
import { readKey } from '../public-key.ts';
import { shaped } from '../shape.ts';

const MOST_BYTES = MiB;
const MOST_KEYS = 1000;

export interface TrustedKey {
  jwk: PublicKey;
  /** Pure Ed25519, and nothing else whatever the key says of itself. Never throws. */
  verifies(message: Uint8Array, signature: Uint8Array): boolean;
}

/** `other`: the set holds the key, and it is of another algorithm. */
export interface TrustedKeys {
  find(kid: string): TrustedKey | 'other' | undefined;
  readonly kids: readonly string[];
}

const refuse = (detail: string): never => {
  throw new AxproofError('bad-key-set', detail);
};

type Jwk = { [name: string]: unknown };
const isOurs = ({ kty, crv, alg }: Jwk): boolean =>
  kty === 'OKP' && crv === 'Ed25519' && (alg === 'EdDSA' || alg === 'Ed25519' || alg === undefined);

function entries(source: Uint8Array): Jwk[] {
  const read = strictJson(source, MOST_BYTES);
  if (!read.ok) return refuse(`the key set cannot be read: ${read.detail}`);
  const keys = isObject(read.value) && Object.hasOwn(read.value, 'keys') ? read.value.keys : undefined;
  if (!Array.isArray(keys)) return refuse('the key set has no list named keys');
  if (keys.length > MOST_KEYS) return refuse(`the key set has more than ${MOST_KEYS} keys`);
  const odd = keys.findIndex((key) => !isObject(key));
  return odd < 0 ? (keys as Jwk[]) : refuse(`keys[${odd}] is no object`);
}

function trusted(entry: Jwk, at: number): TrustedKey {
  const key = shaped('PublicKey', entry);
  if (!key.ok) return refuse(`keys[${at}]: ${key.detail}`);
  const read = readKey(key.value);
  if (!read.ok) return refuse(`keys[${at}]: ${read.detail}`);
  return { jwk: key.value, verifies: (message, signature) => verifyEd25519(read.bytes, message, signature) };
}

/**
 * The keys of a JWK Set as `axproof keys export` writes it. `only` leaves the named ones. Keys of other algorithms are known by name and never used.
 * Throws bad-key-set.
 */
export function trustedKeys(source: string | Uint8Array, only?: readonly string[]): TrustedKeys {
  const keys = new Map<string, TrustedKey | 'other'>();
  const list = entries(typeof source === 'string' ? Buffer.from(source, 'utf8') : source);
  for (const [at, entry] of list.entries()) {
    if (Object.hasOwn(entry, 'd') || entry.kty === 'oct') refuse(`keys[${at}] holds a secret: a key set is public`);
    const ours = isOurs(entry);
    const { kid } = entry;
    if (typeof kid !== 'string') {
      if (ours) refuse(`keys[${at}] has no kid`);
      continue;
    }
    if (keys.has(kid)) refuse(`two keys have the kid ${quote(kid, 60)}`);
    keys.set(kid, ours ? trusted(entry, at) : 'other');
  }
  for (const kid of only ?? []) if (!keys.has(kid)) refuse(`the key set has no key "${quote(kid, 60)}"`);
  const kept = only === undefined ? keys : new Map([...keys].filter(([kid]) => only.includes(kid)));
  return { find: (kid) => kept.get(kid), kids: [...kept.keys()] };
}

export type OpenSigned = { ok: true; payload: Uint8Array; key: PublicKey } | { ok: false; code: ErrorCode; detail: string };

/** Without trust no signature can be held against a key, and none is good. */
export function openSigned(value: unknown, trust: TrustedKeys | undefined): OpenSigned {
  const no = (code: ErrorCode, detail: string): OpenSigned => ({ ok: false, code, detail });
  const envelope = open(value);
  if (!envelope.ok) return envelope;
  const { kid, payload, signature } = envelope;
  const key = trust?.find(kid);
  if (key === undefined || key === 'other') return no('unknown-key', `it names the key ${kid}`);
  if (key.jwk.status === 'revoked') return no('revoked-key', `the key ${kid} was revoked`);
  if (!key.verifies(pae(PAYLOAD_TYPE, payload), signature)) return no('bad-signature', 'the signature does not fit');
  return { ok: true, payload, key: key.jwk };
}
