// JSON text (RFC 8259) read strictly: nothing in it may be lost or read in two ways. It must stay linear, whatever the text.
import { isContainer, type Json, parsedJson } from '../contract/json.ts';
import type { Reading } from '../contract/view.ts';
import { scanJson } from './scan.ts';
import type { TextSpan } from './spans.ts';

/** Members of all objects below a value. */
function countMembers(root: Json): number {
  let members = 0;
  const waiting: Json[] = [root];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (Array.isArray(value)) {
      for (const part of value) if (isContainer(part)) waiting.push(part);
    } else if (isContainer(value)) {
      // To take the values of an object with many members costs more than the parser did.
      const names = Object.keys(value);
      members += names.length;
      for (const name of names) {
        const part = value[name]!;
        if (isContainer(part)) waiting.push(part);
      }
    }
  }
  return members;
}

/** Changes every number of a document where it stands, without recursion. */
export function changeNumbers(root: Json, change: (number: number) => number): Json {
  if (typeof root === 'number') return change(root);
  const waiting: Json[] = [root];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (!isContainer(value)) continue;
    const holder = value as { [key: string]: Json };
    for (const [key, part] of Object.entries(holder)) {
      if (isContainer(part)) waiting.push(part);
      else if (typeof part === 'number') holder[key] = change(part);
    }
  }
  return root;
}

/** JSON has no infinity: a number too large for a double becomes the largest one. Its place is open already. */
const finite = (value: number): number => (Number.isFinite(value) ? value : Math.sign(value) * Number.MAX_VALUE);

/** Values of one document: more would cost more memory than a body of 16 MiB is worth. */
const MOST_VALUES = 2_000_000;

export interface StrictReading {
  /** The text is only the beginning of what was sent. */
  truncated?: boolean;
  /** Its masked stretches. */
  spans?: readonly TextSpan[];
  /** Objects, lists and scalars: with more the text is too large, and no value is made of it. */
  mostValues?: number;
}

/** Never throws. */
export function readJsonText(text: string, { truncated = false, spans = [], mostValues = MOST_VALUES }: StrictReading = {}): Reading {
  const scan = scanJson(text, spans, mostValues);
  if (!scan.ok) return scan.code === 'syntax' && truncated ? { ok: false, code: 'cut' } : scan;
  let value = parsedJson(text);
  if (value === undefined) return { ok: false, code: truncated ? 'cut' : 'syntax' };
  // The parser keeps the last of two equal names, so that fewer members come out than went in.
  if (countMembers(value) !== scan.members) return { ok: false, code: 'duplicate-key' };
  const { places } = scan;
  if (places.some(({ why }) => why === 'inexact')) value = changeNumbers(value, finite);
  return { ok: true, value, ...(places.length > 0 ? { places } : {}) };
}
