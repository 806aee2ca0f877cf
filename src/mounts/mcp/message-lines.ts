// The lines of a client on stdio. A line that is no message is answered with one JSON-RPC error, so that the client does not wait for ever.
import { Transform, type TransformCallback, type Writable } from 'node:stream';
import { parseJSONRPCMessage, STDIO_DEFAULT_MAX_BUFFER_SIZE } from '@modelcontextprotocol/server';
import { isObject } from '../../contract/json.ts';
import { strictJson } from '../../json/strict-json.ts';
import { BAD_ID, hasBadId, INVALID_REQUEST, NO_BATCHES, PARSE_ERROR, refusal } from './refusal.ts';

/** Bytes of a line with its end: the reader behind this one ends the connection at a longer one. */
const MOST_LINE = STDIO_DEFAULT_MAX_BUFFER_SIZE;
const NEWLINE = 0x0a;
const END = Buffer.of(NEWLINE);
const BLANK: ReadonlySet<number> = new Set([0x20, 0x09, 0x0d]);

/** What can be repeated as the id of an answer. */
const idOf = (value: unknown): string | number | null => {
  const id = isObject(value) ? value.id : undefined;
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as string | number) : null;
};

/** An answer is never answered, whatever its shape: two sides that did would never end. */
const isAnswer = (value: unknown): boolean => isObject(value) && !('method' in value) && ('result' in value || 'error' in value);

function isMessage(value: unknown): boolean {
  try {
    parseJSONRPCMessage(value);
    return true;
  } catch {
    return false;
  }
}

/** Why a line is no message; undefined where it is one, or an answer. */
function refusalOf(line: Uint8Array): string | undefined {
  const read = strictJson(line, MOST_LINE);
  if (!read.ok) return refusal(PARSE_ERROR, `the line is not JSON that can be read in one way only: ${read.detail}`);
  if (Array.isArray(read.value)) return refusal(INVALID_REQUEST, NO_BATCHES);
  if (hasBadId(read.value)) return refusal(INVALID_REQUEST, BAD_ID);
  if (isAnswer(read.value) || isMessage(read.value)) return undefined;
  return refusal(INVALID_REQUEST, 'the line is no message of JSON-RPC 2.0 as MCP has it', idOf(read.value));
}

export class MessageLines extends Transform {
  #parts: Buffer[] = [];
  #size = 0;
  #tooLong = false;

  constructor(private readonly out: Writable) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      this.#keep(chunk.subarray(from, at));
      this.#ended();
      from = at + 1;
    }
    this.#keep(chunk.subarray(from));
    done();
  }

  /** A line that is too long is refused at once, and nothing of it is kept. */
  #keep(part: Buffer): void {
    if (this.#tooLong || part.length === 0) return;
    this.#size += part.length;
    this.#parts.push(part);
    if (this.#size < MOST_LINE) return;
    this.#tooLong = true;
    this.#parts = [];
    this.#refuse(refusal(INVALID_REQUEST, `the line has more than ${MOST_LINE - 1} bytes`));
  }

  #ended(): void {
    const line = Buffer.concat(this.#parts);
    const over = this.#tooLong || line.every((byte) => BLANK.has(byte));
    this.#parts = [];
    this.#size = 0;
    this.#tooLong = false;
    if (over) return;
    const why = refusalOf(line);
    if (why !== undefined) this.#refuse(why);
    else this.push(Buffer.concat([line, END]));
  }

  #refuse(why: string): void {
    this.out.write(`${why}\n`);
  }
}
