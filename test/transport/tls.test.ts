// TLS faults end with their name, and what certificate answered is evidence. Certificates are made by openssl for the test.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import { expect } from 'chai';
import { expired, type Pair, selfSigned } from './certificates.ts';
import { ask, hop, never, toLoopback } from './support.ts';
import { HANDSHAKES, REFUSALS } from './tls-servers.ts';

const limits = { connect: 300, firstByte: 300, exchange: 700 };
describe('transport: TLS', () => {
  let folder: string;
  let pair: Pair;
  let origin: string;
  let sni: (string | false | null)[];
  let connections: number;
  let close: () => void;

  before(async function () {
    folder = mkdtempSync(join(tmpdir(), 'axproof-tls-'));
    try {
      pair = selfSigned(folder, 'DNS:box.test,IP:127.0.0.1');
    } catch {
      console.warn('      skipped: openssl is not there to make certificates');
      this.skip();
    }
    sni = [];
    connections = 0;
    const server = createServer(pair, (request, response) => {
      sni.push((request.socket as TLSSocket).servername);
      response.end(request.headers.host);
    });
    server.on('connection', () => connections++);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    close = () => void server.close().closeAllConnections();
  });
  after(() => {
    close?.();
    rmSync(folder, { recursive: true, force: true });
  });

  const box = (): string => origin.replace('127.0.0.1', 'box.test');
  const other = (): string => origin.replace('127.0.0.1', 'other.test');
  const resolve = async (): Promise<string[]> => ['127.0.0.1'];

  it('refuses a self-signed certificate and records why', async () => {
    const answer = await ask(origin, { options: { limits } });
    expect(answer.failure).to.include({ code: 'tls-failed', phase: 'tls' });
    expect(answer.tls?.error).to.equal('DEPTH_ZERO_SELF_SIGNED_CERT');
    expect(sni).to.deep.equal([]);
  });

  it('refuses a certificate of another name', async () => {
    const answer = await ask(other(), { options: { limits, resolve, ca: pair.cert } });
    expect(answer.failure).to.include({ code: 'tls-failed', phase: 'tls' });
    expect(answer.tls?.error).to.equal('ERR_TLS_CERT_ALTNAME_INVALID');
  });

  it('refuses a certificate that has expired', async () => {
    const old = expired(folder, pair);
    const server = createServer(old, (_request, response) => response.end());
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const answer = await ask(`https://127.0.0.1:${(server.address() as AddressInfo).port}`, { options: { limits, ca: old.cert } });
    expect(answer.failure).to.include({ code: 'tls-failed', phase: 'tls' });
    expect(answer.tls?.error).to.equal('CERT_HAS_EXPIRED');
    server.close();
  });

  it('keeps name, SNI and Host over a pinned address, and records the certificate', async () => {
    sni.length = 0;
    const answer = await ask(box(), { options: { limits, resolve, ca: pair.cert } });
    expect(answer.failure).to.equal(undefined);
    expect(answer.body).to.deep.equal({ text: new URL(box()).host });
    expect(sni).to.deep.equal(['box.test']);
    expect(answer.tls).to.include({ protocol: 'TLSv1.3', subject: 'CN=box.test, O=axproof test', issuer: 'CN=box.test, O=axproof test' });
    expect(answer.tls?.fingerprint256).to.match(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
    expect(Date.parse(answer.tls?.validTo ?? '')).to.be.above(Date.now());
  });

  it('checks an address against the certificate too, without SNI', async () => {
    sni.length = 0;
    const answer = await ask(origin, { options: { limits, ca: pair.cert } });
    expect(answer.status).to.equal(200);
    expect(sni).to.deep.equal([false]);
  });

  for (const [name, options, phase, error] of REFUSALS)
    it(`says that TLS failed where ${name}`, async () => {
      const server = createTlsServer({ ...pair, ...options }, (socket) => void socket.on('error', () => {}));
      server.on('tlsClientError', () => {});
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
      const patient = { connect: 3000, firstByte: 3000, exchange: 8000 };
      const at = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const answer = await ask(at, { options: { limits: patient, ca: pair.cert } });
      expect(answer.failure).to.deep.equal({ code: 'tls-failed', phase, detail: error });
      expect(answer.tls?.error).to.equal(error);
      server.close();
    });

  for (const [name, speak, code] of HANDSHAKES) {
    it(`ends a handshake that meets ${name}`, async () => {
      const open = new Set<Socket>();
      const server = createTcpServer((socket) => {
        open.add(socket.on('error', () => {}).on('data', () => {}));
        socket.once('data', () => speak(socket));
      });
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
      const begun = performance.now();
      const answer = await ask(`https://127.0.0.1:${(server.address() as AddressInfo).port}`, { options: { limits } });
      expect(performance.now() - begun).to.be.below(limits.connect + 500);
      expect(answer.failure).to.include({ code, phase: 'tls' });
      // Nothing stays open behind a failed handshake.
      await new Promise((done) => setTimeout(done, 50));
      expect([...open].filter((socket) => !socket.destroyed && !socket.readableEnded)).to.have.length(0);
      for (const socket of open) socket.destroy();
      server.close();
    });
  }

  it('reuses a TLS connection', async () => {
    const transport = toLoopback(origin, { ca: pair.cert });
    const before = connections;
    for (let i = 0; i < 5; i++) {
      const answer = await transport.send(hop(`${origin}/${i}`), never);
      expect(answer.tls?.protocol).to.equal('TLSv1.3');
    }
    expect(connections - before).to.equal(1);
    await transport.close();
  });
});
