// Public keys where a format has them: JWK (RFC 7517) in key sets or by themselves, PEM, and verification methods of DID documents.
// It must not trust one: it only lists them.
import { soundPoint } from '../../contract/ed25519.ts';
import { isObject, type Json, type JsonObject } from '../../contract/json.ts';
import { readBase64Url } from '../base64.ts';
import { list, text } from '../openapi/members.ts';
import { p256Key } from './es256.ts';
import type { Findings, Path } from './findings.ts';
import { multibaseKey } from './multibase.ts';
import { PEM, pemKeys } from './pem.ts';

const MEMBERS = ['kid', 'kty', 'crv', 'x', 'y', 'n', 'e', 'alg', 'use'] as const;

const isJwk = (value: Json): value is JsonObject => text(value, 'kty') !== undefined;

function check(findings: Findings, key: JsonObject, path: Path): void {
  if (Object.hasOwn(key, 'd')) findings.problem('key-private', path);
  if (key.kty === 'EC' && key.crv === 'P-256' && !p256Key(key)) findings.problem('key-malformed', path);
  if (key.kty !== 'OKP' || key.crv !== 'Ed25519') return;
  const x = readBase64Url(text(key, 'x') ?? '');
  if (x?.length !== 32) findings.problem('key-malformed', [...path, 'x']);
  else if (!soundPoint(x)) findings.problem('key-weak', [...path, 'x']);
}

/** `more`: what the place of the key says of it, where the key itself does not. */
export function addKey(findings: Findings, value: Json, path: Path, more: JsonObject = {}): boolean {
  if (!isJwk(value)) return false;
  const key: JsonObject = { ...more };
  for (const name of MEMBERS) {
    const found = text(value, name);
    if (found !== undefined) key[name] = found;
  }
  check(findings, value, path);
  findings.key(key, path);
  return true;
}

/** A key set; false when the object is none. */
export function addKeySet(findings: Findings, object: JsonObject, path: Path): boolean {
  const keys = list(object, 'keys').slice(0, 1000);
  if (!keys.some(isJwk)) return false;
  for (const [i, key] of keys.entries()) {
    const at = [...path, 'keys', i];
    if (!isObject(key) || !addKey(findings, key, at)) findings.problem('key-malformed', at);
  }
  return true;
}

/** A verification method of a DID document; false when the object is none. Its id may be relative to the document's. */
export function addMethod(findings: Findings, object: JsonObject, path: Path): boolean {
  const id = text(object, 'id');
  const named: JsonObject = id === undefined ? {} : { kid: id };
  const jwk = Object.hasOwn(object, 'publicKeyJwk') ? object.publicKeyJwk! : null;
  if (addKey(findings, jwk, [...path, 'publicKeyJwk'], named)) return true;
  const multibase = text(object, 'publicKeyMultibase');
  return multibase !== undefined && addKey(findings, multibaseKey(multibase), [...path, 'publicKeyMultibase'], named);
}

/** Keys in PEM. */
export function addPem(findings: Findings, value: string, path: Path): void {
  const { keys, leaked } = pemKeys(value);
  if (leaked) findings.problem('key-private', path);
  for (const key of keys) addKey(findings, key, path, { form: PEM });
}
