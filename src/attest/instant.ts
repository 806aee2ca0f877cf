// Points in time as reports write them (RFC 3339, UTC, milliseconds), and the windows of keys. This room has no clock; every now is handed in as milliseconds.

/** Milliseconds since 1970 of a text in the one form; undefined for anything else, leap seconds included. */
export function parseInstant(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text)) return undefined;
  const at = Date.parse(text);
  // A day that does not exist is not moved to one that does.
  return Number.isNaN(at) || new Date(at).toISOString() !== text ? undefined : at;
}

/** Total: what is no time is called so. */
export function instantText(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? 'no time' : date.toISOString();
}

export const secondsOf = (at: number): number => Math.floor(at / 1000);

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
