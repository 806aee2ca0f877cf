// Judges one signed artefact against published keys: pure Ed25519 and ES256; of other algorithms it says that they are not judged.
// It must not trust a key that the artefact itself carries, and must never call genuine what a second reading would not.
import { isObject, type Json, type JsonObject } from '../../contract/json.ts';
import { readBase64, readBase64Url } from '../../json/base64.ts';
import { list, member, text } from '../members.ts';
import type { Unjudged } from './findings.ts';
import { PEM, UNREAD } from './pem.ts';
import { fits, type SignatureSuite, suitesOf, thumbprint } from './suites.ts';

export interface SignatureVerdict {
  /** foreign: somebody else signed, and no key of theirs is at hand. */
  value: 'true' | 'false' | 'unclear' | 'foreign';
  why?: string;
}

/** Keys tried for one artefact: each costs milliseconds, and a stranger chooses how many there are. */
const MOST_KEYS = 8;
const MOST_FORMS = 8;
/** Keys times forms. */
const MOST_TRIES = 32;
const SIGNATURE_BYTES = 64;

const WITHOUT_MESSAGE: Record<Unjudged, SignatureVerdict> = {
  'too-large': { value: 'unclear', why: 'the signed document is too large to judge' },
  detached: { value: 'unclear', why: 'the signed payload stands elsewhere' },
  'not-canonical': { value: 'unclear', why: 'the signed document has no canonical form' },
  critical: { value: 'unclear', why: 'the signature uses an extension that is not judged' },
  malformed: { value: 'false', why: 'the envelope is malformed' },
};

const no = (why: string): SignatureVerdict => ({ value: 'false', why });
const unclear = (why: string): SignatureVerdict => ({ value: 'unclear', why });

const afterHash = (id: string): string => id.slice(id.indexOf('#') + 1);

function hasKid(key: JsonObject, kid: string): boolean {
  const own = text(key, 'kid');
  if (own === undefined) return thumbprint(key) === kid;
  // The id of a verification method may be written with and without the document's.
  return (
    own === kid ||
    (own.includes('#') && kid.includes('#') && (own.startsWith('#') || kid.startsWith('#')) && afterHash(own) === afterHash(kid))
  );
}

/** Keys by themselves and in key sets. */
function flat(keys: readonly Json[]): JsonObject[] {
  return keys
    .flatMap((key) => (isObject(key) && text(key, 'kty') === undefined ? list(key, 'keys') : [key]))
    .filter((key) => isObject(key));
}

function usable(key: JsonObject, { algorithms }: SignatureSuite): boolean {
  const [use, alg, operations] = [member(key, 'use'), member(key, 'alg'), member(key, 'key_ops')];
  if (use !== undefined && use !== 'sig') return false;
  if (alg !== undefined && !algorithms.some((name) => name === alg)) return false;
  return operations === undefined || (Array.isArray(operations) && operations.includes('verify'));
}

function candidates(artefact: JsonObject, keys: readonly JsonObject[]): readonly JsonObject[] {
  const kid = text(artefact, 'kid');
  if (kid === undefined) return keys;
  const matching = keys.filter((key) => hasKid(key, kid));
  if (matching.length > 0) return matching;
  // A DSSE keyid is an unauthenticated hint. The kid of a JWS names the key, if its form can bear a name; and one key alone need not have any (RFC 7517, section 4.5).
  if (artefact.kind === 'dsse') return keys;
  return keys.length === 1 && text(keys[0], 'kid') === undefined ? keys : keys.filter((key) => key.form === PEM);
}

