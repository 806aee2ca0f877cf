// What a command may touch of the outside: streams, clock and environment, handed in so that tests can hold them.
export interface Io {
  out(text: string): void;
  err(text: string): void;
  /** A terminal is at the other end of stderr or stdout. */
  outIsTerminal: boolean;
  errIsTerminal: boolean;
  color: boolean;
  columns: number;
  /** RFC 3339. */
  now(): string;
  /** A fresh seed, 0 … 2^53−1. */
  freshSeed(): number;
  /** Variables of the process; none in a test that gives none. */
  env?: Readonly<Record<string, string | undefined>>;
  /** Aborts on SIGINT, SIGTERM and SIGHUP. */
  signal: AbortSignal;
}
