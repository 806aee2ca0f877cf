// Points in time as reports write them: RFC 3339, UTC, milliseconds. This room has no clock; every now is handed in as milliseconds.

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
