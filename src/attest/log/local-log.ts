// A transparency log in a folder, in the layout of C2SP tlog-tiles. It must never sign a head that does not extend the one on the disk,
// nor promise an entry before it is there.
import { isDigest } from '../../contract/digest.ts';
import { AxproofError } from '../../contract/errors.ts';
import { quote } from '../../contract/quote.ts';
import { withFolderLock } from '../folder-lock.ts';
import { openCheckpoint, type TreeHead } from './checkpoint.ts';
import { entryOf } from './entries.ts';
import { grow } from './growth.ts';
import { emptyRoot } from './hash.ts';
import { LogFolder } from './log-folder.ts';
import type { LogSigner } from './log-signer.ts';
import { inclusionRanges } from './ranges.ts';
import { readCheckpoint } from './read-checkpoint.ts';
import type { TileReader } from './tile-reader.ts';
import { CHECKPOINT } from './tiles.ts';
import type { Logged, TransparencyLog } from './transparency-log.ts';

/** Entries that share one checkpoint. */
const MOST_AT_ONCE = 16_384;

interface Waiting {
  digest: string;
  done(logged: Logged): void;
  failed(error: unknown): void;
}

interface Committed {
  checkpoint: string;
  /** Size before. */
  first: number;
  reader: TileReader;
}

/** Runs the work while no other process writes to the log. */
const alone = <T>(path: string, work: () => Promise<T>): Promise<T> =>
  withFolderLock(path, { what: `the log in ${path}`, busy: 'log-busy' }, work);

export class LocalLog implements TransparencyLog {
  readonly #folder: LogFolder;
  readonly #signer: LogSigner;
  /** The newest head that this process saw. */
  #seen: TreeHead | undefined;
  #waiting: Waiting[] = [];
  #writing = false;

  constructor(folder: LogFolder | string, signer: LogSigner) {
    this.#folder = typeof folder === 'string' ? new LogFolder(folder) : folder;
    this.#signer = signer;
  }

  /** Begins a log in a folder that holds none. */
  static async begin(folder: LogFolder | string, signer: LogSigner): Promise<LocalLog> {
    const log = new LocalLog(folder, signer);
    const { path } = log.#folder;
    await log.#folder.make();
    await alone(path, async () => {
      if (await log.#folder.read(CHECKPOINT)) throw new AxproofError('bad-usage', `${path} holds a log already`);
      await log.#sign({ size: 0, root: emptyRoot() });
    });
    return log;
  }

  /** Appends that wait at the same time share one checkpoint, so that a burst costs one signature and few writes. */
  append(digest: string): Promise<Logged> {
    if (!isDigest(digest)) return Promise.reject(new AxproofError('bad-usage', `${quote(digest, 80)} is no SHA-256 digest`));
    return new Promise((done, failed) => {
      this.#waiting.push({ digest, done, failed });
      if (!this.#writing) void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    this.#writing = true;
    // What is appended in the same turn goes along.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, MOST_AT_ONCE);
      try {
        await this.#settle(batch);
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    this.#writing = false;
  }

  async #settle(batch: readonly Waiting[]): Promise<void> {
    const { path } = this.#folder;
    const committed = await alone(path, () => this.#commit(batch.map(({ digest }) => entryOf(digest))));
    const { checkpoint, first, reader } = committed;
    for (const [i, { done }] of batch.entries()) {
      const index = first + i;
      done({ index, inclusionProof: await reader.hashes(inclusionRanges(index, reader.size)), checkpoint });
    }
  }

  async #commit(entries: readonly Uint8Array[]): Promise<Committed> {
    const folder = this.#folder;
    await folder.clear();
    const old = openCheckpoint(await readCheckpoint(folder), this.#signer.key);
    const { files, outgrown, reader, head } = await grow(folder, old, this.#seen, entries);
    // Tiles first: a checkpoint never speaks of what is not on the disk. Tiles that no checkpoint speaks of are overwritten by the next append.
    await folder.write(files);
    const checkpoint = await this.#sign(head);
    await folder.remove(outgrown);
    return { checkpoint, first: old.size, reader };
  }

  async #sign(head: TreeHead): Promise<string> {
    const checkpoint = await this.#signer.checkpoint(head);
    // A signer that signs with another key than it names must not take the log with it.
    openCheckpoint(checkpoint, this.#signer.key);
    await this.#folder.write([[CHECKPOINT, Buffer.from(checkpoint, 'utf8')]]);
    this.#seen = head;
    return checkpoint;
  }
}
