// A cache of equal answers, so that each is parsed once: replays and repeated runs share what was read.
// Views are pure and their values are never written to, so nothing can be told from it.
import { LRUCache } from 'lru-cache';
import type { HeaderMap, Redaction } from '../contract/generated/types.ts';
import { MiB } from '../contract/units.ts';
import type { ViewSource } from '../contract/view.ts';
import { AnswerReader } from './reader.ts';

const MOST_ANSWERS = 256;
const MOST_BYTES = 8 * MiB;
/** Larger bodies are not kept: one document must not push out all others. */
const LARGEST = MiB;

const kept = new LRUCache<string, AnswerReader>({
  max: MOST_ANSWERS,
  maxSize: MOST_BYTES,
  maxEntrySize: LARGEST,
  sizeCalculation: ({ bytes }) => Math.max(1, bytes.length),
});

/** Tells most answers apart. Of those with equal keys that are not equal, the last is kept. */
const keyOf = ({ url, status, headers, bytes }: ViewSource): string => `${status} ${bytes.length} ${url} ${headers['content-type'] ?? ''}`;

/** In the same order too: views may tell it. */
function sameHeaders(a: HeaderMap, b: HeaderMap): boolean {
  if (a === b) return true;
  const names = Object.keys(a);
  const others = Object.keys(b);
  return names.length === others.length && names.every((name, i) => name === others[i] && a[name] === b[name]);
}

/** Few answers have any. */
const sameRedactions = (a: readonly Redaction[] = [], b: readonly Redaction[] = []): boolean =>
  (a.length === 0 && b.length === 0) || JSON.stringify(a) === JSON.stringify(b);

const same = (a: ViewSource, b: ViewSource): boolean =>
  a.url === b.url &&
  a.asked === b.asked &&
  a.status === b.status &&
  a.truncated === b.truncated &&
  Buffer.compare(a.bytes, b.bytes) === 0 &&
  sameHeaders(a.headers, b.headers) &&
  sameRedactions(a.redactions, b.redactions);

/** A reader of the answer, or of the equal one that is kept. */
export function readAnswer(source: ViewSource): AnswerReader {
  const key = keyOf(source);
  const former = kept.get(key);
  if (former && same(former, source)) return former;
  const reader = new AnswerReader(source);
  kept.set(key, reader);
  return reader;
}
