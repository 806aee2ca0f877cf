// Tells a bearer credential from a signed document by what a compact JWS says. Documents are published to be checked, so they stay.
import { isObject, type Members, parsedJson } from '../../contract/json.ts';

const LONGEST = 16_384;

function part(text: string): Members | null {
  const value = text.length > LONGEST ? undefined : parsedJson(Buffer.from(text, 'base64url').toString('utf8'));
  return isObject(value) ? value : null;
}

const has = (object: Members, names: readonly string[]): boolean => names.some((name) => Object.hasOwn(object, name));

/** Claims of verifiable credentials, in-toto statements and signed OAuth metadata. */
const DOCUMENT = [
  'vc',
  'vp',
  '@context',
  '_type',
  'predicateType',
  'issuer',
  'resource',
  'software_id',
  'credentialSubject',
  'sd_hash',
  '_sd',
];
const SESSION = ['sub', 'scope', 'scp', 'client_id', 'azp', 'sid', 'nonce', 'email'];

export type JwtJudge = (header: string, payload: string) => boolean;

/** Texts that only look like tokens are cheap to make and dear to parse, so a judge gives up after so many. */
const MOST_FAILURES = 2_000;
/** {"alg":"x"} in base64url. */
const SHORTEST = 15;

/** A judge of one text. */
export function jwtJudge(): JwtJudge {
  let failures = 0;
  return (header, payload) => {
    if (header.length < SHORTEST || failures > MOST_FAILURES) return false;
    const head = part(header);
    if (!head) failures += 1;
    if (!head || typeof head.alg !== 'string') return false;
    // A symmetric signature can be checked by nobody else, so it is no published document.
    if (head.alg.startsWith('HS')) return true;
    if (typeof head.typ === 'string' && /^(application\/)?at\+jwt$/i.test(head.typ)) return true;
    const claims = part(payload);
    if (!claims) failures += 1;
    return claims !== null && has(claims, ['exp']) && has(claims, SESSION) && !has(claims, DOCUMENT);
  };
}
