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
import { CHECKPOINT } from './tiles.ts';
import type { Logged, TransparencyLog } from './transparency-log.ts';

/** Runs the work while no other process writes to the log. */
const alone = <T>(path: string, work: () => Promise<T>): Promise<T> =>
  withFolderLock(path, { what: `the log in ${path}`, busy: 'log-busy' }, work);

export class LocalLog implements TransparencyLog {
  readonly #folder: LogFolder;
  /** The newest head that this process saw. */
  #seen: TreeHead | undefined;

  constructor(
    folder: LogFolder | string,
    private readonly signer: LogSigner,
  ) {
    this.#folder = typeof folder === 'string' ? new LogFolder(folder) : folder;
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

  async append(digest: string): Promise<Logged> {
    const [logged] = await this.appendAll([digest]);
    return logged as Logged;
  }

  /** Entries that share one checkpoint, in the order given. */
  async appendAll(digests: readonly string[]): Promise<Logged[]> {
    const bad = digests.find((digest) => !isDigest(digest));
    if (bad !== undefined) throw new AxproofError('bad-usage', `${quote(bad, 80)} is no SHA-256 digest`);
    return alone(this.#folder.path, () => this.#commit(digests.map(entryOf)));
  }

  async #commit(entries: readonly Uint8Array[]): Promise<Logged[]> {
    const folder = this.#folder;
    await folder.clear();
    const old = openCheckpoint(await readCheckpoint(folder), this.signer.key);
    const { files, outgrown, reader, head } = await grow(folder, old, this.#seen, entries);
    // Tiles first: a checkpoint never speaks of what is not on the disk. Tiles that no checkpoint speaks of are overwritten by the next append.
    await folder.write(files);
    const checkpoint = await this.#sign(head);
    await folder.remove(outgrown);
    const logged: Logged[] = [];
    for (let index = old.size; index < head.size; index++)
      logged.push({ index, inclusionProof: await reader.hashes(inclusionRanges(index, head.size)), checkpoint });
    return logged;
  }

  async #sign(head: TreeHead): Promise<string> {
    const checkpoint = await this.signer.checkpoint(head);
    // A signer that signs with another key than it names must not take the log with it.
    openCheckpoint(checkpoint, this.signer.key);
    await this.#folder.write([[CHECKPOINT, Buffer.from(checkpoint, 'utf8')]]);
    this.#seen = head;
    return checkpoint;
  }
}
