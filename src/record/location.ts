// The parts of a URL that decisions go by, read once: the same few URLs are asked about again and again.

/** Members mean what they mean in the URL Standard. */
export type Location = Readonly<
  Pick<URL, 'href' | 'origin' | 'protocol' | 'username' | 'password' | 'hostname' | 'port' | 'pathname' | 'search'>
>;

/** By base, '' for none, then by text. */
const known = new Map<string, Map<string, Location>>();
const MOST_BASES = 16;
const MOST_TEXTS = 512;
const LONGEST_TEXT = 512;

function knownBelow(base: string): Map<string, Location> {
  let found = known.get(base);
  if (!found) {
    if (known.size >= MOST_BASES) known.clear();
    found = new Map();
    known.set(base, found);
  }
  return found;
}

/** A URL, or a reference below a base. Throws a TypeError where the text is neither. */
export function location(text: string, base?: string): Location {
  const below = knownBelow(base ?? '');
  let found = below.get(text);
  if (!found) {
    found = read(text, base);
    if (below.size >= MOST_TEXTS) below.clear();
    if (text.length <= LONGEST_TEXT) below.set(text, found);
  }
  return found;
}

function read(text: string, base: string | undefined): Location {
  const { href, origin, protocol, username, password, hostname, port, pathname, search } = new URL(text, base);
  return Object.freeze({ href, origin, protocol, username, password, hostname, port, pathname, search });
}
