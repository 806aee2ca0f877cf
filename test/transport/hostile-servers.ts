// What servers say that mean harm or know no better, as data: a name, how it speaks to a socket, and how an exchange with it has to end.
// The tests of the transport hold each to its outcome, the lab holds the whole service to its bounds before them. It listens nowhere.
import type { Socket } from 'node:net';
import { deflateSync, gzipSync } from 'node:zlib';
import type { FailureCode } from '../../src/contract/generated/types.ts';

const MiB = 1024 * 1024;

/** Writes for as long as somebody reads. */
export function endless(socket: Socket, piece: string | Buffer): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(piece));
    // Never from one tick to the next: the client lives in the same process.
    if (!socket.destroyed) socket.once('drain', () => setImmediate(more));
  };
  more();
}

export function drip(socket: Socket, text: string | Buffer, every = 20): void {
  let at = 0;
  const timer = setInterval(() => {
    if (socket.destroyed) clearInterval(timer);
    else socket.write(Buffer.from(text.slice(at % text.length, (at++ % text.length) + 1)));
  }, every);
}

export const OK = 'HTTP/1.1 200 OK\r\n';
const CHUNKED = `${OK}transfer-encoding: chunked\r\n\r\n`;
const GZIP = `${OK}content-encoding: gzip\r\n`;
/** Made when it is first sent: whoever only reads the names here pays nothing for it. */
let made: Buffer | undefined;
function bomb(): Buffer {
  made ??= gzipSync(Buffer.alloc(256 * MiB), { level: 9 });
  return made;
}
/** A gzip of empty gzip members: 20 MB between two codings, and not a byte in the end. */
const nothings = (): Buffer => gzipSync(Buffer.alloc(20_000_000, gzipSync('')));
const bombs: Speak = (socket) => void socket.write(Buffer.concat([Buffer.from(`${GZIP}content-length: ${bomb().length}\r\n\r\n`), bomb()]));

export type Speak = (socket: Socket) => void;
export type Outcome = { code: FailureCode; phase: string; status?: number } | { truncated: true };

const cut: Outcome = { truncated: true };
const failed = (code: FailureCode, phase: string, status?: number): Outcome => ({
  code,
  phase,
  ...(status === undefined ? {} : { status }),
});
const says =
  (...parts: (string | Buffer)[]): Speak =>
  (socket) =>
    void socket.write(Buffer.concat(parts.map((part) => Buffer.from(part as string))));
const saysAndEnds =
  (text: string): Speak =>
  (socket) =>
    void socket.end(text);
const begins =
  (text: string, then: (socket: Socket) => void): Speak =>
  (socket) => {
    socket.write(text);
    then(socket);
  };

