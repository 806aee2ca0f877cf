// Stretches of a text that were masked, in order and apart, and offsets in order. It must not tell what stood there.

/** A stretch of a text, in UTF-16 units. */
export interface TextSpan {
  start: number;
  end: number;
}

/** True when a stretch touches one of the spans, which are in order. */
export function touches(spans: readonly TextSpan[], start: number, end: number): boolean {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans[middle]!.end <= start) low = middle + 1;
    else high = middle;
  }
  return low < spans.length && spans[low]!.start < end;
}

/** Index of the last of ascending offsets that is not behind a place; the first begins at 0. */
export function lastAt(starts: readonly number[], place: number): number {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= place) low = middle;
    else high = middle;
  }
  return low;
}
