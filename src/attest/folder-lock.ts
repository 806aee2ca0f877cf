// One worker in a folder at a time, across processes: on a log, the keys, the file of a census. A lock whose process is gone is taken over; one that may still be held never is.
import { randomBytes, randomInt } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { link, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { AxproofError, type ErrorCode } from '../contract/errors.ts';
import { parsedJson } from '../contract/json.ts';
import { systemWords } from '../contract/system-words.ts';

/**
 * The folder holds numbered files, and the highest says who holds the lock, or that nobody does. To take it is to create the next number, which only
 * one can; the highest is never deleted, so a number that was taken in ignorance of a higher one is seen to be none. A single lock file could not
 * be taken over without a race between looking at it and replacing it.
 */
export const LOCK_FOLDER = '.lock';
/** Milliseconds, of no fixed length: a busy worker must not keep in step with one that waits. */
const MOST_PAUSE = 20;
const MOST_PAUSES = 3000;
const FREE = 'free';
/** What a file system without hard links says of one. */
const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

const hasCode = (error: unknown, ...codes: string[]): boolean => codes.includes(String((error as NodeJS.ErrnoException).code));
const isFull = (error: unknown): boolean => hasCode(error, 'ENOSPC', 'EDQUOT');

function textOf(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

/** Where a process number means something. */
const place = (): string =>
  [
    hostname(),
    textOf(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    textOf(() => readlinkSync('/proc/self/ns/pid')),
  ].join(' ');

/** When the process began, since a number may be given again; nothing where it ended and its parent has not heard of it yet (proc(5), stat). */
function begun(pid: number): string {
  const [state, ...rest] = textOf(() => readFileSync(`/proc/${pid}/stat`, 'latin1').replace(/^.*\)/s, '').trim()).split(' ');
  return state === 'Z' || state === 'X' ? '' : (rest[18] ?? '');
}

const holderText = (): string => JSON.stringify({ pid: process.pid, begun: begun(process.pid), place: place() });

/** Surely: a number of another machine or another container says nothing here. */
function isGone(holder: string): boolean {
  const said = Object(parsedJson(holder)) as { pid?: unknown; begun?: unknown; place?: unknown };
  if (!Number.isInteger(said.pid) || said.place !== place()) return false;
  try {
    process.kill(said.pid as number, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
  return said.begun !== begun(said.pid as number);
}

const numbers = async (folder: string): Promise<number[]> =>
  (await readdir(folder))
    .filter((name) => /^[1-9]\d{0,15}$/.test(name))
    .map(Number)
    .sort((a, b) => a - b);

const scratch = (folder: string): string => join(folder, `.${randomBytes(12).toString('hex')}`);

const writeNew = (path: string, text: string): Promise<void> => writeFile(path, text, { flag: 'wx', mode: 0o644 });

/** Creates the number with its text at once, as far as the file system can; false when another was faster. */
async function createLock(folder: string, number: number, text: string): Promise<boolean> {
  const [own, path] = [scratch(folder), join(folder, String(number))];
  try {
    await writeNew(own, text);
    await link(own, path).catch(async (error: NodeJS.ErrnoException) => {
      if (!NO_LINKS.has(error.code ?? '')) throw error;
      // Cut off in here, it leaves a number without text, which is taken for held.
      await writeNew(path, text).catch(async (fault: NodeJS.ErrnoException) => {
        if (fault.code !== 'EEXIST') await rm(path, { force: true });
        throw fault;
      });
    });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(own, { force: true });
  }
}

/** The number that is now ours; undefined when another holds the lock or was faster. */
async function takeLock(folder: string): Promise<number | undefined> {
  const top = (await numbers(folder)).at(-1) ?? 0;
  if (top > 0) {
    const holder = await readFile(join(folder, String(top)), 'utf8').catch(() => undefined);
    if (holder === undefined || (holder !== FREE && !isGone(holder))) return undefined;
  }
  const own = top + 1;
  if (!(await createLock(folder, own, holderText()))) return undefined;
  const now = await numbers(folder);
  if (now.at(-1) !== own) {
    await rm(join(folder, String(own)), { force: true });
    return undefined;
  }
  for (const old of now.slice(0, -1)) await rm(join(folder, String(old)), { force: true });
  return own;
}

/** Needs no room on the disk. Whoever reads it in between takes it for held. */
async function overwrite(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.write(FREE, 0);
    await file.truncate(FREE.length);
  } finally {
    await file.close();
  }
}

async function release(folder: string, own: number): Promise<void> {
  const [free, path] = [scratch(folder), join(folder, String(own))];
  try {
    await writeNew(free, FREE);
    await rename(free, path);
  } catch (error) {
    // A full disk leaves an empty file, and this process would hold the lock until it ends.
    await rm(free, { force: true });
    if (!isFull(error)) throw error;
    await overwrite(path);
  }
}

/** In one step, so that what is deleted holds nobody else's lock. */
async function remove(folder: string): Promise<void> {
  const gone = `${folder}.${randomBytes(12).toString('hex')}`;
  await rename(folder, gone);
  await rm(gone, { recursive: true, force: true });
}

async function onDisk<T>(what: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw new AxproofError('bad-file', `${what} cannot be locked: ${systemWords(error)}`, [], { cause: error });
  }
}

export interface Locked {
  /** As messages call it. */
  what: string;
  /** Thrown when another process holds the lock for long. */
  busy?: ErrorCode;
  mostPauses?: number;
  /** Of the lock's folder; by the umask unless given. Whoever may write there may hold the lock. */
  mode?: number;
  /** What holds the lock goes with it. Whoever comes in that moment finds it held. */
  passing?: boolean;
}

/** Makes the folder of the lock where there is none. Not recursive: a path that was mistyped must not become a folder. */
async function makeFolder(folder: string, mode: number | undefined): Promise<void> {
  await mkdir(folder, { mode }).catch((error: unknown) => {
    if (!hasCode(error, 'EEXIST')) throw error;
  });
}

async function takenNow(folder: string, { mode, passing }: Locked): Promise<number | undefined> {
  try {
    await makeFolder(folder, mode);
    return await takeLock(folder);
  } catch (error) {
    if (passing && hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Runs the work while no other process does. */
export async function withFolderLock<T>(path: string, locked: Locked, work: () => Promise<T>): Promise<T> {
  const { what, busy = 'file-busy', mostPauses = MOST_PAUSES, passing } = locked;
  const folder = join(path, LOCK_FOLDER);
  const giveBack = (own: number): Promise<void> => (passing ? remove(folder) : release(folder, own));
  for (let i = 0; i <= mostPauses; i++) {
    const own = await onDisk(what, () => takenNow(folder, locked));
    if (own !== undefined) {
      const done = await work().catch(async (error: unknown) => {
        // What the work failed by is said, not that a full disk held the lock up as well.
        await giveBack(own).catch(() => undefined);
        throw error;
      });
      await onDisk(what, () => giveBack(own));
      return done;
    }
    await pause(randomInt(1, MOST_PAUSE));
  }
  throw new AxproofError(busy, `another process works on ${what}; if none does, delete ${folder}`);
}
