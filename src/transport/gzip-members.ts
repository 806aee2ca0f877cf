// Finds where the members of a gzip end (RFC 1952), for bodies behind which their sender wrote something else: clients take the members, and pass over the rest.
// It keeps nothing; what it is given is bounded by its caller, and what it does by that and by `most`.
import { gunzipSync, inflateRawSync } from 'node:zlib';

const [HAS_CHECKSUM, HAS_EXTRA, HAS_NAME, HAS_COMMENT] = [2, 4, 8, 16];
const HEADER = 10;
const TRAILER = 8;
const FIRST_BYTE = 0x1f;
/** Each costs a decoder of its own; a server that compresses makes one. */
const MOST_MEMBERS = 16;

/** Where the compressed part begins of the member at `at`. Throws where the header is cut. */
function headerEnd(bytes: Buffer, at: number): number {
  const flags = bytes.readUInt8(at + 3);
  let end = at + HEADER;
  if (flags & HAS_EXTRA) end += 2 + bytes.readUInt16LE(end);
  for (const flag of [HAS_NAME, HAS_COMMENT]) if (flags & flag) end = bytes.indexOf(0, end) + 1 || bytes.length;
  return flags & HAS_CHECKSUM ? end + 2 : end;
}

/** Throws where the member is damaged, cut, or holds more than `most` bytes. */
function readMember(bytes: Buffer, at: number, most: number): { end: number; size: number } {
  const start = headerEnd(bytes, at);
  // What `info` makes of the answer is missing in the types of Node.
  const { buffer, engine } = inflateRawSync(bytes.subarray(start), { info: true, maxOutputLength: most } as object) as unknown as {
    buffer: Buffer;
    engine: { bytesWritten: number };
  };
  return { end: start + engine.bytesWritten + TRAILER, size: buffer.length };
}

/** The content of the members that the bytes begin with; undefined where one of them is not whole, or is damaged, or all together hold more than `most` bytes. */
export function wholeMembers(bytes: Buffer, most: number): Buffer | undefined {
  try {
    let end = 0;
    let left = most;
    for (let members = 0; bytes[end] === FIRST_BYTE; members++) {
      if (members === MOST_MEMBERS) return undefined;
      const read = readMember(bytes, end, Math.max(1, left));
      end = read.end;
      left -= read.size;
    }
    return end > bytes.length ? undefined : gunzipSync(bytes.subarray(0, end), { maxOutputLength: most });
  } catch {
    return undefined;
  }
}
