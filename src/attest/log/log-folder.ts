// The files of a log: read whole, and written whole or not at all. It knows names and bytes, nothing of trees.
import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AxproofError } from '../../contract/errors.ts';
import { folderWords, systemWords } from '../../contract/system-words.ts';

const TEMPORARY = '.tmp';
/** A full bundle of the longest entries. */
const MOST_BYTES = 256 * (2 + 0xffff);
const AT_ONCE = 16;

async function sync(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export class LogFolder {
  constructor(readonly path: string) {}

  /** undefined when there is no such file. */
  async read(name: string): Promise<Uint8Array | undefined> {
    const path = join(this.path, name);
    let handle: Awaited<ReturnType<typeof open>> | undefined;
    try {
      handle = await open(path, 'r');
      const facts = await handle.stat();
      if (!facts.isFile() || facts.size > MOST_BYTES) throw new AxproofError('log-damaged', `${path} is no file of a log`);
      return await handle.readFile();
    } catch (error) {
      if (error instanceof AxproofError) throw error;
      if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
      throw new AxproofError('bad-file', `${path} cannot be read: ${systemWords(error)}`);
    } finally {
      await handle?.close();
    }
  }

  /** All files and their names are on the disk when this resolves; before that, each is there whole or not at all. */
  async write(files: Iterable<readonly [string, Uint8Array]>): Promise<void> {
    const list = [...files];
    try {
      await mkdir(join(this.path, TEMPORARY), { recursive: true });
      for (let at = 0; at < list.length; at += AT_ONCE)
        await Promise.all(list.slice(at, at + AT_ONCE).map(([name, bytes]) => this.writeOne(name, bytes)));
      for (const folder of this.#folders(list.map(([name]) => name))) await sync(folder);
    } catch (error) {
      if (error instanceof AxproofError) throw error;
      throw new AxproofError('bad-file', `the log in ${this.path} cannot be written: ${systemWords(error)}`, [], { cause: error });
    }
  }

  /** On the disk under its name; the name itself is on the disk when its folder is. */
  protected async writeOne(name: string, bytes: Uint8Array): Promise<void> {
    const path = join(this.path, name);
    const temporary = join(this.path, TEMPORARY, randomBytes(12).toString('hex'));
    const handle = await open(temporary, 'wx', 0o644);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await mkdir(dirname(path), { recursive: true });
    await rename(temporary, path);
  }

  /** Every folder above the names, up to the log itself: some may be new. */
  #folders(names: readonly string[]): Set<string> {
    const folders = new Set<string>();
    for (const name of names)
      for (let folder = dirname(name); !folders.has(join(this.path, folder)); folder = dirname(folder))
        folders.add(join(this.path, folder));
    return folders;
  }

  /** Whatever a write that was cut off left behind. Only for whoever holds the lock. */
  async clear(): Promise<void> {
    await rm(join(this.path, TEMPORARY), { recursive: true, force: true });
  }

  /** Best effort: what stays is superfluous, not wrong. */
  async remove(names: readonly string[]): Promise<void> {
    await Promise.allSettled(names.map((name) => rm(join(this.path, name), { recursive: true, force: true })));
  }

  async make(): Promise<void> {
    await mkdir(this.path, { recursive: true }).catch((error: unknown) => {
      throw new AxproofError('bad-file', `${this.path} cannot be made: ${folderWords(error)}`);
    });
  }
}
