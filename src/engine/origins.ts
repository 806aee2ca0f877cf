// Which origins of the site may be asked what: each one's robots.txt, and at most three origins beyond the target's own.
import { LIMITS } from '../contract/limits.ts';
import { location } from '../contract/location.ts';
import type { ViewSource } from '../contract/view.ts';
import { ownOutcome } from './outcome.ts';
import type { Record } from './record.ts';
import { everythingAllowed, type Robots, robots } from './robots.ts';
import type { Site } from './site.ts';

export type Permission = 'yes' | 'declined' | 'off-site' | 'origin-limit' | 'ask-robots';

const declinesAll: Robots = { allows: () => false };

/** What a robots.txt exchange allows (RFC 9309 2.3.1): 4xx nothing is forbidden, unreachable everything is. */
export function robotsOf(record: Record): Robots {
  const { is } = ownOutcome(record);
  if (is === 'unclear') return declinesAll;
  if (is !== 'found') return everythingAllowed;
  const { source, request } = record;
  const text = record.read('text');
  if (!text.ok || !source) return everythingAllowed;
  let known = read.get(source);
  if (known?.url !== request.url) {
    known = { url: request.url, robots: robots(request.url, String((text.value as { text: string }).text)) };
    read.set(source, known);
  }
  return known.robots;
}

/** What was read of an answer to a URL, for as long as the answer lives: the answers of runs and replays are often the same. */
const read = new WeakMap<ViewSource, { url: string; robots: Robots }>();

export class Origins {
  readonly site: Site;
  readonly #known = new Map<string, Robots | 'asking' | 'refused'>();
  #further = 0;

  constructor(site: Site) {
    this.site = site;
  }

  permission(href: string, literal: boolean): Permission {
    const url = location(href);
    const place = this.site.place(url);
    if (place === 'off') return 'off-site';
    const known = this.#known.get(url.origin);
    if (known === undefined || known === 'asking') return 'ask-robots';
    if (known === 'refused') return 'origin-limit';
    return known.allows(href, literal) ? 'yes' : 'declined';
  }

  /** Admits an origin: gives the number of its robots.txt request (0 for the target's own), or undefined when known or refused. */
  admit(origin: string): number | undefined {
    if (this.#known.has(origin)) return undefined;
    if (origin !== this.site.origin && this.#further >= LIMITS.furtherOrigins) {
      this.#known.set(origin, 'refused');
      return undefined;
    }
    this.#known.set(origin, 'asking');
    return origin === this.site.origin ? 0 : ++this.#further;
  }

  learn(origin: string, record: Record): void {
    this.#known.set(origin, robotsOf(record));
  }
}
