// Reads one body up to a cap: at most one content coding, decoded as it arrives. It must never hold more than the cap and one chunk.
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import type { Answer, Failure, Left } from '../contract/generated/types.ts';
import { storedBody, wholeCharacters } from './stored-body.ts';

export type Coding = 'identity' | 'gzip' | 'deflate' | 'br';

export interface ReadBody {
  bytes: Buffer;
  truncated: boolean;
  failure?: Failure;
}

export interface ReaderOptions {
  /** null: a coding that is not read; the first byte of a body ends the reading. */
  coding: Coding | null;
  cap: number;
  /** Called once when the cap or a fault ends reading before the sender does. */
  full(): void;
  /** How many of so many bytes are kept where the body is cut; all of them unless given. */
  keep?(size: number): number;
  /** Sees what is kept, decoded, as it comes. */
  seen?(chunk: Buffer): void;
}

/** The one coding of a Content-Encoding field, or null when there are several, or one that we cannot read or did not ask for. */
export function codingOf(field: string | undefined, acceptEncoding: string | undefined): Coding | null {
  const names = (field ?? '')
    .slice(0, 1024)
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  if (names.length === 0) return 'identity';
  const [name] = names;
  if (names.length > 1) return null;
  if (name === 'gzip' || name === 'x-gzip') return 'gzip';
  if (name === 'deflate') return 'deflate';
  return name === 'br' && /(^|[\s,])br([\s,;]|$)/i.test(acceptEncoding ?? '') ? 'br' : null;
}

function decoderFor(coding: Coding | null, first: number): Transform | null {
  if (coding === 'gzip') return createGunzip();
  if (coding === 'br') return createBrotliDecompress();
  // "deflate" means the zlib format, but servers that send it bare are read too: the low four bits of a zlib header are 8.
  if (coding === 'deflate') return (first & 0x0f) === 8 ? createInflate() : createInflateRaw();
  return null;
}

export class BodyReader {
  private readonly chunks: Buffer[] = [];
  private size = 0;
  private over = false;
  private failure: Failure | undefined;
  private decoder: Transform | null = null;
  private began = false;
  private settle: (() => void) | null = null;

  constructor(private readonly options: ReaderOptions) {}

  write(chunk: Buffer): void {
    if (this.over || this.failure || chunk.length === 0) return;
    if (!this.began) this.begin(chunk[0] as number);
    if (this.failure) return;
    if (this.decoder) this.decoder.write(chunk);
    else this.collect(chunk);
  }

  /** Settles when all that was written is decoded. cut: the verifier itself stopped the sender, and what is missing is no fault. */
  async end(cut = false): Promise<ReadBody> {
    const { decoder } = this;
    if (decoder && !this.over && !this.failure) {
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
    const { coding } = this.options;
    if (coding === null) {
      this.failure = { code: 'unsupported-encoding', phase: 'body' };
      this.ended();
      return;
    }
    this.decoder = decoderFor(coding, first);
    this.decoder?.on('data', (chunk: Buffer) => this.collect(chunk));
    this.decoder?.once('end', () => this.settle?.());
    this.decoder?.on('error', () => {
      this.failure ??= { code: 'decoding-failed', phase: 'body', detail: `not ${coding}` };
      this.ended();
    });
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
    this.decoder?.destroy();
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
