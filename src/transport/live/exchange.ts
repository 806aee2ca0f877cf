// One request and its answer over the network, within every limit. It must not follow redirects, retry, or reject.
import { type ClientRequest, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import type { Duplex } from 'node:stream';
import got from 'got';
import { bodiless } from '../../contract/bodiless.ts';
import type { Answer, Failure, Left, Tls } from '../../contract/generated/types.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { Hop } from '../../contract/transport.ts';
import { BodyReader, bodyFacts, codingsOf } from '../body-reader.ts';
import { type StreamWatch, streamWatch } from '../stream-watch.ts';
import type { CutBodies } from './cut-bodies.ts';
import { dial } from './dial.ts';
import { type Phase, TransportFault, toFault } from './fault.ts';
import type { Guard } from './guard.ts';
import type { LiveLimits } from './options.ts';
import type { AgentPool } from './pool.ts';
import { wireHeaders } from './request-headers.ts';
import { headerMap, tlsFacts } from './response-facts.ts';

export interface Surroundings {
  guard: Guard;
  pool: AgentPool;
  limits: LiveLimits;
  /** Of the whole run. */
  cutBodies: CutBodies;
  ca: string | undefined;
  now: () => number;
}

export interface ExchangeOutcome {
  answer: Answer;
  /** A kept connection turned out to be closed before anything came: the request was never answered, by anyone's fault. */
  stale: boolean;
}

interface Ending {
  /** The response came to its own end, and the connection may be used again. */
  whole?: boolean;
  cut?: boolean;
  failure?: Failure;
  /** The response is a stream that stayed open, and the verifier left it. */
  left?: Left;
}

type Stream = ReturnType<typeof got.stream>;

/** got names forty options, most of them undefined, and node:http copies whatever it is given for as long as the request lasts. The agent knows the scheme. */
const toNode = (url: URL, { method, headers, agent, createConnection, maxHeaderSize }: RequestOptions): ClientRequest =>
  httpRequest(url, { method, headers, agent, createConnection, maxHeaderSize });

export class LiveExchange {
  private readonly begun = performance.now();
  private readonly answer: Answer = {};
  private readonly timers: NodeJS.Timeout[] = [];
  private phase: Phase = 'dns';
  private firstByte: number | undefined;
  private tls: Tls | undefined;
  private stream: Stream | undefined;
  private request: ClientRequest | undefined;
  private socket: Duplex | undefined;
  private reader: BodyReader | undefined;
  private watch: StreamWatch | null = null;
  private leaving = false;
  private received = 0;
  private bodyBytes = 0;
  private breakOffDial: () => void = () => {};
  private settle: ((outcome: ExchangeOutcome) => void) | null = null;
  private readonly startedAt: string;

  constructor(
    private readonly hop: Hop,
    private readonly around: Surroundings,
  ) {
    this.startedAt = new Date(around.now()).toISOString();
  }

  run(signal: AbortSignal): Promise<ExchangeOutcome> {
    return new Promise((resolve) => {
      const aborted = (): void => this.fail(new TransportFault('aborted', this.phase));
      this.settle = (outcome) => {
        signal.removeEventListener('abort', aborted);
        resolve(outcome);
      };
      if (signal.aborted) return aborted();
      signal.addEventListener('abort', aborted, { once: true });
      this.after(this.around.limits.exchange, () => this.leave());
      this.begin().catch((error: unknown) => this.fail(error));
    });
  }

  private after(delay: number, act: () => void): void {
    // What has come by then is heard first: a thread that was busy must not make a late answer of it.
    this.timers.push(setTimeout(() => setImmediate(act), delay));
  }

  private async begin(): Promise<void> {
    const { request } = this.hop;
    const url = new URL(request.url);
    url.hash = '';
    const headers = wireHeaders(request);
    const addresses = await this.around.guard.admit(url);
    if (!this.settle) return;
    this.phase = 'connect';
    this.listen(
      got.stream(url, {
        method: request.method,
        headers,
        ...(request.body === undefined ? {} : { body: Buffer.from(request.body, 'utf8') }),
        decompress: false,
        followRedirect: false,
        throwHttpErrors: false,
        retry: { limit: 0 },
        http2: false,
        request: toNode,
        maxHeaderSize: this.around.limits.headerBytes,
        // Ours ends the exchange; got's stands behind it.
        timeout: { request: this.around.limits.exchange + this.around.limits.glimpse },
        // Only the agent of this scheme is made: a plain target never loads Node's TLS.
        agent: this.hop.request.url.startsWith('https:')
          ? { https: this.around.pool.agents.https }
          : { http: this.around.pool.agents.http },
        createConnection: ((_options: unknown, done: (error: Error | null, socket?: Duplex) => void) =>
          this.connect(url, addresses, done)) as never,
      }),
    );
  }

  /** Called by our agents when no kept connection is free. */
  private connect(url: URL, addresses: readonly string[], done: (error: Error | null, socket?: Duplex) => void): void {
    const { guard, pool, limits, ca } = this.around;
    const place = pool.reserve();
    const wanted = {
      url,
      addresses,
      deadline: limits.connect,
      ca,
      permits: (peer: string | undefined) => guard.permits(peer, addresses),
      onTls: () => {
        this.phase = 'tls';
      },
    };
    this.breakOffDial = dial(wanted, (fault, socket) => {
      place(socket);
      done(fault, socket);
    });
  }

  private listen(stream: Stream): void {
    this.stream = stream;
    stream.on('error', (error) => this.fail(error));
    stream.once('request', (request: ClientRequest) => {
      this.request = request;
      // An agent may tell a request that is over already of a connection that failed (node:http opens the next one for the first in its queue);
      // got listens once, and nobody would hear it then.
      request.on('error', () => {});
      request.once('socket', (socket) => this.onSocket(socket));
      request.once('response', (response: IncomingMessage) => this.onResponse(response));
      request.once('upgrade', (_response, socket: Duplex) => {
        socket.destroy();
        this.fail(new TransportFault('protocol-error', 'headers', 'an upgrade that was not asked for'));
      });
    });
    stream.on('data', (chunk: Buffer) => this.onData(chunk));
    stream.once('end', () => void this.finish({ whole: true }));
    // got leaves a POST, PUT or PATCH without a body open for writing.
    if (this.hop.request.body === undefined && this.hop.request.method !== 'GET' && this.hop.request.method !== 'HEAD') stream.end();
  }

  private onSocket(socket: Duplex): void {
    if (!this.settle) return;
    this.socket = socket;
    this.phase = 'headers';
    const address = (socket as { remoteAddress?: string }).remoteAddress;
    if (address !== undefined) this.answer.address = address;
    this.tls = tlsFacts(socket);
    this.after(this.around.limits.firstByte, () => {
      if (this.received === 0) this.fail(new TransportFault('timed-out', 'headers'));
    });
    socket.on('data', this.onReceived);
  }

  /** Everything that comes counts, not only what the HTTP parser shows: interim responses, chunk extensions, trailers. */
  private readonly onReceived = (chunk: Buffer): void => {
    const { headerBytes } = this.around.limits;
    if (this.received === 0) this.firstByte = this.elapsed();
    this.received += chunk.length;
    if (this.phase === 'headers' && this.received > headerBytes) this.fail(new TransportFault('headers-too-large', 'headers'));
    // Chunk framing may cost as much again as what it frames: the parser tells of every chunk, however small.
    else if (this.phase === 'body' && this.received > 2 * this.bodyBytes + headerBytes + LIMITS.framingBytes) this.cut();
  };

  private onResponse(response: IncomingMessage): void {
    if (!this.settle) return;
    const status = response.statusCode ?? 0;
    if (status < 200) {
      this.fail(new TransportFault('protocol-error', 'headers', 'not a status code'));
      return;
    }
    this.phase = 'body';
    this.answer.status = status;
    this.answer.headers = headerMap(response.rawHeaders);
    if (bodiless(this.hop.request.method, status)) return;
    const { limits } = this.around;
    this.watch = streamWatch(this.hop.request, this.answer.headers);
    if (this.watch && !this.watch.awaits) this.after(limits.glimpse, () => this.leave());
    this.reader = new BodyReader({
      codings: codingsOf(this.answer.headers['content-encoding'], this.hop.request.headers['accept-encoding']),
      cap: Math.min(this.hop.bytes, limits.bodyBytes),
      full: () => void this.finish({}),
      keep: (size) => this.around.cutBodies.keep(size),
      seen: (chunk) => this.onDecoded(chunk),
    });
  }

  private onDecoded(chunk: Buffer): void {
    if (!this.watch || !this.settle) return;
    this.watch.see(chunk);
    if (!this.watch.enough || this.leaving) return;
    this.leaving = true;
    // Most servers end the stream at once, and then it was read to its end.
    this.after(this.around.limits.linger, () => this.leave());
  }

  /** Time is up: a stream that stays open is left with what it said, anything else was late. */
  private leave(): void {
    const left = this.watch?.leave();
    if (left) void this.finish({ left, cut: left !== 'answered' });
    else this.fail(new TransportFault('timed-out', this.phase));
  }

  private onData(chunk: Buffer): void {
    if (!this.settle) return;
    const room = this.around.limits.wireBytes - this.bodyBytes;
    this.bodyBytes += chunk.length;
    this.reader?.write(chunk.subarray(0, Math.max(0, room)));
    if (chunk.length > room) this.cut();
  }

  /** The verifier's own cap on the wire. */
  private cut(): void {
    void this.finish({ cut: true });
  }

  private fail(error: unknown): void {
    if (!this.settle) return;
    if (this.answer.status !== undefined && bodiless(this.hop.request.method, this.answer.status)) {
      // The head was the whole response: whatever a server says after it is no part of it.
      void this.finish({});
      return;
    }
    const fault = toFault(error, this.phase);
    if (fault.tls) this.tls = fault.tls;
    void this.finish({ failure: fault.failure });
  }

  /** Ends the exchange at once, decodes what came of the body, and settles. */
  private async finish({ whole = false, cut = false, failure, left }: Ending): Promise<void> {
    const { settle, answer } = this;
    if (!settle) return;
    this.settle = null;
    for (const timer of this.timers) clearTimeout(timer);
    this.socket?.off('data', this.onReceived);
    if (!whole) this.end();
    answer.timing = {
      startedAt: this.startedAt,
      ...(this.firstByte === undefined ? {} : { firstByte: this.firstByte }),
      total: this.elapsed(),
    };
    if (answer.status !== undefined) answer.wireBytes = this.bodyBytes;
    if (this.tls) answer.tls = this.tls;
    const body = await this.reader?.end(cut);
    if (body) Object.assign(answer, bodyFacts(body, failure ?? body.failure, left));
    else if (failure) answer.failure = failure;
    settle({ answer, stale: failure?.code === 'connection-reset' && this.received === 0 && this.request?.reusedSocket === true });
  }

  /** Nothing of this connection is wanted any more. */
  private end(): void {
    this.breakOffDial();
    this.stream?.destroy();
    this.request?.destroy();
    this.socket?.destroy();
  }

  private elapsed(): number {
    return Math.round(performance.now() - this.begun);
  }
}
