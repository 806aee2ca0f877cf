// Public keys where a format has them: JWK (RFC 7517) in key sets or by themselves, PEM, and verification methods of DID documents.
// It must not trust one: it only lists them.
import { soundPoint } from '../../contract/ed25519.ts';
import { isObject, type Json, type JsonObject } from '../../contract/json.ts';
import { readBase64Url, toBase64Url } from '../../json/base64.ts';
import { list, text } from '../members.ts';
import { p256Key } from './es256.ts';
import type { FindingPath, Findings } from './findings.ts';
import { jwkOf, PEM, pemKeys, UNREAD } from './pem.ts';

// Public keys of DID documents that are written as publicKeyMultibase (Multikey: base58btc of a code and the key), as JWK.
// It must stay bounded: base58 takes the square of the length.
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const MOST_CHARACTERS = 100;
const ED25519 = 'ed01';
const P256 = '8024';
/** SubjectPublicKeyInfo of a compressed point of P-256, before the point. */
const P256_SPKI = Buffer.from('3039301306072a8648ce3d020106082a8648ce3d030107032200', 'hex');

function base58(text: string): Buffer | null {
  let number = 0n;
  for (const character of text) {
    const digit = ALPHABET.indexOf(character);
    if (digit < 0) return null;
    number = number * 58n + BigInt(digit);
  }
  const hex = number.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
}

const p256 = (point: Buffer): JsonObject => jwkOf({ key: Buffer.concat([P256_SPKI, point]), format: 'der', type: 'spki' });

/** The key as JWK; one of another kind says that it was not read. */
function multibaseKey(text: string): JsonObject {
  const bytes = text.startsWith('z') && text.length <= MOST_CHARACTERS ? base58(text.slice(1)) : null;
  const [code, key] = [bytes?.subarray(0, 2).toString('hex'), bytes?.subarray(2)];
  if (code === ED25519 && key?.length === 32) return { kty: 'OKP', crv: 'Ed25519', x: toBase64Url(key) };
  if (code === P256 && key?.length === 33) return p256(key);
  return { kty: UNREAD };
}

const MEMBERS = ['kid', 'kty', 'crv', 'x', 'y', 'n', 'e', 'alg', 'use'] as const;

const isJwk = (value: Json): value is JsonObject => text(value, 'kty') !== undefined;

function check(findings: Findings, key: JsonObject, path: FindingPath): void {
  if (Object.hasOwn(key, 'd')) findings.problem('key-private', path);
  if (key.kty === 'EC' && key.crv === 'P-256' && !p256Key(key)) findings.problem('key-malformed', path);
  if (key.kty !== 'OKP' || key.crv !== 'Ed25519') return;
  const x = readBase64Url(text(key, 'x') ?? '');
  if (x?.length !== 32) findings.problem('key-malformed', [...path, 'x']);
  else if (!soundPoint(x)) findings.problem('key-weak', [...path, 'x']);
}

/** `more`: what the place of the key says of it, where the key itself does not; a name there is one more. */
export function addKey(findings: Findings, value: Json, path: FindingPath, more: JsonObject = {}): boolean {
  if (!isJwk(value)) return false;
  const key: JsonObject = { ...more };
  for (const name of MEMBERS) {
    const found = text(value, name);
    if (found !== undefined) key[name] = found;
  }
  check(findings, value, path);
  findings.key(key, path);
  if (more.kid !== undefined && more.kid !== key.kid) findings.key({ ...key, kid: more.kid }, path);
  return true;
}

/** A key set; false when the object is none. */
export function addKeySet(findings: Findings, object: JsonObject, path: FindingPath): boolean {
  const keys = list(object, 'keys').slice(0, 1000);
  if (!keys.some(isJwk)) return false;
  for (const [i, key] of keys.entries()) {
    const at = [...path, 'keys', i];
    if (!isObject(key) || !addKey(findings, key, at)) findings.problem('key-malformed', at);
  }
  return true;
}

/** A verification method of a DID document; false when the object is none. Its id may be relative to the document's. */
export function addMethod(findings: Findings, object: JsonObject, path: FindingPath): boolean {
  const id = text(object, 'id');
  const named: JsonObject = id === undefined ? {} : { kid: id };
  const jwk = Object.hasOwn(object, 'publicKeyJwk') ? object.publicKeyJwk! : null;
  if (addKey(findings, jwk, [...path, 'publicKeyJwk'], named)) return true;
  const multibase = text(object, 'publicKeyMultibase');
  return multibase !== undefined && addKey(findings, multibaseKey(multibase), [...path, 'publicKeyMultibase'], named);
}

export function addPem(findings: Findings, value: string, path: FindingPath): void {
  const { keys, leaked } = pemKeys(value);
  if (leaked) findings.problem('key-private', path);
  for (const key of keys) addKey(findings, key, path, { form: PEM });
}
