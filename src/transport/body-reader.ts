// Reads one body up to a cap: at most two content codings, undone as it arrives. It must never hold more than the cap, a chunk of each,
// the beginning of a gzip, and what its sender is ahead of the first decoder, which the cap on the wire bounds.
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import type { Answer, Failure, Left } from '../contract/generated/types.ts';
import { LIMITS } from '../contract/limits.ts';
import { wholeMembers } from './gzip-members.ts';
import { storedBody, wholeCharacters } from './stored-body.ts';

export type Coding = 'gzip' | 'deflate' | 'br';

export interface ReadBody {
  bytes: Buffer;
  truncated: boolean;
  failure?: Failure;
}

export interface ReaderOptions {
  /** In the order in which they were put on. null: one that is not read; the first byte of a body ends the reading. */
  codings: readonly Coding[] | null;
  cap: number;
  /** Called once when the cap or a fault ends reading before the sender does. */
  full(): void;
  /** How many of so many bytes are kept where the body is cut; all of them unless given. */
  keep?(size: number): number;
  /** Sees what is kept, decoded, as it comes. */
  seen?(chunk: Buffer): void;
}

/** What servers write there and is no coding: every client takes the body as it is. */
const NO_CODINGS = new Set(['', 'identity', 'none', 'utf-8', 'utf8', 'binary', '7bit', '8bit', 'aws-chunked']);
const MOST_CODINGS = 2;
/** Bytes of a gzip that are kept until it ends: of a longer one, what is written behind it cannot be told from damage. */
const MOST_KEPT = 256 * 1024;

function codingOf(name: string, acceptEncoding: string | undefined): Coding | null {
  if (name === 'gzip' || name === 'x-gzip') return 'gzip';
  if (name === 'deflate') return 'deflate';
  return name === 'br' && /(^|[\s,])br([\s,;]|$)/i.test(acceptEncoding ?? '') ? 'br' : null;
}

/** The codings of a Content-Encoding field, or null when there are more than two, or one that we cannot read or did not ask for. */
export function codingsOf(field: string | undefined, acceptEncoding: string | undefined): readonly Coding[] | null {
  const names = (field ?? '')
    .slice(0, 1024)
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => !NO_CODINGS.has(name));
  const codings = names.flatMap((name) => codingOf(name, acceptEncoding) ?? []);
  return names.length > Math.min(MOST_CODINGS, codings.length) ? null : codings;
}

function decoderFor(coding: Coding, first: number): Transform {
  if (coding === 'gzip') return createGunzip();
  if (coding === 'br') return createBrotliDecompress();
  // "deflate" means the zlib format, but servers that send it bare are read too: the low four bits of a zlib header are 8.
  return (first & 0x0f) === 8 ? createInflate() : createInflateRaw();
}

export class BodyReader {
  private readonly chunks: Buffer[] = [];
  private size = 0;
  private over = false;
  private failure: Failure | undefined;
  /** What was put on last stands first. */
  private readonly decoders: Transform[] = [];
  private began = false;
  /** All that was put on is undone: what a sender adds behind it is nothing. */
  private done = false;
  private settle: (() => void) | null = null;
  /** A gzip as it came; null where it is another coding, or longer. */
  private packed: Buffer[] | null = null;
  private packedSize = 0;

  constructor(private readonly options: ReaderOptions) {}

  write(chunk: Buffer): void {
    if (this.over || this.failure || this.done || chunk.length === 0) return;
    if (!this.began) this.begin(chunk[0] as number);
    if (this.failure) return;
    this.keepPacked(chunk);
    const [decoder] = this.decoders;
    if (decoder) decoder.write(chunk);
    else this.collect(chunk);
  }

  private keepPacked(chunk: Buffer): void {
    this.packedSize += chunk.length;
    if (this.packedSize > MOST_KEPT) this.packed = null;
    this.packed?.push(chunk);
  }

