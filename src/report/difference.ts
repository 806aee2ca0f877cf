// Where two canonical texts part: the place in the document and the bytes around it. Pure.
import { isObject, type Json } from '../contract/json.ts';
import { visible } from '../contract/quote.ts';
import { jcs } from '../json/jcs.ts';
import { below } from '../json/pointer.ts';

export interface JsonDifference {
  /** JSON pointer of the first value that differs. */
  place: string;
  /** Offset in bytes of the canonical form of the whole. */
  at: number;
  ours: string;
  theirs: string;
}

const AROUND = 40;

function keysOf(a: Json | undefined, b: Json | undefined): (string | number)[] | undefined {
  if (Array.isArray(a) && Array.isArray(b)) return Array.from({ length: Math.max(a.length, b.length) }, (_, i) => i);
  if (isObject(a) && isObject(b)) return [...new Set([...Object.keys(a), ...Object.keys(b)])].sort();
  return undefined;
}

const member = (v: Json | undefined, key: string | number): Json | undefined =>
  v !== null && typeof v === 'object' && Object.hasOwn(v, key) ? (v as { [key: string]: Json })[key] : undefined;

const text = (v: Json | undefined): string => (v === undefined ? '' : jcs(v));

/** Pointer of the first value that differs, as deep as both sides go. */
function placeOf(a: Json | undefined, b: Json | undefined): string {
  let [left, right, place] = [a, b, ''];
  for (;;) {
    const key = keysOf(left, right)?.find((k) => text(member(left, k)) !== text(member(right, k)));
    if (key === undefined) return place;
    place = below(place, key);
    [left, right] = [member(left, key), member(right, key)];
  }
}

/** undefined when the canonical texts are equal. */
export function difference(ours: Json, theirs: Json): JsonDifference | undefined {
  const [a, b] = [jcs(ours), jcs(theirs)];
  if (a === b) return undefined;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  // Two characters may share the first half of their surrogate pairs; they differ where they begin.
  if (at > 0 && /[\ud800-\udbff]/.test(a[at - 1] as string)) at--;
  const around = (s: string): string => visible(s.slice(Math.max(0, at - AROUND / 2), at + AROUND));
  return { place: placeOf(ours, theirs), at: Buffer.byteLength(a.slice(0, at), 'utf8'), ours: around(a), theirs: around(b) };
}