/** A verdict from the algorithm alone, or null to go on. */
function algorithm(artefact: JsonObject): SignatureVerdict | null {
  if (artefact.kind === 'dsse') return null;
  const alg = text(artefact, 'alg');
  if (alg === undefined) return no('the signature names no algorithm');
  if (alg.toLowerCase() === 'none') return no('the algorithm is none, so nothing is signed');
  return suitesOf(artefact).length > 0 ? null : unclear('the algorithm is neither Ed25519 nor ES256');
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

function judge(
  artefact: JsonObject,
  suites: readonly SignatureSuite[],
  chosen: readonly JsonObject[],
  messages: readonly Uint8Array[],
): SignatureVerdict {
  const name = suites.map((suite) => suite.name).join(' or ');
  const alg = text(artefact, 'alg');
  const isStrange = (key: JsonObject): boolean =>
    artefact.kind === 'dsse' || key.kty === UNREAD || suites.some((suite) => suite.foreign(key, alg));
  const foreign = chosen.some((key) => !suites.some((suite) => fits(key, suite)) && isStrange(key));
  const signature = signatureBytes(artefact);
  if (!signature) return no('the signature is not canonical base64');
  const sound = chosen.flatMap((key) =>
    suites.filter((suite) => fits(key, suite) && usable(key, suite)).flatMap((suite) => suite.judge(key) ?? []),
  );
  const tried = sound.slice(0, Math.min(MOST_KEYS, Math.floor(MOST_TRIES / messages.length)));
  if (tried.some((verified) => messages.some((message) => verified(message, signature)))) return { value: 'true' };
  if (foreign) return unclear(`a key is not a key of ${name}`);
  if (sound.length > tried.length) return unclear('more keys are published than are tried');
  if (sound.length === 0) return no(`no key of ${name} that may verify a signature is among the keys`);
  if (signature.length !== SIGNATURE_BYTES && artefact.kind !== 'dsse') return no(`the signature is not ${SIGNATURE_BYTES} bytes long`);
  return no('the signature does not verify under the published keys');
}

const beforeHash = (id: string): string => id.split('#', 1)[0]!;

/** Whether the signature names keys that lie on another site, or a signer of another site of whom the keys hold nothing. */
function isForeign(artefact: JsonObject, keys: readonly JsonObject[]): boolean {
  if (artefact.foreign === 'keys') return true;
  const kid = text(artefact, 'kid');
  if (artefact.foreign !== 'signer') return false;
  return kid === undefined || !keys.some((key) => beforeHash(text(key, 'kid') ?? thumbprint(key) ?? '') === beforeHash(kid));
}

/**
 * Whether it verifies under the key of a certificate that it brings along, and names no key that is at hand. Whose that certificate is, its
 * chain tells, which is not judged: such a signature proves nothing of the site, and is no forgery.
 */
function isCertified(
  artefact: JsonObject,
  suites: readonly SignatureSuite[],
  keys: readonly JsonObject[],
  messages: readonly Uint8Array[],
): boolean {
  const certified = member(artefact, 'certified');
  const kid = text(artefact, 'kid');
  if (!isObject(certified) || (kid !== undefined && keys.some((key) => hasKid(key, kid)))) return false;
  return judge(artefact, suites, [certified], messages).value === 'true';
}

function judgeNamed(
  artefact: JsonObject,
  suites: readonly SignatureSuite[],
  keys: readonly JsonObject[],
  messages: readonly Uint8Array[],
): SignatureVerdict {
  const chosen = candidates(artefact, keys);
  if (chosen.length > 0) return judge(artefact, suites, chosen, messages);
  // A key in a form that is not read has no name that we know.
  if (keys.some((key) => key.kty === UNREAD)) return unclear('a key is in a form that is not read');
  return no('no published key has the kid that the signature names');
}

/** Whether the artefact (of the signed view) verifies under one of the keys (JWK or key sets). Never throws. */
export function verifies(artefact: Json, keys: Json[]): SignatureVerdict {
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
  const suites = suitesOf(artefact);
  const found = judgeNamed(artefact, suites, all, messages);
  if (found.value === 'true') return found;
  if (isForeign(artefact, all)) return { value: 'foreign', why: 'the signature names a key of somebody else, which is not at hand' };
  return isCertified(artefact, suites, all, messages)
    ? { value: 'foreign', why: 'the signature verifies under a certificate that it brings along' }
    : found;
}
