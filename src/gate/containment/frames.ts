// Messages between parent and child: four bytes of length, big-endian, then that many bytes of JSON. It must not keep more than a message may have.
const HEAD = 4;

/** A message as it goes over the pipe, or undefined where it is longer than allowed. */
export function frame(message: unknown, most: number): Buffer | undefined {
  const body = Buffer.from(JSON.stringify(message), 'utf8');
  if (body.length > most) return undefined;
  const head = Buffer.alloc(HEAD);
  head.writeUInt32BE(body.length);
  return Buffer.concat([head, body]);
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The message of a frame's body; throws for what is no UTF-8 or no JSON. */
export const messageOf = (body: Uint8Array): unknown => JSON.parse(strict.decode(body));

/** Puts frames together from the chunks of a pipe. Throws as soon as a frame says that it is longer than allowed. */
export class FrameReader {
  #chunks: Buffer[] = [];
  #held = 0;

  constructor(private readonly most: number) {}

  /** Bytes that belong to no whole message yet. */
  get held(): number {
    return this.#held;
  }

  add(chunk: Buffer): unknown[] {
    this.#chunks.push(chunk);
    this.#held += chunk.length;
    const out: unknown[] = [];
    for (let body = this.#body(); body !== undefined; body = this.#body()) out.push(messageOf(body));
    return out;
  }

  #body(): Buffer | undefined {
    if (this.#held < HEAD) return undefined;
    const first = this.#chunks[0] as Buffer;
    if (first.length < HEAD) this.#chunks = [Buffer.concat(this.#chunks)];
    const length = (this.#chunks[0] as Buffer).readUInt32BE();
    if (length > this.most) throw new RangeError('the message is too long');
    if (this.#held < HEAD + length) return undefined;
    const all = this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks);
    const rest = all.subarray(HEAD + length);
    this.#chunks = rest.length > 0 ? [rest] : [];
    this.#held = rest.length;
    return all.subarray(HEAD, HEAD + length);
  }
}
