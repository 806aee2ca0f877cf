// Equal answers are one object while they are kept, so that what was read of one is read of all: replays and repeated runs parse nothing twice.
// Views are pure and their values are never written to, so nothing can be told from it.
import { createHash } from 'node:crypto';
import type { ViewSource } from '../contract/view.ts';

const MOST_ANSWERS = 256;
const MOST_BYTES = 8 * 1024 * 1024;
/** Larger bodies are not kept: one document must not push out all others. */
const LARGEST = 1024 * 1024;

const kept = new Map<string, ViewSource>();
let bytesKept = 0;

function keyOf(source: ViewSource): string {
  const { url, status, headers, truncated, redactions, bytes } = source;
  const around = JSON.stringify([url, status, Object.entries(headers), truncated, redactions ?? null]);
  return createHash('sha256').update(around).update('\0').update(bytes).digest('base64');
}

function drop(key: string): void {
  bytesKept -= kept.get(key)?.bytes.length ?? 0;
  kept.delete(key);
}

/** The source itself, or the equal one that is kept. */
export function interned(source: ViewSource): ViewSource {
  if (source.bytes.length > LARGEST) return source;
  const key = keyOf(source);
  const known = kept.get(key) ?? source;
  // What was asked for last goes last.
  drop(key);
  kept.set(key, known);
  bytesKept += known.bytes.length;
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_ANSWERS && bytesKept <= MOST_BYTES) break;
    drop(oldest);
  }
  return known;
}
