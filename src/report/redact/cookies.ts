// Finds the values of cookies in a (joined) Set-Cookie header. Names and well-known attributes stay.
import type { RedactedSpan } from './span.ts';

const ATTRIBUTES = new Set(['domain', 'expires', 'httponly', 'max-age', 'partitioned', 'path', 'priority', 'samesite', 'secure']);
/** A comma begins another cookie when a name and an equals sign follow; the comma of a date has neither. */
const NAME = /^[ \t]{0,8}[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}=/;

/** Starts of the cookies of a value: repeated fields come joined with ', '. */
function starts(value: string): number[] {
  const found = [0];
  for (let comma = value.indexOf(','); comma !== -1; comma = value.indexOf(',', comma + 1)) {
    if (NAME.test(value.slice(comma + 1, comma + 300))) found.push(comma + 1);
  }
  return found;
}

function valuesOf(value: string, start: number, end: number): RedactedSpan[] {
  const found: RedactedSpan[] = [];
  let at = start;
  while (at < end) {
    const semicolon = value.indexOf(';', at);
    const stop = semicolon === -1 || semicolon > end ? end : semicolon;
    const equals = value.indexOf('=', at);
    const named = equals !== -1 && equals < stop;
    const name = value
      .slice(at, named ? equals : stop)
      .trim()
      .toLowerCase();
    if (at === start || !ATTRIBUTES.has(name)) found.push({ start: named ? equals + 1 : at, end: stop, kind: 'cookie' });
    at = stop + 1;
  }
  return found.filter((span) => span.end > span.start);
}

export function cookies(value: string): RedactedSpan[] {
  const from = starts(value);
  return from.flatMap((start, i) => valuesOf(value, start, i + 1 < from.length ? from[i + 1]! - 1 : value.length));
}
