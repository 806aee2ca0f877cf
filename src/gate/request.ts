// What may be asked of the gate, checked member by member: nothing unknown, nothing coerced, nothing guessed.

import { isDigest } from '../contract/digest.ts';
import { AxproofError } from '../contract/errors.ts';
import type { Values } from '../contract/generated/types.ts';
import { isObject } from '../contract/json.ts';
import { isSeed, SEED_WORDS } from '../contract/seed.ts';

export interface PinnedRequest {
  target: string;
  /** A resolved pack: what `axproof pack build` writes, as a parsed value. */
  spec?: unknown;
  expectedDigest?: string;
  seed?: number;
  env?: Values;
  /** Like env, but put in only on sending and never stored. */
  secrets?: Values;
  row?: Values;
  /** The operator's own consent to writes, for loopback targets alone. */
  allowWrites?: boolean;
}

type Wanted = [holds: (value: unknown) => boolean, words: string];
const WANTED: Record<keyof PinnedRequest, Wanted> = {
  target: [(v) => typeof v === 'string', 'a text'],
  spec: [isObject, 'a resolved pack, which is a JSON object'],
  expectedDigest: [isDigest, 'sha256: and 64 lower-case hexadecimal digits'],
  seed: [isSeed, SEED_WORDS],
  env: [isObject, 'an object of names and values'],
  secrets: [isObject, 'an object of names and values'],
  row: [isObject, 'an object of names and values'],
  allowWrites: [(v) => typeof v === 'boolean', 'true or false'],
};

/** Throws bad-usage with every fault. */
export function checkRequest(request: PinnedRequest): void {
  const faults: string[] = [];
  for (const [name, value] of Object.entries(request)) {
    const wanted = Object.hasOwn(WANTED, name) ? WANTED[name as keyof PinnedRequest] : undefined;
    if (!wanted) faults.push(`${JSON.stringify(name.slice(0, 60))} is not a member of a request`);
    else if (value !== undefined && !wanted[0](value)) faults.push(`${name} has to be ${wanted[1]}`);
  }
  if (request.target === undefined) faults.push('target is missing');
  if (request.spec === undefined && request.expectedDigest === undefined) faults.push('a spec, an expected digest or both are needed');
  if (faults.length > 0) throw new AxproofError('bad-usage', 'the request is not one that the gate takes', faults.slice(0, 20));
}
