// Entry bundles of C2SP tlog-tiles: entries one after the other, each behind its length as two bytes. It knows no meaning of an entry but one: digests.

/** The bytes that are logged for a digest: its text, so that anybody can hash it by hand. */
export const entryOf = (digest: string): Uint8Array => Buffer.from(digest, 'utf8');

export function bundleOf(entries: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(entries.flatMap((entry) => [Uint8Array.of(entry.length >> 8, entry.length & 0xff), entry]));
}

/** The entries of a bundle; undefined when its lengths do not come out. */
export function entriesOf(bundle: Uint8Array): Uint8Array[] | undefined {
  const entries: Uint8Array[] = [];
  for (let at = 0; at < bundle.length; ) {
    const start = at + 2;
    if (start > bundle.length) return undefined;
    const end = start + ((bundle[at] as number) << 8) + (bundle[at + 1] as number);
    if (end > bundle.length) return undefined;
    entries.push(bundle.subarray(start, end));
    at = end;
  }
  return entries;
}