  /** Settles when all that was written is decoded. cut: the verifier itself stopped the sender, and what is missing is no fault. */
  async end(cut = false): Promise<ReadBody> {
    const [decoder] = this.decoders;
    if (decoder && !this.over && !this.failure && !this.done) {
      await new Promise<void>((resolve) => {
        this.settle = resolve;
        decoder.end();
      });
    }
    this.over ||= cut;
    return this.body();
  }

  private begin(first: number): void {
    this.began = true;
    const { codings } = this.options;
    if (codings === null) this.fails('unsupported-encoding');
    else this.undo(codings, first);
    if (codings?.length === 1 && codings[0] === 'gzip') this.packed = [];
  }

  /** What is behind the last member of a gzip and is none: clients pass over it, as over what is behind every other coding. */
  private endsInTail(): boolean {
    const whole = this.packed && wholeMembers(Buffer.concat(this.packed), this.options.cap);
    if (!whole) return false;
    this.done = true;
    this.collect(whole.subarray(this.size));
    this.settle?.();
    return true;
  }

  private fails(code: 'unsupported-encoding' | 'decoding-failed', detail?: string): void {
    this.failure ??= { code, phase: 'body', ...(detail === undefined ? {} : { detail }) };
    this.ended();
  }

  private undo(codings: readonly Coding[], first: number): Transform | undefined {
    const coding = codings.at(-1);
    if (coding === undefined) return undefined;
    const decoder = decoderFor(coding, first);
    this.decoders.push(decoder);
    let size = 0;
    let inner: Transform | undefined;
    decoder.on('data', (chunk: Buffer) => {
      if (codings.length === 1) return this.collect(chunk);
      inner ??= this.undo(codings.slice(0, -1), chunk[0] as number);
      size += chunk.length;
      // A bomb between two codings: what comes out in the end may be nothing at all.
      if (size > LIMITS.bodyBytes) return this.fails('unsupported-encoding');
      if (inner?.write(chunk)) return;
      decoder.pause();
      inner?.once('drain', () => decoder.resume());
    });
    // zlib ends at the end of its stream, which may come before that of the body.
    decoder.once('end', () => {
      if (inner) return inner.end();
      this.done = true;
      this.settle?.();
    });
    decoder.on('error', () => {
      if (!this.endsInTail()) this.fails('decoding-failed', `not ${coding}`);
    });
    return decoder;
  }

  private collect(chunk: Buffer): void {
    if (this.over) return;
    const room = this.options.cap - this.size;
    this.over = chunk.length > room;
    const kept = this.over ? chunk.subarray(0, room) : chunk;
    this.chunks.push(kept);
    this.size += kept.length;
    this.options.seen?.(kept);
    if (this.over) this.ended();
  }

  /** Nothing more is wanted: tells whoever waits, and otherwise whoever still writes. */
  private ended(): void {
    for (const decoder of this.decoders) decoder.destroy();
    if (this.settle) this.settle();
    else this.options.full();
  }

  private body(): ReadBody {
    const bytes = Buffer.concat(this.chunks, this.over ? this.options.keep?.(this.size) : undefined);
    const body: ReadBody = { bytes: this.over ? wholeCharacters(bytes) : bytes, truncated: this.over };
    if (this.failure && !this.over) body.failure = this.failure;
    return body;
  }
}

/** What an answer says of the body that was read. A stream that the verifier left has no fault; bytes in an unknown coding are no body. */
export function bodyFacts(
  read: ReadBody,
  failure: Failure | undefined,
  left?: Left,
): Pick<Answer, 'body' | 'truncated' | 'left' | 'failure'> {
  return {
    ...(read.failure?.code === 'unsupported-encoding' ? {} : { body: storedBody(read.bytes) }),
    ...(read.truncated ? { truncated: true } : {}),
    ...(left ? { left } : {}),
    ...(failure && !left && !read.truncated ? { failure } : {}),
  };
}
