// What is read out of stored reports beside what they say: what a target publishes, and what changed since the grade before. Workers do it; nothing is judged here.
import { LRUCache } from 'lru-cache';
import type { Discovery } from '../contract/generated/types.ts';
import type { CheckChange } from '../run/compare.ts';
import type { Store } from '../store/store.ts';
import type { WorkerPool } from './pool.ts';
import type { GradeHistory, Since, StoredReport } from './service.ts';

/** Of the releases of a target that are looked through for its last two grades: pinned runs of the same pack may lie between. */
const AT_MOST = 20;

const MOST = 500;

/** Keeps what `read` gave, by the digests that it was given: large reports are read and compared once. */
function once<T extends object>(read: (digests: string[]) => Promise<T>): (...digests: string[]) => Promise<T> {
  const known = new LRUCache<string, T>({ max: MOST, ignoreFetchAbort: true, fetchMethod: (key) => read(key.split(' ')) });
  return (...digests) => known.forceFetch(digests.join(' '));
}

export class Readings {
  readonly #changes: (before: string, after: string) => Promise<readonly CheckChange[]>;
  /** What a target publishes, by the digest of its report. */
  readonly discovery: (digest: string) => Promise<Discovery>;

  constructor(
    private readonly store: Store,
    pool: Pick<WorkerPool, 'compare' | 'discover'>,
  ) {
    this.#changes = once(([before = '', after = '']) => pool.compare(before, after));
    this.discovery = once(([digest = '']) => pool.discover(digest));
  }

  /** What cannot be compared any more is told without what changed. */
  async history(origin: string, cursor: string | undefined): Promise<GradeHistory> {
    const page = await this.store.history({ target: origin, fresh: true, limit: AT_MOST, cursor });
    const withChanges = page.items.map(async (item, i) => {
      const before = page.items.slice(i + 1).find(({ packDigest, kind }) => packDigest === item.packDigest && kind === item.kind);
      const changes = before && (await this.#changes(before.reportDigest, item.reportDigest).catch(() => undefined));
      return { ...item, ...(changes ? { changes } : {}) };
    });
    return { ...page, items: await Promise.all(withChanges) };
  }

  /** undefined where this is not the newest grade of its target, or the first one, or the two cannot be compared: a report alone is better than none. */
  async since({ digest, outline }: StoredReport): Promise<Since | undefined> {
    const { target, pack } = outline.verdict;
    const { items } = await this.store.history({ target, packDigest: pack.digest, fresh: true, limit: AT_MOST });
    const [newest, previous] = items.filter(({ kind }) => kind === 'grade');
    if (newest?.reportDigest !== digest || !previous) return undefined;
    const changes = await this.#changes(previous.reportDigest, digest).catch(() => undefined);
    return changes && { previous, changes };
  }
}
