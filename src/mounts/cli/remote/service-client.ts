// Requests to one service: its own origin alone, no redirects, no retries, within one deadline and a cap of bytes. It believes nothing that comes back.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import got from 'got';
import { AxproofError } from '../../../contract/errors.ts';
import { isOwnMachine } from '../../../contract/plain-address.ts';
import { quote, withoutUser } from '../../../contract/quote.ts';
import { KiB, MiB } from '../../../contract/units.ts';
import { VERSION } from '../../../run/version.ts';
import { within } from '../../../run/within.ts';

export const MOST_REPORT = 64 * MiB;
/** Problems, states of runs, key sets and packs. */
export const MOST_DOCUMENT = MiB;
const HEADERS = 16 * KiB;
const CONNECT = 10_000;

export interface ServiceReply {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Uint8Array;
}

export interface ServiceRequest {
  accept: string;
  /** A JSON document to post; GET without it. */
  body?: string;
  headers?: Record<string, string>;
  /** Bytes of the answer's body. */
  most: number;
}

export const serviceFailed = (message: string, details: readonly string[] = []): AxproofError =>
  new AxproofError('service-failed', message, details);

/** The origin that --service names. Throws bad-usage. */
export function serviceOrigin(text: string): string {
  const bad = (why: string): AxproofError => new AxproofError('bad-usage', `--service ${quote(withoutUser(text), 200)}: ${why}`);
  if (!URL.canParse(text)) throw bad('it is no URL; give its origin, such as https://verifier.example.com');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw bad('a service is reached over https');
  if (url.username !== '' || url.password !== '') throw bad('a URL without user information is wanted');
  if (url.pathname !== '/' || /[?#]/.test(text)) throw bad('give the origin alone, such as https://verifier.example.com');
  if (url.protocol === 'http:' && !isOwnMachine(url.hostname)) throw bad('plain http is for loopback only');
  return url.origin;
}

const codeOf = (error: unknown): string => quote(String((error as NodeJS.ErrnoException)?.code ?? (error as Error)?.name ?? 'unknown'), 60);

export class ServiceClient {
  readonly #ends: number;

  /** The deadline is for everything that is asked through this client. */
  constructor(
    readonly origin: string,
    private readonly seconds: number,
    private readonly signal: AbortSignal,
  ) {
    this.#ends = performance.now() + seconds * 1000;
  }

  /** Milliseconds; throws service-failed where none are left. */
  left(): number {
    this.signal.throwIfAborted();
    const left = Math.floor(this.#ends - performance.now());
    if (left > 0) return left;
    throw this.#late();
  }

  #late(): AxproofError {
    return serviceFailed(`${this.origin} gave no whole answer within ${this.seconds} seconds`);
  }

  /** Rejects with service-failed, or with the reason of the interrupt. */
  async send(path: string, asking: ServiceRequest): Promise<ServiceReply> {
    // Not URL resolution alone: //elsewhere.example is a path to nobody who is not looking.
    const url = new URL(path, this.origin);
    if (url.origin !== this.origin)
      throw serviceFailed(`${this.origin} leads to another origin, ${quote(url.origin, 200)}; it is not followed`);
    let deadline: AbortSignal | undefined;
    try {
      return await within(this.left(), this.signal, (over) => {
        deadline = over;
        return this.#exchange(url, asking, over);
      });
    } catch (error) {
      this.signal.throwIfAborted();
      if (error instanceof AxproofError) throw error;
      if (deadline?.aborted) throw this.#late();
      throw serviceFailed(`${this.origin} gave no whole answer (${codeOf(error)})`);
    }
  }

  async #exchange(url: URL, { accept, body, headers, most }: ServiceRequest, signal: AbortSignal): Promise<ServiceReply> {
    const stream = got.stream(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        accept,
        // A cap on what is read is then a cap on what was sent.
        'accept-encoding': 'identity',
        'user-agent': `axproof/${VERSION}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: Buffer.from(body, 'utf8') }),
      decompress: false,
      followRedirect: false,
      throwHttpErrors: false,
      retry: { limit: 0 },
      http2: false,
      maxHeaderSize: HEADERS,
      timeout: { lookup: CONNECT, connect: CONNECT, secureConnect: CONNECT },
    });
    // The loop below tells of the first error; what got raises later, about a stream that is gone already, would end the process.
    stream.on('error', () => undefined);
    // Not got's own signal, which raises errors after the stream has ended.
    const stop = (): void => void stream.destroy(new Error('aborted'));
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await this.#read(stream, most);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  async #read(stream: ReturnType<typeof got.stream>, most: number): Promise<ServiceReply> {
    let answer: IncomingMessage | undefined;
    stream.once('response', (response: IncomingMessage) => {
      answer = response;
    });
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length;
      // Leaving the loop destroys the stream, and the connection with it.
      if (size > most) throw serviceFailed(`${this.origin} answered with more than ${most} bytes`);
      chunks.push(chunk);
    }
    if (!answer) throw serviceFailed(`${this.origin} gave no answer`);
    const coding = answer.headers['content-encoding'] ?? 'identity';
    if (coding !== 'identity') throw serviceFailed(`${this.origin} answered in the coding ${quote(coding, 60)}, which was not asked for`);
    return { status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(chunks) };
  }
}
