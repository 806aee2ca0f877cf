// Addresses that lead to one place, as far as their spelling tells.

/** Addresses with and without a slash at their end are one. */
export function plainAddress(href: string): string {
  const { origin, pathname, search } = new URL(href);
  return `${origin}${pathname.length > 1 && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname}${search}`;
}

/** Whether a host of a URL is the reader's own machine by its name or number alone: other names may lead anywhere. */
export const isOwnMachine = (host: string): boolean => host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);

const ITS_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether both are the same port of the reader's own machine, under one of the three names that frameworks write for it. */
export const isSamePort = (a: URL, b: URL): boolean =>
  ITS_NAMES.has(a.hostname) && ITS_NAMES.has(b.hostname) && a.protocol === b.protocol && a.port === b.port;

export const isSameEndpoint = (a: string, b: string): boolean => plainAddress(a) === plainAddress(b);
