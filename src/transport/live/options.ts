// What a live transport is told, and the limits that hold for it. Limits can be lowered, never raised, but for a document that a person named.
import { LIMITS } from '../../contract/limits.ts';

/** Addresses of a name. Throws an error with the code ENOTFOUND when the name does not exist. */
export type Resolve = (host: string) => Promise<readonly string[]>;

const USED = [
  'wireBytes',
  'bodyBytes',
  'headerBytes',
  'connections',
  'dns',
  'connect',
  'firstByte',
  'exchange',
  'linger',
  'glimpse',
] as const;
export type LiveLimits = { [name in (typeof USED)[number]]: number };

export interface LiveOptions {
  /** The target is a loopback or private one: exactly its own origin is reachable. A service never sets this. */
  private: boolean;
  /** The target is the verifier's own address: exactly that origin is reachable, wherever its name leads. */
  own?: boolean;
  target: URL;
  /** Callers are strangers: that the target's name leads to a private address looks as if there were no such name. */
  coarse?: boolean;
  limits?: Partial<LiveLimits>;
  /** What is asked may think before its first byte for as long as the exchange may take: a receiver, which is not measured. */
  patient?: boolean;
  /** What is asked is a document that a person named, and no answer of a target: so many bytes of it are read, on the wire and decoded. */
  document?: number;
  /** Certificates (PEM) to trust beside the built-in ones, for private targets. */
  ca?: string;
  resolve?: Resolve;
  /** Milliseconds since the epoch; stamps answers only. */
  now?: () => number;
}

export function effectiveLimits({
  limits: lowered = {},
  patient = false,
  document,
}: Pick<LiveOptions, 'limits' | 'patient' | 'document'> = {}): LiveLimits {
  const limits = {} as LiveLimits;
  for (const name of USED) {
    const given = lowered[name];
    limits[name] = given !== undefined && given > 0 ? Math.min(given, LIMITS[name]) : LIMITS[name];
  }
  if (patient) limits.firstByte = limits.exchange;
  if (document !== undefined) limits.wireBytes = limits.bodyBytes = document;
  return limits;
}
