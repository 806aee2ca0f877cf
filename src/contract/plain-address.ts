// Addresses that lead to one place, as far as their spelling tells.

/** Addresses with and without a slash at their end are one. */
export function plainAddress(href: string): string {
  const { origin, pathname, search } = new URL(href);
  return `${origin}${pathname.length > 1 && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname}${search}`;
}

export const isSameEndpoint = (a: string, b: string): boolean => plainAddress(a) === plainAddress(b);
