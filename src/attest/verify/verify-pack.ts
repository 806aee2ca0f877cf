// Holds the signature of a pack against the pack and against the keys of its owner. It must never sign, and never read a clock.
import { AxproofError, type ErrorCode } from '../../contract/errors.ts';
import type { PackRef } from '../../contract/generated/types.ts';
import { isObject, type Members } from '../../contract/json.ts';
import { quote } from '../../contract/quote.ts';
import { MiB } from '../../contract/units.ts';
import { strictJson } from '../../json/strict-json.ts';
import { CLOCK_SKEW, instantText, parseInstant, windowText, within } from '../instant.ts';
import { PACK_PREDICATE, packStatement } from '../statement.ts';
import { openSigned, type TrustedKeys, trustedKeys } from './trust.ts';

const MOST_BYTES = MiB;

const refuse = (code: ErrorCode, detail: string): never => {
  throw new AxproofError(code, detail);
};

function object(bytes: Uint8Array, code: ErrorCode, what: string): Members {
  const read = strictJson(bytes, MOST_BYTES);
  if (!read.ok) return refuse(code, `${what}: ${read.detail}`);
  return isObject(read.value) ? read.value : refuse(code, `${what} is no object`);
}

/** The keys of one owner of packs, out of a file of authors that a user trusts: for each owner a key set. A key speaks for its owner's packs alone. Throws bad-key-set. */
export function authorKeys(file: Uint8Array, owner: string): TrustedKeys {
  const authors = object(file, 'bad-key-set', 'the file of authors');
  if (Object.hasOwn(authors, 'keys'))
    return refuse('bad-key-set', `a key set says not whose packs its keys sign: {"${owner}": {"keys": […]}} is wanted`);
  if (!Object.hasOwn(authors, owner)) {
    const known = Object.keys(authors).map((name) => quote(name, 60));
    return refuse('unknown-key', `no keys of ${owner} are trusted; the file knows ${known.join(', ') || 'nobody'}`);
  }
  return trustedKeys(JSON.stringify(authors[owner]));
}

/** The predicate of what was signed, where it is a statement about a pack. */
function predicateOf(payload: Uint8Array): Members {
  const { predicateType, predicate } = object(payload, 'bad-statement', 'what was signed');
  return predicateType === PACK_PREDICATE && isObject(predicate)
    ? predicate
    : refuse('bad-statement', 'what was signed is not about a pack');
}

/** Who signed the release, and when. `now` is in milliseconds since 1970. Throws the code of what keeps it from being believed. */
export function verifyPack(signature: Uint8Array, release: PackRef, trust: TrustedKeys, now: number): { kid: string; at: string } {
  const signed = openSigned(object(signature, 'bad-envelope', 'the signature'), trust);
  if (!signed.ok) return refuse(signed.code, signed.detail);
  const { payload, key } = signed;
  const { name, version, digest, at: text } = predicateOf(payload);
  const at = typeof text === 'string' ? parseInstant(text) : undefined;
  if (at === undefined) return refuse('bad-statement', 'what was signed does not say when');
  if (!Buffer.from(packStatement(release, instantText(at))).equals(payload)) {
    const [theirs, ours] = [[name, version, digest].map((one) => quote(String(one), 80)), Object.values(release)].map((all) =>
      all.join(' '),
    );
    return refuse('pack-not-signed', `what was signed is ${theirs}; the pack is ${ours}`);
  }
  if (at > now + CLOCK_SKEW) return refuse('issued-in-future', `it was signed at ${text}, and now is ${instantText(now)}`);
  if (!within(key, at)) return refuse('issued-outside-window', `it was signed at ${text}; the key's window is ${windowText(key)}`);
  return { kid: key.kid, at: instantText(at) };
}
