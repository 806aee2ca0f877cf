// What changed in the grade of a target since the one before. Two reports are compared once, off the thread that serves; nothing is judged here.
import type { Change } from '../run/compare.ts';
import type { Store } from '../store/store.ts';
import { Derived } from './derived.ts';
import type { Since, StoredReport } from './service.ts';

/** Of the releases of a target that are looked through for its last two grades: pinned runs of the same pack may lie between. */
const AT_MOST = 20;

export class Comparisons {
  readonly #store: Store;
  readonly #changes: Derived<readonly Change[]>;

  /** compare: two stored reports, by their digests, in a worker. */
  constructor(store: Store, compare: (before: string, after: string) => Promise<readonly Change[]>) {
    this.#store = store;
    this.#changes = new Derived(([before = '', after = '']) => compare(before, after));
  }

  /** undefined where this is not the newest grade of its target, or the first one, or the two cannot be compared: a report alone is better than none. */
  async since({ digest, report }: StoredReport): Promise<Since | undefined> {
    const { target, pack } = report.verdict;
    const { items } = await this.#store.history({ target, packDigest: pack.digest, fresh: true, limit: AT_MOST });
    const [newest, previous] = items.filter(({ kind }) => kind === 'grade');
    if (newest?.reportDigest !== digest || !previous) return undefined;
    const changes = await this.#changes.of(previous.reportDigest, digest).catch(() => undefined);
    return changes && { previous, changes };
  }
}
