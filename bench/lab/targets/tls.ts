// Targets whose TLS is wrong in every way: certificates that nobody should believe, and handshakes that never end. Certificates are made by openssl.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, createServer as createTcp, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTls } from 'node:tls';
import { expired, type Pair, selfSigned } from '../../../test/transport/certificates.ts';
import { HANDSHAKES, REFUSALS } from '../../../test/transport/tls-servers.ts';
import type { Hostile } from '../lab.ts';
import type { HostileTarget } from './target.ts';

const NAMES = 'DNS:box.test,IP:127.0.0.1';

/** The service believes them all (NODE_EXTRA_CA_CERTS), so that it is not their origin that is refused but what is wrong with each. */
export interface Certificates {
  honest: Pair;
  otherName: Pair;
  expired: Pair;
}

/** Writes the certificates into a new folder, all in one file of PEM for who is to believe them. */
export function certificates(): { folder: string; file: string } {
  const folder = mkdtempSync(join(tmpdir(), 'axproof-lab-tls-'));
  const honest = selfSigned(folder, NAMES);
  const made: Certificates = { expired: expired(folder, honest), honest, otherName: selfSigned(folder, 'DNS:other.test') };
  const file = join(folder, 'believed.pem');
  writeFileSync(
    file,
    Object.values(made)
      .map(({ cert }) => cert)
      .join(''),
  );
  writeFileSync(join(folder, 'all.json'), JSON.stringify(made));
  return { folder, file };
}

/** Those that the lab made, for its process of targets. */
function made(): Certificates {
  const { LAB_CERTIFICATES } = process.env;
  if (LAB_CERTIFICATES === undefined) throw new Error('the lab gave no certificates');
  return JSON.parse(readFileSync(join(LAB_CERTIFICATES, 'all.json'), 'utf8')) as Certificates;
}

async function listening(server: Server): Promise<Hostile> {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => {}).on('close', () => open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

const answering = (pair: Pair): Promise<Hostile> => listening(createHttps(pair, (_request, response) => void response.end('{}')));

/** Nobody but this target knows its certificate. */
function unheardOf(): Pair {
  const folder = mkdtempSync(join(tmpdir(), 'axproof-lab-tls-'));
  try {
    return selfSigned(folder, NAMES);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const CERTIFICATES: HostileTarget[] = [
  { name: 'tls-self-signed', does: 'a certificate that it signed itself', open: () => answering(unheardOf()) },
  { name: 'tls-other-name', does: 'a certificate of another name', open: () => answering(made().otherName) },
  { name: 'tls-expired', does: 'a certificate that ended years ago', open: () => answering(made().expired) },
];

const slug = (text: string): string => text.replaceAll(/[^a-z0-9]+/gi, '-').toLowerCase();

export const TLS: readonly HostileTarget[] = [
  ...CERTIFICATES,
  ...REFUSALS.map(
    ([does, options]): HostileTarget => ({
      name: `tls-${slug(does).slice(0, 40)}`,
      does: `TLS where ${does}`,
      open: async () => listening(createTls({ ...made().honest, ...options }, (socket) => void socket.on('error', () => {}))),
    }),
  ),
  ...HANDSHAKES.map(
    ([does, speak]): HostileTarget => ({
      name: `tls-handshake-${slug(does)}`,
      does: `a TLS handshake that meets ${does}`,
      open: () => listening(createTcp((socket) => void socket.on('data', () => {}).once('data', () => speak(socket)))),
    }),
  ),
];
