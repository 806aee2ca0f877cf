// Batches of JSON-RPC, which the protocol does not have any more: each is answered with one refusal, and nothing in it is read as work.
import type { ServerResponse } from 'node:http';
import { Transform, type TransformCallback, type Writable } from 'node:stream';

const REFUSAL = JSON.stringify({
  jsonrpc: '2.0',
  id: null,
  error: { code: -32600, message: 'batches are not taken: send one message at a time' },
});

/** Whether the body is a batch; it has been answered with 400 then. */
export function refusesBatch(body: unknown, response: ServerResponse): boolean {
  if (!Array.isArray(body)) return false;
  response.writeHead(400, { 'content-type': 'application/json' }).end(REFUSAL);
  return true;
}

const [NEWLINE, OPEN] = [0x0a, 0x5b];
const BLANK = new Set([0x20, 0x09, 0x0d]);

/** The lines of a client, without those that are batches: these are refused on the way out. It keeps no line, so that none is too long for it. */
export class WithoutBatches extends Transform {
  readonly #out: Writable;
  #line: 'begins' | 'passes' | 'is dropped' = 'begins';

  constructor(out: Writable) {
    super();
    this.#out = out;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] as number;
      if (this.#line === 'begins' && !BLANK.has(byte) && byte !== NEWLINE) {
        this.#line = byte === OPEN ? 'is dropped' : 'passes';
        if (byte === OPEN) {
          this.push(chunk.subarray(from, at));
          this.#out.write(`${REFUSAL}\n`);
        }
      }
      if (byte !== NEWLINE) continue;
      if (this.#line === 'is dropped') from = at + 1;
      this.#line = 'begins';
    }
    if (this.#line !== 'is dropped') this.push(chunk.subarray(from));
    done();
  }
}
