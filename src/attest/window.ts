// The window of a key: when a report may be issued under it.

/** Unix seconds; nbf belongs to the window and exp does not. */
export interface Window {
  nbf: number;
  exp: number;
}

/** Readers' clocks may be behind the issuer's by this many milliseconds. */
export const CLOCK_SKEW = 5 * 60_000;

export const within = ({ nbf, exp }: Window, at: number): boolean => at >= nbf * 1000 && at < exp * 1000;

/** In words, for messages. */
export const windowText = ({ nbf, exp }: Window): string => `${dateText(nbf)} to ${dateText(exp)}`;

export const dateText = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
