// Whether the name of a key says that it is somebody else's than the site's that shows the signature. In doubt it is the site's own.

const OWN_LABELS = 2;

/** As much of a host as tells most sites apart; hosts below public suffixes of several labels count as one, which only keeps more as their own. */
const siteOf = (host: string): string => host.toLowerCase().split('.').slice(-OWN_LABELS).join('.');

/** The host that a name of a key is of; null of an identifier that is no host's, undefined where it is no address at all. */
function hostOf(kid: string): string | null | undefined {
  const [, web] = /^did:web:([^:#/?%]+)/i.exec(kid) ?? [];
  if (web !== undefined) return web;
  if (/^did:[a-z0-9]+:./i.test(kid)) return null;
  return /^https?:\/\//i.test(kid) && URL.canParse(kid) ? new URL(kid).hostname : undefined;
}

/** A `did:` or address of another site than that of the document. */
export function isForeign(kid: string, url: string): boolean {
  const host = hostOf(kid);
  if (host === undefined) return false;
  return host === null || !URL.canParse(url) || siteOf(host) !== siteOf(new URL(url).hostname);
}
