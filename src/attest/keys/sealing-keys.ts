// The keys that seal secrets of monitors: one private file of the operator's folder, a JSON Web Key Set (RFC 7517) whose first key seals. Older ones still open. It seals nothing itself.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AxproofError } from '../../contract/errors.ts';
import { isObject, parsedJson } from '../../contract/json.ts';
import { fromBase64Url32, toBase64Url } from '../../json/base64.ts';
import type { SealingKey } from '../sealing.ts';
import { locked, readPrivate, writeWhole } from './files.ts';

const FILE = 'sealing.jwks';
const KID_BYTES = 12;

const fileOf = (folder: string): string => join(folder, FILE);

export const hasSealingKeys = (folder: string): boolean => existsSync(fileOf(folder));

/** The first one seals. Throws bad-keys without quoting what the file holds, and bad-file where there is none. */
export function sealingKeys(folder: string): [SealingKey, ...SealingKey[]] {
  const file = fileOf(folder);
  const text = readPrivate(file);
  const refuse = (): never => {
    throw new AxproofError('bad-keys', `${file} is no JSON Web Key Set of symmetric keys of 256 bits`);
  };
  const keyOf = (one: unknown): SealingKey => {
    const { kty, kid, k } = isObject(one) ? one : refuse();
    const key = kty === 'oct' && typeof k === 'string' ? fromBase64Url32(k) : null;
    return typeof kid === 'string' && key ? { kid, key } : refuse();
  };
  const set = parsedJson(text);
  const [first, ...others] = isObject(set) && Array.isArray(set.keys) ? set.keys.map(keyOf) : refuse();
  return first ? [first, ...others] : refuse();
}

/** That what there is can be used; there may be none. Throws what reading it does. */
export function checkSealingKeys(folder: string): void {
  if (hasSealingKeys(folder)) sealingKeys(folder);
}

/** Makes the key that seals from now on; those before it are kept to open what they sealed. `first`: only where there is none. */
export function addSealingKey(folder: string, { first = false } = {}): Promise<SealingKey> {
  return locked(folder, () => {
    const older = hasSealingKeys(folder) ? sealingKeys(folder) : [];
    if (first && older[0]) return older[0];
    const made = { kid: toBase64Url(randomBytes(KID_BYTES)), key: randomBytes(32) };
    const keys = [made, ...older].map(({ kid, key }) => ({ kty: 'oct', use: 'enc', alg: 'A256GCM', kid, k: toBase64Url(key) }));
    writeWhole(fileOf(folder), `${JSON.stringify({ keys }, null, 2)}\n`);
    return made;
  });
}
