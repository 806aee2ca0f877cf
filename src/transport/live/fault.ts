// Faults of sending one hop, as the closed failure codes name them. It must not quote what a target said.
import type { Failure, FailureCode, Tls } from '../../contract/generated/types.ts';

export type Phase = NonNullable<Failure['phase']>;

/** Thrown inside the live transport only; its failure goes into the answer. */
export class TransportFault extends Error {
  readonly failure: Failure;
  constructor(
    code: FailureCode,
    phase: Phase,
    detail?: string,
    readonly tls?: Tls,
  ) {
    super(detail ?? code);
    this.failure = detail === undefined ? { code, phase } : { code, phase, detail };
  }
}

const CODES = new Map<string, FailureCode>([
  ['ETIMEDOUT', 'timed-out'],
  ['ECONNREFUSED', 'connection-refused'],
  ['EHOSTUNREACH', 'connection-refused'],
  ['EHOSTDOWN', 'connection-refused'],
  ['ENETUNREACH', 'connection-refused'],
  ['ENETDOWN', 'connection-refused'],
  ['EADDRNOTAVAIL', 'connection-refused'],
  ['ECONNRESET', 'connection-reset'],
  ['ECONNABORTED', 'connection-reset'],
  ['EPIPE', 'connection-reset'],
  ['ENOTCONN', 'connection-reset'],
  ['ERR_STREAM_PREMATURE_CLOSE', 'connection-reset'],
  ['HPE_INVALID_EOF_STATE', 'connection-reset'],
  ['ENOTFOUND', 'name-not-found'],
  ['EAI_AGAIN', 'dns-failed'],
  ['HPE_HEADER_OVERFLOW', 'headers-too-large'],
  // What our own machine had not left for one more connection, or does not let us do.
  ['EMFILE', 'own-fault'],
  ['ENFILE', 'own-fault'],
  ['ENOBUFS', 'own-fault'],
  ['ENOMEM', 'own-fault'],
  ['EACCES', 'own-fault'],
  ['EPERM', 'own-fault'],
]);

/** Faults of TLS, in the handshake or later: an alert for a missing client certificate comes after it (TLS 1.3). */
const TLS_CODE = /^(?:ERR_SSL_|ERR_TLS_|ERR_OSSL_|EPROTO$)/;

const own = (error: object, name: string): unknown => (Object.hasOwn(error, name) ? (error as Record<string, unknown>)[name] : undefined);

/** Code of an error of Node, or of the one that it stands for; only letters, digits and _. */
export function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null ? own(error, 'code') : undefined;
  return typeof code === 'string' && /^[A-Z0-9_]{1,64}$/.test(code) ? code : '';
}

/** The Fault that an error is or was wrapped around. */
function faultIn(error: unknown): TransportFault | null {
  let at = error;
  for (let depth = 0; depth < 5 && typeof at === 'object' && at !== null; depth++) {
    if (at instanceof TransportFault) return at;
    at = own(at, 'cause');
  }
  return null;
}

/** What an error without a name of its own means: before anything was sent it is ours. */
const UNNAMED: { [phase in Phase]: FailureCode } = {
  dns: 'own-fault',
  connect: 'own-fault',
  tls: 'tls-failed',
  headers: 'protocol-error',
  body: 'protocol-error',
};

/** Any error that ended an exchange in a phase, as a Fault. */
export function toFault(error: unknown, phase: Phase): TransportFault {
  const known = faultIn(error);
  if (known) return known;
  const code = codeOf(error);
  const name = CODES.get(code) ?? (TLS_CODE.test(code) ? 'tls-failed' : UNNAMED[phase]);
  return new TransportFault(name, phase, code || undefined, name === 'tls-failed' ? { error: code || 'handshake failed' } : undefined);
}
