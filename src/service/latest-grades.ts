// The newest fresh grade of a target. While it is fresh no other can come, so that it is looked up once in a while and not for every reader.
import { LRUCache } from 'lru-cache';
import type { ReleaseFacts } from '../store/release.ts';
import type { Store } from '../store/store.ts';

/** Milliseconds; a takedown of any process is seen this soon. */
const AT_HAND = 2000;
const MOST = 10_000;

export class LatestGrades {
  readonly #store: Store;
  readonly #fresh: (facts: ReleaseFacts) => boolean;
  readonly #known = new LRUCache<string, ReleaseFacts>({ max: MOST, ttl: AT_HAND, ttlResolution: 50 });

  /** `fresh`: within the cooldown, in which no other grade of the target is made. */
  constructor(store: Store, fresh: (facts: ReleaseFacts) => boolean) {
    this.#store = store;
    this.#fresh = fresh;
  }

  async of(target: string, packDigest: string): Promise<ReleaseFacts | undefined> {
    const key = `${packDigest} ${target}`;
    const known = this.#known.get(key);
    if (known && this.#fresh(known)) return known;
    const facts = await this.#store.latest(target, packDigest);
    if (facts && this.#fresh(facts)) this.#known.set(key, facts);
    return facts;
  }
}
