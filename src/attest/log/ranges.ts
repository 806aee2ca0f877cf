// Which parts of a tree the proofs of RFC 6962 2.1 are made of. Ranges of leaves only: it hashes nothing and reads nothing.

/** Leaves lo (included) to hi (not). */
export interface Range {
  lo: number;
  hi: number;
}

/** Largest power of two below n, for n of at least 2. */
export function splitOf(n: number): number {
  let k = 1;
  while (k * 2 < n) k *= 2;
  return k;
}

/** PATH(index, D[size]): ranges whose hashes prove the entry, the leaf's sibling first. */
export function inclusionRanges(index: number, size: number): Range[] {
  const ranges: Range[] = [];
  for (let [lo, hi] = [0, size]; hi - lo > 1; ) {
    const middle = lo + splitOf(hi - lo);
    ranges.push(index < middle ? { lo: middle, hi } : { lo, hi: middle });
    if (index < middle) hi = middle;
    else lo = middle;
  }
  return ranges.reverse();
}

/** PROOF(old, D[size]): ranges whose hashes prove that the tree of `old` leaves begins the one of `size`; for 0 < old < size. */
export function consistencyRanges(old: number, size: number): Range[] {
  const ranges: Range[] = [];
  let [lo, hi] = [0, size];
  while (old !== hi) {
    const middle = lo + splitOf(hi - lo);
    ranges.push(old <= middle ? { lo: middle, hi } : { lo, hi: middle });
    if (old <= middle) hi = middle;
    else lo = middle;
  }
  // The old tree itself needs no saying: its root is what is being proved.
  if (lo > 0) ranges.push({ lo, hi });
  return ranges.reverse();
}
