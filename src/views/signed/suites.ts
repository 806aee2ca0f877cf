// The ways to sign that are judged, and which keys each takes. It must not choose a key, nor judge what is in neither way.
import { sha256 } from '../../contract/digest.ts';
import { soundPoint, verifyEd25519 } from '../../contract/ed25519.ts';
import type { JsonObject } from '../../contract/json.ts';
import { readBase64Url } from '../../json/base64.ts';
import { jcs } from '../../json/jcs.ts';
import { member, text } from '../members.ts';
import { p256Key, verifyEcdsaDer, verifyEs256 } from './es256.ts';

type Judge = (message: Uint8Array, signature: Uint8Array) => boolean;

/** A way to sign: its names in JOSE, the keys that fit, and what a key judges with, if a signature may rest on it. */
export interface SignatureSuite {
  name: string;
  algorithms: readonly string[];
  kty: string;
  crv: string;
  judge(key: JsonObject): Judge | null;
  /** Other keys of the same algorithm name, which are not judged. */
  foreign(key: JsonObject, alg: string | undefined): boolean;
}

const ED25519: SignatureSuite = {
  name: 'Ed25519',
  algorithms: ['EdDSA', 'Ed25519'],
  kty: 'OKP',
  crv: 'Ed25519',
  judge: (key) => {
    const bytes = readBase64Url(text(key, 'x') ?? '');
    return bytes && soundPoint(bytes) ? (message, signature) => verifyEd25519(bytes, message, signature) : null;
  },
  // EdDSA may also mean Ed448.
  foreign: (key, alg) => alg === 'EdDSA' && key.kty === 'OKP',
};

const ES256: SignatureSuite = {
  name: 'P-256',
  algorithms: ['ES256'],
  kty: 'EC',
  crv: 'P-256',
  judge: (key) => {
    const point = p256Key(key);
    return point ? (message, signature) => verifyEs256(point, message, signature) : null;
  },
  foreign: () => false,
};

/** As sigstore and in-toto sign envelopes: ECDSA with SHA-256, the signature in DER (RFC 3279, 2.2.3); some write r and s as JOSE does. */
const ECDSA: SignatureSuite = {
  ...ES256,
  judge: (key) => {
    const point = p256Key(key);
    return point ? (message, signature) => verifyEs256(point, message, signature) || verifyEcdsaDer(point, message, signature) : null;
  },
};

const SUITES = [ED25519, ES256];

/** An envelope names no algorithm: its keys do. */
export const suitesOf = (artefact: JsonObject): SignatureSuite[] =>
  artefact.kind === 'dsse' ? [ED25519, ECDSA] : SUITES.filter(({ algorithms }) => algorithms.includes(text(artefact, 'alg') ?? ''));

export const fits = (key: JsonObject, { kty, crv }: SignatureSuite): boolean => member(key, 'kty') === kty && member(key, 'crv') === crv;

/** RFC 7638: a name that every key has, of its required members; undefined where one is no text, since that is no key. */
export function thumbprint(key: JsonObject): string | undefined {
  const suite = SUITES.find((one) => fits(key, one));
  if (!suite) return undefined;
  const members = (suite === ES256 ? ['crv', 'kty', 'x', 'y'] : ['crv', 'kty', 'x']).map((name) => [name, text(key, name)] as const);
  if (!members.every(([, value]) => value?.isWellFormed())) return undefined;
  const digest = sha256(jcs(Object.fromEntries(members)));
  return Buffer.from(digest.slice('sha256:'.length), 'hex').toString('base64url');
}
