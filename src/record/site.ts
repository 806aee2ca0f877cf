// Which URLs belong to the target's site: its own origin and, for a public name, the https origins of its registrable domain. A service on the reader's own machine
// has three names there, and frameworks write one of them into its documents whatever the reader called it.
import { isSamePort } from '../contract/plain-address.ts';

export type Registrable = (host: string) => string | null;

export interface Site {
  origin: string;
  /** own: the target's origin; further: another origin of the site; off: elsewhere. */
  place(url: URL): 'own' | 'further' | 'off';
  /** Whether it is of the target's own host, over plain HTTP: what comes that way may be changed, and is not asked. */
  isPlain(url: URL): boolean;
  /** Registrable domain of a host; evidence records that it was asked for. */
  registrable: Registrable;
  /** Every host asked about, with the answer, as evidence records it. */
  asked(): { [host: string]: string | null };
}

export function site(origin: string, registrable: Registrable): Site {
  const asked = new Map<string, string | null>();
  const ask = (host: string): string | null => {
    let found = asked.get(host);
    if (found === undefined) {
      found = registrable(host);
      asked.set(host, found);
    }
    return found;
  };
  const target = new URL(origin);
  const { hostname } = target;
  const own = ask(hostname);
  return {
    origin,
    registrable: ask,
    place(url) {
      if (url.username !== '' || url.password !== '') return 'off';
      if (url.origin === origin) return 'own';
      if (isSamePort(url, target)) return 'further';
      if (own === null || url.protocol !== 'https:' || url.port !== '') return 'off';
      return ask(url.hostname) === own ? 'further' : 'off';
    },
    isPlain: (url) => url.protocol === 'http:' && url.port === '' && url.hostname === hostname && url.origin !== origin,
    asked: () => Object.fromEntries([...asked].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}
