// Public keys as JWK (RFC 7517, RFC 8037), in key sets or by themselves. It must not trust one: it only lists them.
import { soundPoint } from '../../contract/ed25519.ts';
import { isObject, type Json, type JsonObject } from '../../contract/json.ts';
import { readBase64Url } from '../base64.ts';
import { list, text } from '../openapi/members.ts';
import type { Findings, Path } from './findings.ts';

const MEMBERS = ['kid', 'kty', 'crv', 'x', 'y', 'n', 'e', 'alg', 'use'] as const;

const isJwk = (value: Json): value is JsonObject => text(value, 'kty') !== undefined;

function check(findings: Findings, key: JsonObject, path: Path): void {
  if (Object.hasOwn(key, 'd')) findings.problem('key-private', path);
  if (key.kty !== 'OKP' || key.crv !== 'Ed25519') return;
  const x = readBase64Url(text(key, 'x') ?? '');
  if (x?.length !== 32) findings.problem('key-malformed', [...path, 'x']);
  else if (!soundPoint(x)) findings.problem('key-weak', [...path, 'x']);
}

export function addKey(findings: Findings, value: Json, path: Path): boolean {
  if (!isJwk(value)) return false;
  const key: JsonObject = {};
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
