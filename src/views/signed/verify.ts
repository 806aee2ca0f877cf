// Judges one signed artefact against published keys: pure Ed25519 only; of other algorithms it says that they are not judged.
// It must not trust a key that the artefact itself carries, and must never call genuine what a second reading would not.
import { sha256 } from '../../contract/digest.ts';
import { soundPoint, verifyEd25519 } from '../../contract/ed25519.ts';
import { isObject, type Json, type JsonObject } from '../../contract/json.ts';
import { readBase64, readBase64Url } from '../base64.ts';
import { list, member, text } from '../openapi/members.ts';
import type { Unjudged } from './findings.ts';

export interface Verified {
  value: 'true' | 'false' | 'unclear';
  why?: string;
}

/** Keys tried for one artefact: each costs milliseconds, and a stranger chooses how many there are. */
const MOST_KEYS = 8;
const MOST_FORMS = 4;

const WITHOUT_MESSAGE: Record<Unjudged, Verified> = {
  'too-large': { value: 'unclear', why: 'the signed document is too large to judge' },
  detached: { value: 'unclear', why: 'the signed payload stands elsewhere' },
  'not-canonical': { value: 'unclear', why: 'the signed document has no canonical form' },
  critical: { value: 'unclear', why: 'the signature uses an extension that is not judged' },
  malformed: { value: 'false', why: 'the envelope is malformed' },
};

const no = (why: string): Verified => ({ value: 'false', why });
const unclear = (why: string): Verified => ({ value: 'unclear', why });

const isEd25519 = (key: JsonObject): boolean => member(key, 'kty') === 'OKP' && member(key, 'crv') === 'Ed25519';

/** RFC 7638: a name that every key has. */
function thumbprint(key: JsonObject): string | undefined {
  if (!isEd25519(key)) return undefined;
  const digest = sha256(`{"crv":"Ed25519","kty":"OKP","x":${JSON.stringify(member(key, 'x') ?? '')}}`);
  return Buffer.from(digest.slice('sha256:'.length), 'hex').toString('base64url');
}

function named(key: JsonObject, kid: string): boolean {
  const own = member(key, 'kid');
  return own === undefined ? thumbprint(key) === kid : own === kid;
}

/** Keys by themselves and in key sets. */
function flat(keys: readonly Json[]): JsonObject[] {
  return keys
    .flatMap((key) => (isObject(key) && text(key, 'kty') === undefined ? list(key, 'keys') : [key]))
    .filter((key) => isObject(key));
}

function usable(key: JsonObject): boolean {
  const [use, alg, operations] = [member(key, 'use'), member(key, 'alg'), member(key, 'key_ops')];
  if (use !== undefined && use !== 'sig') return false;
  if (alg !== undefined && alg !== 'EdDSA' && alg !== 'Ed25519') return false;
  return operations === undefined || (Array.isArray(operations) && operations.includes('verify'));
}

/** The bytes of an Ed25519 key that a signature may rest on. */
function publicKey(key: JsonObject): Uint8Array | null {
  const bytes = readBase64Url(text(key, 'x') ?? '');
  return bytes && soundPoint(bytes) ? bytes : null;
}

function candidates(artefact: JsonObject, keys: readonly JsonObject[]): readonly JsonObject[] {
  const kid = text(artefact, 'kid');
  if (kid === undefined) return keys;
  const matching = keys.filter((key) => named(key, kid));
  // A DSSE keyid is an unauthenticated hint; the kid of a JWS names the key.
  return matching.length === 0 && artefact.kind === 'dsse' ? keys : matching;
}

/** A verdict from the algorithm alone, or null to go on. */
function algorithm(artefact: JsonObject): Verified | null {
  if (artefact.kind === 'dsse') return null;
  const alg = text(artefact, 'alg');
  if (alg === undefined) return no('the signature names no algorithm');
  if (alg.toLowerCase() === 'none') return no('the algorithm is none, so nothing is signed');
  return alg === 'EdDSA' || alg === 'Ed25519' ? null : unclear('the algorithm is not Ed25519');
}

function forms(artefact: JsonObject): Uint8Array[] | null {
  const texts = [member(artefact, 'message'), ...list(artefact, 'messages')].slice(0, MOST_FORMS);
  const read = texts.map((form) => (typeof form === 'string' ? readBase64Url(form) : null));
  return read.every((bytes) => bytes !== null) ? read : null;
}

function signatureBytes(artefact: JsonObject): Uint8Array | null {
  const signature = text(artefact, 'signature') ?? '';
  return artefact.kind === 'dsse' ? (readBase64(signature)?.bytes ?? null) : readBase64Url(signature);
}

function judge(artefact: JsonObject, chosen: readonly JsonObject[], messages: readonly Uint8Array[]): Verified {
  const mine = chosen.filter(isEd25519);
  // An envelope names no algorithm, so any other key may be the one; EdDSA may also mean Ed448.
  const foreign = chosen.some((key) => !isEd25519(key) && (artefact.kind === 'dsse' || (artefact.alg === 'EdDSA' && key.kty === 'OKP')));
  const signature = signatureBytes(artefact);
  if (!signature) return no('the signature is not canonical base64');
  const sound = mine.filter(usable).flatMap((key) => publicKey(key) ?? []);
  const tried = sound.slice(0, MOST_KEYS);
  if (tried.some((key) => messages.some((message) => verifyEd25519(key, message, signature)))) return { value: 'true' };
  if (foreign) return unclear('a key is not an Ed25519 key');
  if (sound.length > tried.length) return unclear('more keys are published than are tried');
  if (sound.length === 0) return no('no Ed25519 key that may verify a signature is among the keys');
  if (signature.length !== 64) return no('the signature is not 64 bytes long');
  return no('the signature does not verify under the published keys');
}

/** Whether the artefact (of the signed view) verifies under one of the keys (JWK or key sets). Never throws. */
export function verifies(artefact: Json, keys: Json[]): Verified {
  if (!isObject(artefact) || text(artefact, 'signature') === undefined) return no('this is no signed artefact');
  const early = algorithm(artefact);
  if (early) return early;
  const unjudged = text(artefact, 'unjudged');
  if (unjudged !== undefined)
    return Object.hasOwn(WITHOUT_MESSAGE, unjudged) ? WITHOUT_MESSAGE[unjudged as Unjudged] : no('this is no signed artefact');
  const messages = forms(artefact);
  if (!messages) return no('this is no signed artefact');
  const all = flat(keys);
  if (all.length === 0) return no('no key is published');
  const chosen = candidates(artefact, all);
  return chosen.length === 0 ? no('no published key has the kid that the signature names') : judge(artefact, chosen, messages);
}
