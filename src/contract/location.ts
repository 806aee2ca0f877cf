// The parts of an absolute URL that decisions go by, read once: the same few URLs are asked about again and again.

/** Members mean what they mean in the URL Standard. */
export type Location = Readonly<
  Pick<URL, 'href' | 'origin' | 'protocol' | 'username' | 'password' | 'hostname' | 'port' | 'pathname' | 'search'>
>;

const known = new Map<string, Location>();
const MOST_KNOWN = 1024;
const LONGEST_KNOWN = 512;

/** A URL, or a reference below a base. Throws a TypeError where the text is neither. */
export function location(text: string, base?: string): Location {
  // A base is a URL as it is written out, which holds no line feed: what stands before the first one is the base.
  const key = `${base ?? ''}\n${text}`;
  let found = known.get(key);
  if (!found) {
    found = read(text, base);
    if (known.size >= MOST_KNOWN) known.clear();
    if (key.length <= LONGEST_KNOWN) known.set(key, found);
  }
  return found;
}

function read(text: string, base: string | undefined): Location {
  const { href, origin, protocol, username, password, hostname, port, pathname, search } = new URL(text, base);
  return Object.freeze({ href, origin, protocol, username, password, hostname, port, pathname, search });
}
