// Which origins of the site may be asked what: each one's robots.txt, and at most three origins beyond the target's own.
import { isAscii } from 'node:buffer';
import { LIMITS } from '../contract/limits.ts';
import { type Unclear, unseenRobots } from '../contract/unclear.ts';
import type { ViewSource } from '../contract/view.ts';
import { type IsMarked, unmarked } from '../pack/compiled/marks.ts';
import { charsetOf } from '../views/charset.ts';
import { ownOutcome } from './outcome.ts';
import type { Record } from './record.ts';
import { everythingAllowed, type Robots, robots, unreadable } from './robots.ts';
import type { Site } from './site.ts';

export type Permission = 'yes' | 'declined' | 'robots-unavailable' | 'off-site' | 'origin-limit' | 'ask-robots';

/** RFC 9309 2.3.1.3: a status of 4xx says by itself that there are no rules, whatever became of the body. */
function saysNone({ stopped, answer: { status = 0, failure } }: Record): boolean {
  return stopped === undefined && failure?.phase === 'body' && status >= 400 && status < 500 && ![408, 425, 429].includes(status);
}

/** Rules are ASCII: a byte that its charset does not have hides none of them. undefined: not even ASCII can be told. */
function textOf(record: Record, source: ViewSource): string | undefined {
  const text = record.read('text');
  if (text.ok) return String((text.value as { text: string }).text);
  if (charsetOf(source) === null && !isAscii(source.bytes)) return undefined;
  return Buffer.from(source.bytes)
    .toString('utf8')
    .replace(/^\ufeff/, '');
}

function parsed(record: Record, source: ViewSource): Robots {
  const text = textOf(record, source);
  return text === undefined ? unreadable(unseenRobots('unsupported-charset')) : robots(record.request.url, text);
}

/** What a robots.txt exchange allows (RFC 9309 2.3.1): 4xx nothing is forbidden, unreachable everything is. */
export function robotsOf(record: Record, isChallenge: IsMarked = unmarked): Robots {
  const own = ownOutcome(record, isChallenge);
  if (own.is === 'unclear') return saysNone(record) ? everythingAllowed : unreadable(unseenRobots(own.why));
  const { source } = record;
  if (own.is !== 'found' || !source) return everythingAllowed;
  return parsed(record, source);
}

export class Origins {
  readonly #known = new Map<string, Robots | 'asking' | 'refused'>();
  #further = 0;

  constructor(readonly site: Site) {}

  permission(href: string, literal: boolean): Permission {
    const url = new URL(href);
    const place = this.site.place(url);
    if (place === 'off') return 'off-site';
    const known = this.#known.get(url.origin);
    if (known === undefined || known === 'asking') return 'ask-robots';
    if (known === 'refused') return 'origin-limit';
    if (known.unread) return 'robots-unavailable';
    return known.allows(href, literal) ? 'yes' : 'declined';
  }

  /** Why robots.txt of a URL's origin could not be read, where that is why nothing may be asked there. */
  unread(href: string): Unclear | undefined {
    const known = this.#known.get(new URL(href).origin);
    return typeof known === 'object' ? known.unread : undefined;
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

  /** challenged: what answered stands in the way of the service. */
  learn(origin: string, record: Record, challenged: boolean): void {
    this.#known.set(
      origin,
      robotsOf(record, () => challenged),
    );
  }
}
