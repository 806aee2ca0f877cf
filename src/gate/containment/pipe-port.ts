// The child's end of the pipe: blocking messages over standard input and output. It touches no other file.
import { readSync, writeSync } from 'node:fs';
import { AxproofError } from '../../contract/errors.ts';
import { frame, messageOf } from './frames.ts';
import { CONTAINED } from './limits.ts';
import type { ToChild } from './protocol.ts';
import type { Port } from './serve.ts';

/** Reads until the buffer is full; false when the parent has gone. */
function fill(buffer: Buffer): boolean {
  for (let at = 0; at < buffer.length; ) {
    const read = readSync(0, buffer, at, buffer.length - at, null);
    if (read === 0) return false;
    at += read;
  }
  return true;
}

export const pipePort: Port = {
  read() {
    const head = Buffer.alloc(4);
    if (!fill(head)) return undefined;
    const body = Buffer.allocUnsafeSlow(head.readUInt32BE());
    return fill(body) ? (messageOf(body) as ToChild) : undefined;
  },
  write(message) {
    const bytes = frame(message, CONTAINED.fromChild);
    if (!bytes) throw new AxproofError('spec-too-costly', 'what the spec says or asks for at once is too long');
    for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at);
  },
};
