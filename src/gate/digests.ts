// Digests as callers name them, and the comparison that everything hangs on.
import { timingSafeEqual } from 'node:crypto';
import { AxproofError } from '../contract/errors.ts';

/** Throws digest-mismatch with both. */
export function compareDigests(is: string, expected: string): void {
  const [a, b] = [Buffer.from(is), Buffer.from(expected)];
  if (a.length === b.length && timingSafeEqual(a, b)) return;
  throw new AxproofError('digest-mismatch', 'the spec is not the one that was ratified', [
    `the spec is   ${is}`,
    `expected was  ${expected}`,
  ]);
}
