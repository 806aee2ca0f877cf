// Where in the decoded text of a body the recorder masked something. It must not tell what stood there.
import { isUtf8 } from 'node:buffer';
import type { Decoded, OpenPlace, ViewSource } from '../contract/view.ts';
import type { TextSpan } from '../json/spans.ts';
import { markLength } from './decode.ts';

/** Offsets that a recorder of UTF-8 bytes counted in UTF-16 units, as offsets of bytes. Offsets ascend. */
function byteOffsets(bytes: Uint8Array, units: readonly number[]): number[] {
  const out: number[] = [];
  let unit = 0;
  let at = 0;
  for (const wanted of units) {
    for (; unit < wanted && at < bytes.length; ) {
      const lead = bytes[at]!;
      const width = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
      at += width;
      unit += width === 4 ? 2 : 1;
    }
    out.push(at);
  }
  return out;
}

/** In order and apart, as the recorder lists them; empty when nothing was masked. */
export function redactedSpans(source: ViewSource, decoded: Decoded): readonly TextSpan[] {
  const masked = source.redactions?.filter((r) => r.where === 'body') ?? [];
  if (masked.length === 0 || !decoded.ok) return [];
  const { charset } = decoded;
  const mark = markLength(source.bytes, charset);
  if (charset === 'utf-8') return masked.map(({ start, end }) => ({ start: start - (mark > 0 ? 1 : 0), end: end - (mark > 0 ? 1 : 0) }));
  // Bodies that are UTF-8 are stored as text, whatever they declare, and places in them are counted in its units.
  const edges = masked.flatMap(({ start, end }) => [start, end]);
  const bytes = isUtf8(source.bytes) ? byteOffsets(source.bytes, edges) : edges;
  const width = charset === 'windows-1252' ? 1 : 2;
  return masked.map((_, i) => ({
    start: Math.floor((bytes[2 * i]! - mark) / width),
    end: Math.ceil((bytes[2 * i + 1]! - mark) / width),
  }));
}

/** The open place of a value that was read from a header of which a part was masked. */
export const redactedHeader = (source: ViewSource, name: string): boolean =>
  source.redactions?.some((r) => r.where === 'header' && r.name === name) ?? false;

/** Members of a reading for its open places: nothing when there are none. */
export const openMembers = (places: OpenPlace[]): { places?: OpenPlace[] } => (places.length > 0 ? { places } : {});
