// Opens one connection to a pinned address: TCP, the peer checked again, then TLS. It must not send a byte to a peer that was not admitted.
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls, rootCertificates } from 'node:tls';
import { bareHost } from '../registrable.ts';
import { TransportFault, toFault } from './fault.ts';

export interface Dial {
  url: URL;
  addresses: readonly string[];
  /** Milliseconds for TCP and TLS together. */
  deadline: number;
  ca: string | undefined;
  permits(peer: string | undefined): boolean;
  /** Called when TCP stands and TLS begins. */
  onTls(): void;
}

type Done = (error: TransportFault | null, socket?: Socket) => void;

/** Gives Node the pinned addresses where it would ask the DNS. An IP literal never gets here. */
function lookupOf(addresses: readonly string[]): LookupFunction {
  const entries = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, options, done) => {
    const [first] = entries;
    if (options.all) done(null, entries);
    else done(null, first?.address ?? '', first?.family ?? 4);
  };
}

function tcp(dial: Dial): Socket {
  const host = bareHost(dial.url.hostname);
  const port = Number(dial.url.port) || (dial.url.protocol === 'https:' ? 443 : 80);
  const patience = Math.max(250, Math.floor(dial.deadline / dial.addresses.length));
  return connectTcp({
    host,
    port,
    lookup: lookupOf(dial.addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: patience,
    noDelay: true,
  });
}

function tls(dial: Dial, socket: Socket): Socket {
  const host = bareHost(dial.url.hostname);
  return connectTls({
    socket,
    host,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(dial.ca === undefined ? {} : { ca: [...rootCertificates, dial.ca] }),
    ALPNProtocols: ['http/1.1'],
  });
}

/** Ends with a connected socket, or with a Fault. Gives a function that breaks it off. */
export function dial(wanted: Dial, done: Done): () => void {
  let phase: 'connect' | 'tls' = 'connect';
  let over = false;
  let current = tcp(wanted);
  const finish = (fault: TransportFault | null): void => {
    if (over) return;
    over = true;
    clearTimeout(timer);
    current.off('error', failed);
    current.on('error', () => {});
    if (fault) current.destroy();
    done(fault, fault ? undefined : current);
  };
  const failed = (error: unknown): void => finish(toFault(error, phase));
  const timer = setTimeout(() => finish(new TransportFault('timed-out', phase)), wanted.deadline);
  current.once('error', failed);
  current.once('connect', () => {
    if (!wanted.permits(current.remoteAddress)) {
      finish(new TransportFault('blocked-address', 'connect', 'the connected peer is not the admitted one'));
      return;
    }
    if (wanted.url.protocol !== 'https:') {
      finish(null);
      return;
    }
    phase = 'tls';
    wanted.onTls();
    current.off('error', failed);
    current.on('error', () => {});
    current = tls(wanted, current);
    current.once('error', failed);
    current.once('secureConnect', () => finish(null));
  });
  return () => finish(new TransportFault('aborted', phase));
}
