// Reports as the service gives them: exact bytes out of the store, parsed at most once. It keeps the newest few at hand, since they are read far more often than made.
import { LRUCache } from 'lru-cache';
import { AxproofError } from '../contract/errors.ts';
import type { Report } from '../contract/generated/types.ts';
import { allBytes, type Content } from '../report/written.ts';
import type { Store } from '../store/store.ts';
import type { StoredReport } from './service.ts';

const MOST_BYTES = 64 * 1024 * 1024;
/** Milliseconds. Reports never change, but they are taken down, by any process: so soon all of them answer with the tombstone. */
const AT_HAND = 2000;

/** Parsed, a report is several times its bytes: no more of it is than somebody looks at. */
class ReadReport implements StoredReport {
  readonly digest: string;
  readonly content: Content;
  #report: Report | undefined;
  #outline: Report | undefined;

  constructor(digest: string, content: Content) {
    this.digest = digest;
    this.content = content;
  }

  get report(): Report {
    this.#report ??= JSON.parse(allBytes(this.content).toString('utf8')) as Report;
    return this.#report;
  }

  get outline(): Report {
    const { between, bodies } = this.content;
    if (bodies.length === 0) return this.report;
    this.#outline ??= JSON.parse(between.map((piece) => Buffer.from(piece).toString('utf8')).join('""')) as Report;
    return this.#outline;
  }
}

export class StoredReports {
  readonly #cache: LRUCache<string, StoredReport>;

  constructor(store: Store) {
    this.#cache = new LRUCache({
      maxSize: MOST_BYTES,
      sizeCalculation: ({ content }) => content.size + 1,
      ttl: AT_HAND,
      // Not only when somebody asks for it again: most are never asked for again.
      ttlAutopurge: true,
      ttlResolution: 50,
      // Many who ask at once wait for one read.
      fetchMethod: (digest) => readReport(store, digest),
    });
  }

  /** Throws gone or not-found. */
  async report(digest: string): Promise<StoredReport> {
    return this.#cache.get(digest) ?? (await this.#cache.fetch(digest)) ?? missing(digest);
  }

  /** What was read a moment ago, without asking the store. */
  atHand(digest: string): StoredReport | undefined {
    return this.#cache.get(digest);
  }
}

function missing(digest: string): never {
  throw new AxproofError('not-found', `there is no report ${digest}`);
}

async function readReport(store: Store, digest: string): Promise<StoredReport> {
  const found = (await store.document('report', digest)) ?? missing(digest);
  if (found.state === 'gone') throw new AxproofError('gone', `the report ${digest} was taken down: ${found.reason}`);
  return new ReadReport(digest, found.content);
}
