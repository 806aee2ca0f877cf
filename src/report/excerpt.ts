// A part of an answer's body around a place in it, for receipts. It shows what was recorded and judges nothing.
import { jsonLeaves } from '../json/leaves.ts';
import { tokensOf } from '../json/pointer.ts';
import type { TextSpan } from '../json/spans.ts';

export interface Excerpt {
  before: string;
  /** Empty where no place is known: then it is the beginning. */
  marked: string;
  after: string;
}

/** Characters of an excerpt, and lines around what is marked. */
const MOST = { before: 160, marked: 200, after: 400, beginning: 200, lines: 3 };

function lineSpan(text: string, line: number): TextSpan | undefined {
  let start = 0;
  for (let n = 1; n < line; n++) {
    start = text.indexOf('\n', start) + 1;
    if (start === 0) return undefined;
  }
  const end = text.indexOf('\n', start);
  return { start, end: end === -1 ? text.length : end };
}

/** The first scalar at or below a pointer: the outside of an object says less than what stands in it. */
function pointerSpan(text: string, pointer: string): TextSpan | undefined {
  const wanted = tokensOf(pointer);
  let found = false;
  return jsonLeaves(text, (path) => {
    if (found) return false;
    found = wanted.length <= path.length && wanted.every((token, i) => String(path[i]) === token);
    return found;
  })?.[0];
}

export interface ExcerptSpot {
  line?: number;
  pointer?: string;
}

function spanOf(text: string, { line, pointer }: ExcerptSpot): TextSpan | undefined {
  if (line !== undefined) return lineSpan(text, line);
  return pointer?.startsWith('/') ? pointerSpan(text, pointer) : undefined;
}

/** So many whole lines from the end, or the beginning, and no more characters than fit. */
const lastLines = (text: string): string => text.split('\n').slice(-MOST.lines).join('\n').slice(-MOST.before);
const firstLines = (text: string, most: number): string => text.split('\n').slice(0, MOST.lines).join('\n').slice(0, most);

const cut = (shown: string, all: string): string => (shown.length < all.length ? `${shown.trimEnd()} …` : shown);

export function excerpt(text: string, spot: ExcerptSpot): Excerpt {
  const span = spanOf(text, spot);
  if (!span) return { before: cut(firstLines(text, MOST.beginning), text), marked: '', after: '' };
  const end = Math.min(span.end, span.start + MOST.marked);
  const [head, tail] = [text.slice(0, span.start), text.slice(end)];
  const before = lastLines(head);
  return {
    before: before.length < head.length ? `… ${before.trimStart()}` : before,
    marked: text.slice(span.start, end),
    after: cut(firstLines(tail, MOST.after), tail),
  };
}
