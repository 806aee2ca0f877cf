// What goes over the wire and how many connections carry it: header golden, keep-alive, six at a time, no proxy.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import type { HeaderMap, Method } from '../../src/contract/generated/types.ts';
import { ask, HEADERS, hop, never, type RawServer, rawServer, toLoopback } from './support.ts';

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

/** Names and values that a head carries, sorted; the host's port is masked. */
const fields = (heard: string): string[] =>
  (heard.split('\r\n\r\n')[0] as string)
    .split('\r\n')
    .slice(1)
    .map((line) => line.toLowerCase().replace(/:\d+$/, ':PORT'))
    .sort();

const ALWAYS = [
  'accept-encoding: gzip, deflate',
  'accept-language: *',
  'accept: */*',
  'connection: keep-alive',
  'host: 127.0.0.1:PORT',
  'sec-fetch-mode: cors',
  'user-agent: node',
];

describe('transport: the wire', () => {
  let raw: RawServer;
  afterEach(() => raw?.close());

  const METHODS: [Method, string | undefined, string[]][] = [
    ['GET', undefined, []],
    ['HEAD', undefined, []],
    ['OPTIONS', undefined, []],
    ['DELETE', undefined, []],
    ['POST', undefined, ['content-length: 0']],
    ['POST', '{"ä":1}', ['content-length: 8', 'content-type: application/json']],
    ['PUT', 'x', ['content-length: 1', 'content-type: application/json']],
  ];
  for (const [method, body, more] of METHODS) {
    it(`${method}${body === undefined ? '' : ' with a body'} carries exactly the golden fields`, async () => {
      raw = await rawServer((socket, heard) => socket.write(heard.startsWith('HEAD') ? OK.slice(0, -2) : OK));
      const headers = body === undefined ? HEADERS : { ...HEADERS, 'content-type': 'application/json' };
      const answer = await ask(raw.origin, { method, headers, ...(body === undefined ? {} : { body }) });
      expect(answer.status).to.equal(200);
      expect(fields(raw.heard[0] as string)).to.deep.equal([...ALWAYS, ...more].sort());
      expect(raw.heard[0]).to.match(new RegExp(`^${method} / HTTP/1\\.1\r\n`));
    });
  }

  it('adds no user-agent or accept-encoding of its own when the engine names none', async () => {
    raw = await rawServer((socket) => socket.write(OK));
    await ask(raw.origin, { headers: { accept: 'text/html' } });
    expect(fields(raw.heard[0] as string)).to.deep.equal(['accept: text/html', 'connection: keep-alive', 'host: 127.0.0.1:PORT']);
  });

  it('keeps path and query byte for byte and drops the fragment', async () => {
    raw = await rawServer((socket) => socket.write(OK));
    await ask(raw.origin, { path: '/a%20b/%E4?q=%ff&x=a+b#frag' });
    expect(raw.heard[0]).to.match(/^GET \/a%20b\/%E4\?q=%ff&x=a\+b HTTP/);
  });

  const REFUSED: HeaderMap[] = [
    { host: 'evil.example' },
    { Host: 'evil.example' },
    { 'transfer-encoding': 'chunked' },
    { 'content-length': '5' },
    { 'x-a': 'b\r\nhost: evil' },
    { 'x a': 'b' },
    { 'x-a': '\u0000' },
    { expect: '100-continue' },
    { 'proxy-authorization': 'x' },
  ];
  for (const headers of REFUSED) {
    it(`sends nothing with ${JSON.stringify(headers)}`, async () => {
      raw = await rawServer((socket) => socket.write(OK));
      const answer = await ask(raw.origin, { headers: headers });
      expect(answer.failure?.code).to.equal('own-fault');
      expect(raw.connections).to.equal(0);
    });
  }

  it('uses one connection for one request after another', async () => {
    raw = await rawServer((socket) => socket.write(OK));
    const transport = toLoopback(raw.origin);
    for (let i = 0; i < 20; i++) expect((await transport.send(hop(`${raw.origin}/${i}`), never)).body).to.deep.equal({ text: 'ok' });
    expect(raw.connections).to.equal(1);
    await transport.close();
  });

  it('opens at most six connections at a time, cut bodies included', async () => {
    raw = await rawServer((socket, heard) => {
      const slow = heard.includes('/cut') ? 'HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\nok' : OK;
      setTimeout(() => socket.write(slow), 5);
    });
    const transport = toLoopback(raw.origin);
    const asked = Array.from({ length: 64 }, (_, i) =>
      hop(`${raw.origin}/${i % 3 === 0 ? 'cut' : 'whole'}`, { bytes: i % 3 === 0 ? 1 : 10 }),
    );
    const answers = await Promise.all(asked.map((one) => transport.send(one, never)));
    expect(answers.map((answer) => answer.status)).to.deep.equal(asked.map(() => 200));
    expect(raw.most).to.be.within(2, 6);
    await transport.close();
  });

  it('sends a safe request again, once, when a kept connection was closed under it; a POST never', async () => {
    raw = await rawServer((socket, heard) => {
      if (heard.includes('/first')) socket.write(OK);
      else if ((raw.heard.join('').match(/ \/second/g) ?? []).length === 1) socket.destroy();
      else socket.write(OK);
    });
    for (const [method, status] of [
      ['GET', 200],
      ['POST', undefined],
    ] as const) {
      raw.heard.length = 0;
      raw.connections = 0;
      const transport = toLoopback(raw.origin);
      await transport.send(hop(`${raw.origin}/first`), never);
      const answer = await transport.send(hop(`${raw.origin}/second`, { method }), never);
      expect(answer.status, method).to.equal(status);
      if (method === 'POST') expect(answer.failure).to.include({ code: 'connection-reset', phase: 'headers' });
      await transport.close();
    }
  });

  it('does not take what comes on a resting connection for the next answer', async () => {
    raw = await rawServer((socket, heard) => {
      socket.write(OK);
      if (heard.includes('/trap')) setTimeout(() => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\npoison'), 20);
    });
    const transport = toLoopback(raw.origin);
    await transport.send(hop(`${raw.origin}/trap`), never);
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect((await transport.send(hop(`${raw.origin}/next`), never)).body).to.deep.equal({ text: 'ok' });
    expect(raw.connections, 'a connection that spoke out of turn is not used again').to.equal(2);
    await transport.close();
  });

  it('goes past every proxy that the environment names', async () => {
    const sentinel = await rawServer((socket) => socket.write(OK));
    raw = await rawServer((socket) => socket.write(OK));
    const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy', 'NODE_USE_ENV_PROXY'];
    const before = names.map((name) => process.env[name]);
    for (const name of names) process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : sentinel.origin;
    try {
      expect((await ask(raw.origin)).status).to.equal(200);
    } finally {
      names.forEach((name, at) => {
        if (before[at] === undefined) delete process.env[name];
        else process.env[name] = before[at];
      });
    }
    expect(sentinel.connections).to.equal(0);
    await sentinel.close();
  });

  it('answers aborted before, during and after', async () => {
    raw = await rawServer(() => {});
    const transport = toLoopback(raw.origin);
    const early = AbortSignal.abort();
    expect((await transport.send(hop(`${raw.origin}/`), early)).failure?.code).to.equal('aborted');
    expect(raw.connections).to.equal(0);
    const during = new AbortController();
    const waiting = Array.from({ length: 9 }, () => transport.send(hop(`${raw.origin}/`), during.signal));
    setTimeout(() => during.abort(), 50);
    for (const answer of await Promise.all(waiting)) expect(answer.failure?.code).to.equal('aborted');
    const last = transport.send(hop(`${raw.origin}/`), never);
    setTimeout(() => void transport.close(), 50);
    expect((await last).failure?.code).to.equal('aborted');
    expect((await transport.send(hop(`${raw.origin}/`), never)).failure?.code).to.equal('aborted');
  });

  it('stamps answers with the injected clock', async () => {
    raw = await rawServer((socket) => socket.write(OK));
    const answer = await ask(raw.origin, { options: { now: () => 0 } });
    expect(answer.timing?.startedAt).to.equal('1970-01-01T00:00:00.000Z');
    expect(answer.timing?.total).to.be.within(0, 2000);
    expect(answer.address).to.equal('127.0.0.1');
  });
});

describe('transport: responses', () => {
  const text = 'Größe '.repeat(500);
  const CODINGS: [string, string | undefined, Buffer][] = [
    ['plain', undefined, Buffer.from(text)],
    ['identity', 'identity', Buffer.from(text)],
    ['gzip', 'gzip', gzipSync(text)],
    ['x-gzip in capitals', 'X-GZIP', gzipSync(text)],
    ['zlib deflate', 'deflate', deflateSync(text)],
    ['bare deflate', 'deflate', deflateRawSync(text)],
    ['two gzip members', 'gzip', Buffer.concat([gzipSync(text.slice(0, 100)), gzipSync(text.slice(100))])],
    ['identity and gzip', 'identity, gzip', gzipSync(text)],
    ['a charset in place of a coding', 'UTF-8', Buffer.from(text)],
    ['what S3 keeps of an upload', 'gzip, aws-chunked', gzipSync(text)],
    ['gzip twice', 'gzip, gzip', gzipSync(gzipSync(text))],
    ['two codings, in the order in which they were put on', 'deflate, gzip', gzipSync(deflateRawSync(text))],
    ['brotli, asked for', 'br', brotliCompressSync(text)],
  ];
  for (const [name, coding, bytes] of CODINGS) {
    it(`reads ${name}`, async () => {
      const server = createServer((_request, response) => {
        if (coding) response.setHeader('content-encoding', coding);
        response.end(bytes);
      }).listen(0, '127.0.0.1');
      await new Promise((resolve) => server.once('listening', resolve));
      const headers = coding === 'br' ? { ...HEADERS, 'accept-encoding': 'gzip, br;q=0.5' } : HEADERS;
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const whole = await ask(origin, { headers });
      expect(whole.failure).to.equal(undefined);
      expect(whole.body).to.deep.equal({ text });
      expect(whole.wireBytes).to.equal(bytes.length);
      const exact = await ask(origin, { headers, bytes: Buffer.byteLength(text) });
      expect(exact.truncated).to.equal(undefined);
      // The cap falls into the middle of "ö".
      const cut = await ask(origin, { headers, bytes: 3 });
      expect(cut).to.deep.include({ truncated: true, body: { text: 'Gr' } });
      expect(cut.failure).to.equal(undefined);
      server.close();
    });
  }

  const BODIES: [string, Buffer, object][] = [
    ['a byte order mark', Buffer.from('\ufeff{"a":1}'), { text: '\ufeff{"a":1}' }],
    ['Latin-1', Buffer.from('Gr\u00f6\u00dfe', 'latin1'), { base64: Buffer.from('Gr\u00f6\u00dfe', 'latin1').toString('base64') }],
    ['an encoded surrogate', Buffer.from([0xed, 0xa0, 0x80]), { base64: '7aCA' }],
    ['an overlong form', Buffer.from([0xc0, 0x80]), { base64: 'wIA=' }],
    ['NUL', Buffer.from([0]), { base64: 'AA==' }],
    ['NUL in a text', Buffer.from('a long text\u0000 with it'), { text: 'a long text\u0000 with it' }],
    ['nothing', Buffer.alloc(0), { text: '' }],
  ];
  for (const [name, bytes, body] of BODIES) {
    it(`stores ${name} without loss`, async () => {
      const raw = await rawServer((socket) =>
        socket.write(Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: ${bytes.length}\r\n\r\n`), bytes])),
      );
      const answer = await ask(raw.origin);
      expect(answer.body).to.deep.equal(body);
      await raw.close();
    });
  }

  for (const [method, status] of [
    ['HEAD', 200],
    ['GET', 204],
    ['GET', 304],
  ] as const) {
    it(`has no body for ${method} ${status}`, async () => {
      const raw = await rawServer((socket) => socket.write(`HTTP/1.1 ${status} X\r\ncontent-encoding: zstd\r\n\r\n`));
      const answer = await ask(raw.origin, { method });
      expect(answer.status).to.equal(status);
      expect(answer).to.not.have.any.keys('body', 'failure', 'truncated');
      await raw.close();
    });
  }

  it('keeps header fields: lower case, joined, own members only, Latin-1', async () => {
    const head =
      'HTTP/1.1 200 OK\r\nLink: <a>\r\nlink: <b>\r\n__proto__: x\r\nconstructor: y\r\nX-Name: Gr\u00f6\u00dfe\r\nset-cookie: a=1\r\nset-cookie: b=2\r\ncontent-length: 0\r\n\r\n';
    const raw = await rawServer((socket) => socket.write(Buffer.from(head, 'latin1')));
    const { headers = {} } = await ask(raw.origin);
    expect(Object.entries(headers).sort()).to.deep.equal(
      Object.entries({
        link: '<a>, <b>',
        ['__proto__']: 'x',
        constructor: 'y',
        'x-name': 'Gr\u00f6\u00dfe',
        'set-cookie': 'a=1, b=2',
        'content-length': '0',
      }).sort(),
    );
    expect(Object.getPrototypeOf(headers)).to.equal(null);
    await raw.close();
  });

  it('hands redirects to the engine', async () => {
    const raw = await rawServer((socket) =>
      socket.write('HTTP/1.1 302 Found\r\nlocation: http://169.254.169.254/\r\ncontent-length: 0\r\n\r\n'),
    );
    const answer = await ask(raw.origin);
    expect(answer.status).to.equal(302);
    expect(raw.connections).to.equal(1);
    await raw.close();
  });
});
