// Documents as the service gives them, and the newest grade of a target: exact bytes out of the store, parsed at most once. It keeps a few at hand, since they are
// read far more often than made, and so that many who ask at once for a long one hold it once.
import { LRUCache } from 'lru-cache';
import { AxproofError } from '../contract/errors.ts';
import type { Report } from '../contract/generated/types.ts';
import { MiB } from '../contract/units.ts';
import { allBytes, type Content, whole } from '../report/written.ts';
import type { ReleaseFacts } from '../store/release.ts';
import type { Store } from '../store/store.ts';
import type { PublishedKind, StoredDocument, StoredReport } from './service.ts';

const MOST_BYTES = 64 * MiB;
/** Milliseconds. Documents never change, but they are taken down, by any process: so soon all of them answer with the tombstone. */
const AT_HAND = 2000;

/** Parsed, a report is several times its bytes: no more of it is than somebody looks at. */
class ReadDocument implements StoredReport {
  #report: Report | undefined;
  #outline: Report | undefined;

  constructor(
    readonly digest: string,
    readonly content: Content,
    /** Why it was taken down. */
    readonly gone?: string,
  ) {}

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

/** A report that is not there is nothing; one that cannot be asked for is a failure. */
export function unlessAbsent(error: unknown): undefined {
  if (!(error instanceof AxproofError && (error.code === 'gone' || error.code === 'not-found'))) throw error;
}

export class StoredDocuments {
  readonly #cache: LRUCache<string, ReadDocument>;
  /** Many who ask at once wait for one read. The cache's own fetch gives up on one that takes longer than what it keeps. */
  readonly #reading = new Map<string, Promise<ReadDocument | undefined>>();

  constructor(
    private readonly store: Pick<Store, 'document'>,
    atHand = AT_HAND,
  ) {
    this.#cache = new LRUCache({
      maxSize: MOST_BYTES,
      sizeCalculation: ({ content }) => content.size + 1,
      ttl: atHand,
      // Not only when somebody asks for it again: most are never asked for again.
      ttlAutopurge: true,
      ttlResolution: 50,
    });
  }

  /** What was read a moment ago is not asked of the store. */
  async #read(kind: PublishedKind, digest: string): Promise<ReadDocument | undefined> {
    const name = `${kind} ${digest}`;
    const known = this.#cache.get(name);
    if (known) return known;
    const reading = this.#reading.get(name) ?? this.#load(kind, digest).finally(() => this.#reading.delete(name));
    this.#reading.set(name, reading);
    return reading;
  }

  async #load(kind: PublishedKind, digest: string): Promise<ReadDocument | undefined> {
    const found = await this.store.document(kind, digest);
    if (!found) return undefined;
    const read =
      found.state === 'gone' ? new ReadDocument(digest, whole(found.tombstone), found.reason) : new ReadDocument(digest, found.content);
    this.#cache.set(`${kind} ${digest}`, read);
    return read;
  }

  /** Throws gone or not-found. */
  async report(digest: string): Promise<StoredReport> {
    const found = await this.#read('report', digest);
    if (!found) throw new AxproofError('not-found', `there is no report ${digest}`);
    if (found.gone !== undefined) throw new AxproofError('gone', `the report ${digest} was taken down: ${found.gone}`);
    return found;
  }

  /** Of any kind, or its tombstone. */
  async document(kind: PublishedKind, digest: string): Promise<StoredDocument | undefined> {
    const found = await this.#read(kind, digest);
    return found && { state: found.gone === undefined ? 'here' : 'gone', content: found.content };
  }
}

const MOST_GRADES = 10_000;

/** The newest fresh grade of a target. While it is fresh no other can come, so that it is looked up once in a while and not for every reader. */
export class LatestGrades {
  readonly #known = new LRUCache<string, ReleaseFacts>({ max: MOST_GRADES, ttl: AT_HAND, ttlResolution: 50 });

  /** `fresh`: within the cooldown, in which no other grade of the target is made. */
  constructor(
    private readonly store: Store,
    private readonly fresh: (facts: ReleaseFacts) => boolean,
  ) {}

  async of(target: string, packDigest: string): Promise<ReleaseFacts | undefined> {
    const key = `${packDigest} ${target}`;
    const known = this.#known.get(key);
    if (known && this.fresh(known)) return known;
    const facts = await this.store.latest(target, packDigest);
    if (facts && this.fresh(facts)) this.#known.set(key, facts);
    return facts;
  }
}
