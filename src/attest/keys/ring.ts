// The document of a key folder, ring.json: reads and writes its public part in canonical form, and refuses one that does not hold together.
import { AxproofError } from '../../contract/errors.ts';
import type { KeyRing, KeySet } from '../../contract/generated/types.ts';
import { parsedJson } from '../../contract/json.ts';
import { readKey } from '../public-key.ts';
import { shaped } from '../shape.ts';

export const EMPTY_RING: KeyRing = { format: 1, kind: 'KeyRing', keys: [] };

export function checkRing(value: unknown, where: string): KeyRing {
  const refuse = (detail: string): never => {
    throw new AxproofError('bad-keys', `${where}: ${detail}`);
  };
  const ring = shaped('KeyRing', value);
  if (!ring.ok) return refuse(ring.detail);
  const { keys } = ring.value;
  for (const key of keys) {
    const read = readKey(key);
    if (!read.ok) refuse(read.detail);
  }
  if (new Set(keys.map((key) => key.kid)).size < keys.length) refuse('a key stands in it twice');
  for (const status of ['current', 'next'] as const)
    if (keys.filter((key) => key.status === status).length > 1) refuse(`it has two ${status} keys`);
  return ring.value;
}

export function parseRing(text: string, where: string): KeyRing {
  const value = parsedJson(text);
  if (value === undefined) throw new AxproofError('bad-keys', `${where} is not JSON`);
  return checkRing(value, where);
}

/** What is published: every key, so that old reports stay verifiable. */
export const keySetOf = (ring: KeyRing): KeySet => ({ keys: ring.keys });
