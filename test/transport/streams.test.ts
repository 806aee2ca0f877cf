// Streams that stay open after what they were asked for: read as whole answers, in process, over a socket and in a replay.
import { setTimeout as pause } from 'node:timers/promises';
import { constants, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { exchangeKey } from '../../src/contract/exchange-key.ts';
import type { Answer, FixtureAnswer, Left, Request } from '../../src/contract/generated/types.ts';
import { serveFixture } from '../../src/transport/fixture/server.ts';
import { fixture } from '../../src/transport/fixture/transport.ts';
import { replay } from '../../src/transport/replay.ts';
import { streamWatch } from '../../src/transport/stream-watch.ts';
import { ask, hop, never, rawServer, toLoopback } from './support.ts';

const SSE = 'text/event-stream; charset=utf-8';
const rpc = (body: object | object[]): Partial<Request> => ({ method: 'POST', body: JSON.stringify(body) });
const asked = rpc({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
const event = (message: unknown, end = '\n\n'): string => `event: message\ndata: ${JSON.stringify(message)}${end}`;
const answered = (id: unknown): string => event({ jsonrpc: '2.0', id, result: {} });
const progress = event({ jsonrpc: '2.0', method: 'notifications/progress' });
const fromServer = event({ jsonrpc: '2.0', id: 1, method: 'ping' });
const failed = event({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no' } });

type End = Left | 'timed-out';
/** What is open, who asks, and how it ends. */
const OPEN: [string, FixtureAnswer, Partial<Request>, End][] = [
  ['the response to the request', { type: SSE, body: `: hi\n\n${progress}${answered(1)}` }, asked, 'answered'],
  ['an error for the request', { type: SSE, body: event({ jsonrpc: '2.0', id: 1, error: { code: 1, message: '' } }) }, asked, 'answered'],
  ['an error that names no request', { type: SSE, body: failed }, asked, 'answered'],
  ['its id as a text', { type: SSE, body: answered('1') }, asked, 'answered'],
  ['a batch', { type: SSE, body: event([{ jsonrpc: '2.0', id: 1, result: 1 }]) }, asked, 'answered'],
  [
    'all responses to a batch',
    { type: SSE, body: answered('b') + answered(1) },
    rpc([1, 'b'].map((id) => ({ jsonrpc: '2.0', id, method: 'x' }))),
    'answered',
  ],
  ['one of two responses', { type: SSE, body: answered(1) }, rpc([1, 2].map((id) => ({ jsonrpc: '2.0', id, method: 'x' }))), 'deadline'],
  ['only the response to another request', { type: SSE, body: answered(2) }, asked, 'deadline'],
  ['no response', { type: SSE, body: progress }, asked, 'timed-out'],
  ['a request of the server with the same id', { type: SSE, body: fromServer }, asked, 'timed-out'],
  ['half of the response', { type: SSE, body: answered(1).slice(0, -1) }, asked, 'timed-out'],
  ['the response as another kind of event', { type: SSE, body: answered(1).replace('message', 'other') }, asked, 'timed-out'],
  ['nothing', { type: SSE }, asked, 'timed-out'],
  ['a first event', { type: SSE, body: 'event: endpoint\ndata: /messages?id=1\n\n' }, {}, 'event'],
  [
    'a first event and half a character',
    { type: SSE, base64: Buffer.from('data: x\n\ndata: \u00e4').subarray(0, -1).toString('base64') },
    {},
    'event',
  ],
  ['a media type that is sent twice', { type: `text/event-stream, ${SSE}`, body: ': ping\n\n' }, {}, 'window'],
  ['comments', { type: SSE, body: ': ping\n\n: ping\n\n' }, {}, 'window'],
  ['silence', { type: SSE, status: 201 }, {}, 'window'],
  [
    'a notification answered by a stream',
    { type: SSE, body: progress },
    rpc({ jsonrpc: '2.0', method: 'notifications/initialized' }),
    'event',
  ],
  ['lines of JSON', { type: 'application/x-ndjson', body: '{"a":1}\n' }, {}, 'window'],
  ['parts', { type: 'multipart/x-mixed-replace; boundary=x', body: '--x\r\n\r\n1\r\n--x' }, {}, 'window'],
  ['a whole JSON document', { json: { a: 1 } }, {}, 'timed-out'],
  ['a page', { type: 'text/html', body: '<p>' }, {}, 'timed-out'],
];
const limits = { firstByte: 300, exchange: 500, linger: 60, glimpse: 120 };

/** Without what differs from run to run. */
const lasting = ({ timing: _, address: __, ...answer }: Answer): object => answer;

const endOf = (answer: Answer): unknown => answer.failure?.code ?? answer.left ?? 'whole';

describe('transport: streams that stay open', () => {
  for (const [name, open, request, end] of OPEN)
    it(`${name}: ${end}, the same in process and over a socket`, async () => {
      const target = { title: 't', routes: { '/x': { ...open, open: true as const }, 'POST /x': { ...open, open: true as const } } };
      const server = await serveFixture(target);
      const transport = toLoopback(server.origin, { limits });
      const sent = hop(`${server.origin}/x`, request);
      const begun = performance.now();
      const outside = await transport.send(sent, never);
      const took = performance.now() - begun;
      const inside = await fixture({ ...target, target: server.origin }).send(sent, never);
      expect(endOf(outside)).to.equal(end);
      expect(lasting(outside)).to.deep.equal(lasting(inside));
      expect(outside.status).to.equal(open.status ?? 200);
      // What was not seen of it is open; after the whole answer nothing is.
      expect(outside.truncated).to.equal(end === 'answered' || end === 'timed-out' ? undefined : true);
      if (end !== 'timed-out' && end !== 'deadline') expect(took, 'milliseconds').to.be.below(limits.exchange - 50);
      await transport.close();
      await server.close();
    });

  it('an answer that was left is replayed as it was recorded', async () => {
    const raw = await rawServer((socket) => socket.write(`HTTP/1.1 200 OK\r\ncontent-type: ${SSE}\r\n\r\n${answered(1)}`));
    const request = { ...hop(raw.origin, asked).request };
    const answer = await ask(raw.origin, { ...asked, options: { limits } });
    expect(answer).to.deep.include({ left: 'answered', body: { text: answered(1) } });
    const exchange = { names: ['x'], request, bytes: 10, redirects: [], url: request.url, answer };
    const again = replay({ format: 1, target: raw.origin, sites: {}, exchanges: [exchange], unsent: [] });
    const key = exchangeKey(request, { bytes: 10 });
    expect(JSON.stringify(await again.send({ key, hop: 0, bytes: 10, request }, never))).to.equal(JSON.stringify(answer));
    await raw.close();
  });

  it('a stream that its server ends was read to its end, and its connection is used again', async () => {
    const chunk = answered(1);
    const head = `HTTP/1.1 200 OK\r\ncontent-type: ${SSE}\r\ntransfer-encoding: chunked\r\n\r\n`;
    const raw = await rawServer((socket) => {
      socket.write(`${head}${chunk.length.toString(16)}\r\n${chunk}\r\n`);
      setTimeout(() => socket.write('0\r\n\r\n'), 30);
    });
    const transport = toLoopback(raw.origin);
    for (let at = 0; at < 2; at++) {
      const answer = await transport.send(hop(raw.origin, asked), never);
      expect(answer).to.not.have.any.keys('left', 'truncated', 'failure');
      await pause(20);
    }
    expect(raw.connections).to.equal(1);
    await transport.close();
    await raw.close();
  });

  it('a packed stream is read as it comes', async () => {
    // A flushed block, and no end of the stream.
    const packed = gzipSync(answered(1), { finishFlush: constants.Z_SYNC_FLUSH });
    const raw = await rawServer((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-type: ${SSE}\r\ncontent-encoding: gzip\r\n\r\n`);
      socket.write(packed);
    });
    const answer = await ask(raw.origin, { ...asked, options: { limits } });
    expect(answer).to.deep.include({ left: 'answered', body: { text: answered(1) } });
    expect(answer).to.not.have.property('failure');
    await raw.close();
  });

  it('an endless stream costs a GET no deadline, whatever it says and however often', async () => {
    for (const piece of [': ping\n\n', 'data: x\n\n', '{"a":1}\n']) {
      const type = piece.startsWith('{') ? 'application/x-ndjson' : SSE;
      const raw = await rawServer((socket) => {
        socket.write(`HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\n\r\n`);
        const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write(piece)), 10);
      });
      const answer = await ask(raw.origin, { options: { limits: { ...limits, exchange: 5000 } } });
      expect(endOf(answer)).to.equal(piece.startsWith('data') ? 'event' : 'window');
      expect(answer.timing?.total).to.be.below(1500);
      await raw.close();
    }
  });

  it('a length that is reached is an end, also where the connection stays open', async () => {
    for (const type of ['application/json', SSE, 'text/html']) {
      const raw = await rawServer((socket) => socket.write(`HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\ncontent-length: 2\r\n\r\n{}`));
      const answer = await ask(raw.origin, { options: { limits } });
      expect(answer, type).to.deep.include({ status: 200, body: { text: '{}' } });
      expect(answer, type).to.not.have.any.keys('left', 'truncated', 'failure');
      await raw.close();
    }
  });

  it('a busy thread makes no time-out of an answer that had come', async () => {
    const raw = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
      const until = performance.now() + 700;
      while (performance.now() < until);
    });
    const answer = await ask(raw.origin, { options: { limits } });
    expect(answer.body).to.deep.equal({ text: 'ok' });
    await raw.close();
  });

  it('events are seen in any pieces and with any line ends', () => {
    const request = hop('http://127.0.0.1:1', asked).request;
    for (const end of ['\n', '\r\n', '\r']) {
      const bytes = Buffer.from(`\ufeff: gr\u00fc\u00dfe\n\n${progress}${answered(1)}`.replaceAll('\n', end));
      for (const size of [1, 2, 3, 7, bytes.length]) {
        const watch = streamWatch(request, { 'content-type': SSE })!;
        let at = 0;
        for (; at < bytes.length && !watch.enough; at += size) watch.see(bytes.subarray(at, at + size));
        expect(watch.enough, `${JSON.stringify(end)} ${size}`).to.equal(true);
        // Not before the event was whole.
        expect(at).to.be.at.least(bytes.length - 1);
      }
    }
  });

  it('a long event in small pieces costs no more than its length', () => {
    const request = hop('http://127.0.0.1:1', asked).request;
    const watch = streamWatch(request, { 'content-type': SSE })!;
    const piece = Buffer.alloc(1024, 'x');
    const begun = performance.now();
    watch.see(Buffer.from('data: "'));
    for (let at = 0; at < 8192; at++) watch.see(piece);
    for (let at = 0; at < 8192; at++) watch.see(Buffer.from('\rdata: x\n'));
    watch.see(Buffer.from('\n\n'));
    expect(watch.leave()).to.equal(undefined);
    expect(performance.now() - begun).to.be.below(4000);
  });
});
