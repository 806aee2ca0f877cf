// Secrets that are numbers: found only where they stand on their own, and replaced so that JSON stays JSON.
import { jsonLeaves } from './json-leaves.ts';

export const isNumber = (text: string): boolean => /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text);

const JSON_START = /^\uFEFF?\s*[[{]/;

/** Where values of a JSON text begin. */
function valueStarts(text: string): ReadonlySet<number> {
  const leaves = JSON_START.test(text) ? jsonLeaves(text, () => true) : undefined;
  return new Set(leaves?.map((l) => l.start));
}

/** Within a longer number or word the digits are another number; as a bare JSON value the mark becomes text. */
export function numberReplaced(text: string, find: string, mark: string): string {
  let values: ReadonlySet<number> | undefined;
  let out = '';
  let done = 0;
  for (let at = text.indexOf(find); at >= 0; at = text.indexOf(find, at + find.length)) {
    if (/[\w.+-]/.test(text[at - 1] ?? '') || /^(?:\w|\.\d)/.test(text.slice(at + find.length, at + find.length + 2))) continue;
    values ??= valueStarts(text);
    out += text.slice(done, at) + (values.has(at) ? `"${mark}"` : mark);
    done = at + find.length;
  }
  return out + text.slice(done);
}
