// A spec as it came, before anybody looks into it: plain JSON with its digest, and the comparison that everything hangs on. Nothing of it is validated, compiled or run here.
import { timingSafeEqual } from 'node:crypto';
import { sha256 } from '../contract/digest.ts';
import { AxproofError } from '../contract/errors.ts';
import { isObject } from '../contract/json.ts';
import { LIMITS } from '../contract/limits.ts';
import { jcs } from '../json/jcs.ts';
import { tooLarge } from './containment/spec-size.ts';

export interface Spec {
  /** The canonical form, which the digest is over. */
  text: string;
  digest: string;
}

const bad = (detail: string): AxproofError => new AxproofError('bad-pack', `the spec cannot be read: ${detail}`);

function orBad<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw bad((error as Error).message);
  }
}

/** A resolved document as JSON: as long as its canonical form, which is sorted, and costs ten times as much. Throws bad-pack for what is no JSON, and spec-too-large. */
export function jsonOf(document: unknown): string {
  if (!isObject(document)) throw bad('a resolved pack is a JSON object');
  const text = orBad(() => JSON.stringify(document));
  const long = tooLarge(text, document);
  if (long !== undefined) throw new AxproofError('spec-too-large', long);
  return text;
}

/** The digest of a resolved document. Throws bad-pack for what has no canonical form, and spec-too-large. */
export function specOf(document: unknown): Spec {
  jsonOf(document);
  const text = orBad(() => jcs(document, LIMITS.jsonDepth));
  return { text, digest: sha256(text) };
}

/** Throws digest-mismatch with both. */
export function compareDigests(is: string, expected: string): void {
  const [a, b] = [Buffer.from(is), Buffer.from(expected)];
  if (a.length === b.length && timingSafeEqual(a, b)) return;
  throw new AxproofError('digest-mismatch', 'the spec is not the one that was ratified', [
    `the spec is   ${is}`,
    `expected was  ${expected}`,
  ]);
}
