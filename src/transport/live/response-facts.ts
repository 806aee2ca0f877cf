// Header fields and TLS facts of a response as evidence keeps them. It must not interpret them.
import type { Duplex } from 'node:stream';
import { type PeerCertificate, TLSSocket } from 'node:tls';
import type { HeaderMap, Tls } from '../../contract/generated/types.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to be masked.
const CONTROLS = /[\x00-\x08\x0a-\x1f\x7f]/g;

/** Names in lower case, repeated fields joined; bytes beyond ASCII stand as Latin-1, as HTTP has it. */
export function headerMap(rawHeaders: readonly string[]): HeaderMap {
  const map = Object.create(null) as HeaderMap;
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] as string).toLowerCase();
    const value = (rawHeaders[at + 1] as string).replace(CONTROLS, '\ufffd');
    const before = map[name];
    map[name] = before === undefined ? value : `${before}, ${value}`;
  }
  return map;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value.slice(0, 256) : undefined);

const nameOf = (name: PeerCertificate['subject'] | undefined): string | undefined => {
  const parts = [name?.CN && `CN=${name.CN}`, name?.O && `O=${name.O}`].filter((part) => typeof part === 'string');
  return textOf(parts.join(', '));
};

function validTo(certificate: PeerCertificate): string | undefined {
  const at = Date.parse(certificate.valid_to ?? '');
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}

/** Facts of the connection that a response came over; undefined for plain HTTP. */
export function tlsFacts(socket: Duplex): Tls | undefined {
  // The first look spares plain targets Node's TLS.
  if (!('encrypted' in socket) || !(socket instanceof TLSSocket)) return undefined;
  const certificate = socket.getPeerCertificate();
  const all: Tls = {
    protocol: textOf(socket.getProtocol()),
    cipher: textOf(socket.getCipher()?.standardName),
    issuer: nameOf(certificate?.issuer),
    subject: nameOf(certificate?.subject),
    validTo: certificate ? validTo(certificate) : undefined,
    fingerprint256: textOf(certificate?.fingerprint256),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Tls;
}
