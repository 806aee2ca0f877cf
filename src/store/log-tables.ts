// The transparency log in tables, in the files of C2SP tlog-tiles. The row of its head is what writers wait for, in whatever process they are.
// It must never sign a head that does not extend the one that is stored.
import { openCheckpoint, type TreeHead } from '../attest/log/checkpoint.ts';
import { entryOf } from '../attest/log/entries.ts';
import { checkSeen, type Grown, grow } from '../attest/log/growth.ts';
import { emptyRoot } from '../attest/log/hash.ts';
import { vkeyOf } from '../attest/log/log-key.ts';
import type { LogSigner } from '../attest/log/log-signer.ts';
import { inclusionRanges } from '../attest/log/ranges.ts';
import { TileReader } from '../attest/log/tile-reader.ts';
import { CHECKPOINT } from '../attest/log/tiles.ts';
import type { Logged } from '../attest/log/transparency-log.ts';
import { isDigest } from '../contract/digest.ts';
import { AxproofError } from '../contract/errors.ts';
import { quote } from '../contract/quote.ts';
import type { Database, Queries, Writing } from './database.ts';
import { clean } from './plain.ts';
import type { StoreLog } from './release.ts';
import { bytesOf } from './tables.ts';

const damaged = (what: string): never => {
  throw new AxproofError('log-damaged', what);
};

const source = (db: Queries, origin: string) => ({
  read: async (path: string): Promise<Uint8Array | undefined> => {
    const row = await db.selectFrom('logFile').where('origin', '=', origin).where('path', '=', path).select('bytes').executeTakeFirst();
    return row && bytesOf(row.bytes);
  },
});

export class LogTables {
  /** The newest head of each origin that this process saw committed. */
  readonly #seen = new Map<string, TreeHead>();
  /** By key of the log: the last one whose signature was checked. */
  readonly #checkpoints = new Map<string, { checkpoint: string; head: TreeHead }>();
  readonly #signers = new WeakSet<LogSigner>();

  constructor(private readonly database: Database) {}

  async open(signer: LogSigner, kept?: string): Promise<StoreLog> {
    const origin = clean(signer.key.name, 'the origin of a log');
    const { size } = await this.database.write((tx) => this.#head(tx, signer));
    if (kept !== undefined) {
      this.committed(signer, openCheckpoint(kept, signer.key));
      await this.database.read((db) => checkSeen(new TileReader(source(db, origin), size), this.#seen.get(origin)));
    }
    const head = () => this.database.read((db) => headRow(db, origin).executeTakeFirst());
    return {
      append: (digest) => this.append(digest, signer),
      checkpoint: async () => (await head())?.checkpoint ?? damaged('the log has no checkpoint any more'),
      file: async (path) =>
        path === CHECKPOINT ? Buffer.from((await head())?.checkpoint ?? '') : this.database.read((db) => source(db, origin).read(path)),
    };
  }

  async append(digest: string, signer: LogSigner): Promise<Logged> {
    if (!isDigest(digest)) throw new AxproofError('bad-usage', `${quote(digest, 80)} is no SHA-256 digest`);
    const { logged, head } = await this.database.write((tx) => this.appendIn(tx, [digest], signer));
    this.committed(signer, head);
    return logged[0] as Logged;
  }

  /** To be told when the transaction of an append is durable. */
  committed(signer: LogSigner, head: TreeHead): void {
    const seen = this.#seen.get(signer.key.name);
    if (!seen || seen.size < head.size) this.#seen.set(signer.key.name, head);
  }

  /** Within a transaction, which holds the log from here to its end: all under one head. */
  async appendIn(tx: Writing, digests: readonly string[], signer: LogSigner): Promise<{ logged: Logged[]; head: TreeHead }> {
    const origin = signer.key.name;
    const old = await this.#head(tx, signer);
    const grown = await grow(source(tx, origin), old, this.#seen.get(origin), digests.map(entryOf));
    const { reader, head } = grown;
    const checkpoint = await signer.checkpoint(head);
    this.#proven(checkpoint, head, signer);
    await write(tx, origin, grown);
    await tx.updateTable('logHead').set({ size: head.size, checkpoint }).where('origin', '=', origin).execute();
    const logged: Logged[] = [];
    for (let index = old.size; index < reader.size; index++)
      logged.push({ index, inclusionProof: await reader.hashes(inclusionRanges(index, reader.size)), checkpoint });
    return { logged, head };
  }

  /** The head, held; a log that nobody began begins here. */
  async #head(tx: Writing, signer: LogSigner): Promise<TreeHead> {
    const origin = signer.key.name;
    const held = () => this.database.hold(headRow(tx, origin)).executeTakeFirst();
    let row = await held();
    if (!row) {
      const left = await tx.selectFrom('logFile').where('origin', '=', origin).select('path').limit(1).executeTakeFirst();
      if (left || this.#seen.has(origin)) damaged('the log has lost its checkpoint');
      const checkpoint = await signer.checkpoint({ size: 0, root: emptyRoot() });
      await tx
        .insertInto('logHead')
        .values({ origin, size: 0, checkpoint })
        .onConflict((c) => c.column('origin').doNothing())
        .execute();
      row = await held();
    }
    return this.#opened(row?.checkpoint ?? damaged('the log has no checkpoint'), signer);
  }

  /** Throws bad-checkpoint. The one that was opened last is mostly the one that is stored, and checking a signature takes time. */
  #opened(checkpoint: string, { key }: LogSigner): TreeHead {
    const held = this.#checkpoints.get(vkeyOf(key));
    if (held?.checkpoint === checkpoint) return held.head;
    const head = openCheckpoint(checkpoint, key);
    this.#checkpoints.set(vkeyOf(key), { checkpoint, head });
    return head;
  }

  /** One that signs with another key than it names must not take the log with it: its first signature is checked. What it signed is not read back as a stranger's. */
  #proven(checkpoint: string, head: TreeHead, signer: LogSigner): void {
    if (!this.#signers.has(signer)) openCheckpoint(checkpoint, signer.key);
    this.#signers.add(signer);
    this.#checkpoints.set(vkeyOf(signer.key), { checkpoint, head });
  }
}

const headRow = (db: Queries, origin: string) => db.selectFrom('logHead').where('origin', '=', origin).select('checkpoint');

async function write(tx: Writing, origin: string, { files, outgrown }: Grown): Promise<void> {
  for (const [path, bytes] of files)
    await tx
      .insertInto('logFile')
      .values({ origin, path, bytes })
      .onConflict((c) => c.columns(['origin', 'path']).doUpdateSet({ bytes }))
      .execute();
  for (const folder of outgrown)
    await tx
      .deleteFrom('logFile')
      .where('origin', '=', origin)
      .where('path', '>=', `${folder}/`)
      .where('path', '<', `${folder}0`)
      .execute();
}
