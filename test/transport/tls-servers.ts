// Servers whose TLS fails, as data: settings that no honest client can agree with, and handshakes that meet something else. It listens nowhere.
import type { Socket } from 'node:net';
import type { TlsOptions } from 'node:tls';

/** What is wrong, how the server is set up, in which phase it is noticed, and OpenSSL's word for it. */
export const REFUSALS: readonly (readonly [string, TlsOptions, string, string])[] = [
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
/** What the client's first bytes are answered with, and the failure that is told. */
export const HANDSHAKES: readonly (readonly [string, (socket: Socket) => void, string])[] = [
  ['garbage', (socket) => void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'), 'tls-failed'],
  ['an alert', (socket) => void socket.write(Buffer.from([21, 3, 3, 0, 2, 2, 40])), 'tls-failed'],
  ['a close', (socket) => void socket.destroy(), 'connection-reset'],
  ['a reset', (socket) => void socket.resetAndDestroy(), 'connection-reset'],
  ['silence', () => {}, 'timed-out'],
  ['a dripping record', (socket) => void setInterval(() => socket.destroyed || socket.write(Buffer.from([22])), 20).unref(), 'tls-failed'],
];