export const SERVERS: readonly (readonly [string, Speak, Outcome, { bytes?: number }?])[] = [
  ['an endless body', begins(`${OK}\r\n`, (s) => endless(s, 'x'.repeat(16384))), cut],
  [
    'an endless body under a cap that the wire limit undercuts',
    begins(`${OK}\r\n`, (s) => endless(s, 'x'.repeat(16384))),
    cut,
    { bytes: 16 * MiB },
  ],
  ['endless chunks of one byte', begins(CHUNKED, (s) => endless(s, '1\r\nx\r\n'.repeat(1000))), cut, { bytes: 16 * MiB }],
  [
    'a declared length beyond all limits',
    begins(`${OK}content-length: 9007199254740991\r\n\r\n`, (s) => endless(s, 'x'.repeat(16384))),
    cut,
  ],
  ['a gzip bomb', bombs, cut],
  ['a gzip bomb under a high cap', bombs, cut, { bytes: 16 * MiB }],
  ['an endless gzip stream', begins(`${GZIP}\r\n`, (s) => endless(s, bomb())), cut],
  ['silence', () => {}, failed('timed-out', 'headers')],
  ['a dripping status line', (s) => drip(s, 'HTTP/1.1 200 OK'), failed('timed-out', 'headers')],
  ['dripping headers', begins(`${OK}x: `, (s) => drip(s, 'x')), failed('timed-out', 'headers')],
  ['a dripping body', begins(`${OK}\r\n`, (s) => drip(s, 'x')), failed('timed-out', 'body', 200)],
  ['dripping chunks', begins(CHUNKED, (s) => drip(s, '1\r\nx\r\n', 5)), failed('timed-out', 'body', 200)],
  ['dripping interim responses', (s) => drip(s, 'HTTP/1.1 103 Early Hints\r\n\r\n', 2), failed('timed-out', 'headers')],
  ['a dripping gzip stream', begins(`${GZIP}\r\n`, (s) => drip(s, bomb())), failed('timed-out', 'body', 200)],
  ['a body that stops', says(`${OK}content-length: 10\r\n\r\nabc`), failed('timed-out', 'body', 200)],
  ['one huge header', begins(OK, (s) => endless(s, `x: ${'y'.repeat(20_000)}\r\n`)), failed('headers-too-large', 'headers')],
  ['an endless header', begins(`${OK}x: `, (s) => endless(s, 'y'.repeat(1000))), failed('headers-too-large', 'headers')],
  ['endless small headers', begins(OK, (s) => endless(s, 'a: b\r\n'.repeat(200))), failed('headers-too-large', 'headers')],
  ['a flood of 103', (s) => endless(s, 'HTTP/1.1 103 Early Hints\r\nlink: <a>\r\n\r\n'.repeat(50)), failed('headers-too-large', 'headers')],
  ['a flood of 100', (s) => endless(s, 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(50)), failed('headers-too-large', 'headers')],
  ['a flood of empty lines', (s) => endless(s, '\r\n'.repeat(100)), failed('headers-too-large', 'headers')],
  [
    'endless trailers',
    begins(`${CHUNKED}0\r\n`, (s) => endless(s, 'a: bbbbbbbbbbbbbbbbbbbb\r\n'.repeat(50))),
    failed('headers-too-large', 'body', 200),
  ],
  ['a close at once', (s) => void s.destroy(), failed('connection-reset', 'headers')],
  ['a reset at once', (s) => void s.resetAndDestroy(), failed('connection-reset', 'headers')],
  ['half a status line', saysAndEnds('HTTP/1.1 20'), failed('connection-reset', 'headers')],
  ['half a head', saysAndEnds(`${OK}content-le`), failed('connection-reset', 'headers')],
  ['a length that the body does not reach', saysAndEnds(`${OK}content-length: 10\r\n\r\nabc`), failed('connection-reset', 'body', 200)],
  ['chunks cut short', saysAndEnds(`${CHUNKED}5\r\nab`), failed('connection-reset', 'body', 200)],
  [
    'a reset in the body',
    begins(`${OK}content-length: 10\r\n\r\nabc`, (s) => setTimeout(() => s.resetAndDestroy(), 30)),
    failed('connection-reset', 'body', 200),
  ],
  ['a garbage status line', says('hello\r\n\r\n'), failed('protocol-error', 'headers')],
  ['HTTP/2 frames', says(Buffer.from([0, 0, 18, 4, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 100])), failed('protocol-error', 'headers')],
  ['a TLS alert', says(Buffer.from([21, 3, 3, 0, 2, 2, 40])), failed('protocol-error', 'headers')],
  ['an unheard-of version', says('HTTP/9.9 200 OK\r\n\r\n'), failed('protocol-error', 'headers')],
  ['status 000', says('HTTP/1.1 000 X\r\ncontent-length: 0\r\n\r\n'), failed('protocol-error', 'headers')],
  ['a status of four digits', says('HTTP/1.1 2000 X\r\n\r\n'), failed('protocol-error', 'headers')],
  [
    'an upgrade nobody asked for',
    says('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
    failed('protocol-error', 'headers'),
  ],
  ['NUL in a header', says(`${OK}x: a\0b\r\n\r\n`), failed('protocol-error', 'headers')],
  ['a header name with a space', says(`${OK}x y: z\r\n\r\n`), failed('protocol-error', 'headers')],
  ['a header line without a colon', says(`${OK}just text\r\n\r\n`), failed('protocol-error', 'headers')],
  ['two different lengths', says(`${OK}content-length: 2\r\ncontent-length: 3\r\n\r\nabc`), failed('protocol-error', 'headers')],
  ['a length that is no number', says(`${OK}content-length: -1\r\n\r\n`), failed('protocol-error', 'headers')],
  [
    'length and chunks at once',
    says(`${OK}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`),
    failed('protocol-error', 'headers'),
  ],
  ['a chunk size that is no number', says(`${CHUNKED}xyz\r\n`), failed('protocol-error', 'body', 200)],
  ['a chunk size beyond 64 bits', says(`${CHUNKED}fffffffffffffffff\r\n`), failed('protocol-error', 'body', 200)],
  ['an endless chunk extension', begins(`${CHUNKED}1;`, (s) => endless(s, 'x'.repeat(16384))), failed('protocol-error', 'body', 200)],
  [
    'brotli that was not asked for',
    says(`${OK}content-encoding: br\r\ncontent-length: 1\r\n\r\nx`),
    failed('unsupported-encoding', 'body', 200),
  ],
  ['zstd', says(`${OK}content-encoding: zstd\r\ncontent-length: 1\r\n\r\nx`), failed('unsupported-encoding', 'body', 200)],
  ['stacked codings', begins(`${OK}content-encoding: gzip, gzip\r\n\r\n`, (s) => void s.write(gzipSync(bomb()))), cut],
  [
    'stacked codings that hold nothing, at length',
    begins(`${OK}content-encoding: gzip, gzip\r\n\r\n`, (s) => void s.write(nothings())),
    failed('unsupported-encoding', 'body', 200),
  ],
  [
    'stacked codings, more than two',
    begins(`${OK}content-encoding: gzip, gzip, gzip\r\n\r\n`, (s) => void s.write(gzipSync(gzipSync(bomb())))),
    failed('unsupported-encoding', 'body', 200),
  ],
  [
    'codings stacked over two fields',
    says(`${GZIP}content-encoding: deflate\r\ncontent-length: 3\r\n\r\nabc`),
    failed('decoding-failed', 'body', 200),
  ],
  [
    'bytes without end behind a deflate stream that is done',
    begins(`${OK}content-encoding: deflate\r\n\r\n`, (s) => drip(s, Buffer.concat([deflateSync('abc'), Buffer.alloc(10_000)]))),
    failed('timed-out', 'body', 200),
  ],
  ['gzip that is none', says(`${GZIP}content-length: 3\r\n\r\nabc`), failed('decoding-failed', 'body', 200)],
  [
    'gzip cut short',
    says(`${GZIP}content-length: 60\r\n\r\n`, gzipSync('abc'.repeat(100)).subarray(0, 20), Buffer.alloc(40, 255)),
    failed('decoding-failed', 'body', 200),
  ],
  [
    'gzip with a wrong checksum',
    says(`${GZIP}content-length: 23\r\n\r\n`, gzipSync('abc').subarray(0, 15), Buffer.alloc(8, 7)),
    failed('decoding-failed', 'body', 200),
  ],
];
