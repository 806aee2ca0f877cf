// TLS faults end with their name, and what certificate answered is evidence. Certificates are made by openssl for the test.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer, type TLSSocket, type TlsOptions } from 'node:tls';
import { expect } from 'chai';
import { ask, hop, never, toLoopback } from './support.ts';

const limits = { connect: 300, firstByte: 300, exchange: 700 };
interface Pair {
  key: string;
  cert: string;
}

function selfSigned(folder: string, names: string): Pair {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key, '-out', cert];
  execFileSync(
    'openssl',
    ['req', '-x509', ...made, '-days', '2', '-subj', '/O=axproof test/CN=box.test', '-addext', `subjectAltName=${names}`],
    { stdio: 'ignore' },
  );
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
}

/** The same key, in a certificate that ended long ago; only openssl's small certificate authority can date it so. */
function expired(folder: string, { key }: Pair): Pair {
  const file = (name: string): string => join(folder, name);
  writeFileSync(file('index.txt'), '');
  writeFileSync(file('serial'), '01');
  const extensions = '[e]\nsubjectAltName=IP:127.0.0.1\n';
  const authority = `[ca]\ndefault_ca=d\n[d]\ndatabase=${file('index.txt')}\nnew_certs_dir=${folder}\nserial=${file('serial')}\ndefault_md=sha256\npolicy=p\n`;
  writeFileSync(file('ca.cnf'), `${authority}[p]\ncommonName=supplied\n${extensions}[req]\ndistinguished_name=n\n[n]\n`);
  const config = ['-config', file('ca.cnf')];
  execFileSync('openssl', ['req', '-new', ...config, '-key', file('key.pem'), '-subj', '/CN=old', '-out', file('old.csr')], {
    stdio: 'ignore',
  });
  const dates = ['-startdate', '20200101000000Z', '-enddate', '20200102000000Z'];
  const signing = ['ca', '-batch', '-selfsign', ...config, '-keyfile', file('key.pem'), '-extensions', 'e', ...dates, '-notext'];
  execFileSync('openssl', [...signing, '-in', file('old.csr'), '-out', file('old.pem')], { stdio: 'ignore' });
  return { key, cert: readFileSync(file('old.pem'), 'utf8') };
}

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

  const REFUSALS: [string, TlsOptions, string, string][] = [
    [
      'a client certificate is wanted, and that is said after the handshake',
      { requestCert: true },
      'headers',
      'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
    ],
    [
      'a client certificate is wanted within the handshake',
      { requestCert: true, maxVersion: 'TLSv1.2' },
      'tls',
      'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
    ],
    ['only another protocol is spoken', { ALPNProtocols: ['h2'] }, 'tls', 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL'],
    [
      'only an old version is spoken',
      { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' },
      'tls',
      'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
    ],
  ];
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

  const HANDSHAKES: [string, (socket: Socket) => void, string][] = [
    ['garbage', (socket) => void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'), 'tls-failed'],
    ['an alert', (socket) => void socket.write(Buffer.from([21, 3, 3, 0, 2, 2, 40])), 'tls-failed'],
    ['a close', (socket) => void socket.destroy(), 'connection-reset'],
    ['a reset', (socket) => void socket.resetAndDestroy(), 'connection-reset'],
    ['silence', () => {}, 'timed-out'],
    [
      'a dripping record',
      (socket) => void setInterval(() => socket.destroyed || socket.write(Buffer.from([22])), 20).unref(),
      'tls-failed',
    ],
  ];
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
