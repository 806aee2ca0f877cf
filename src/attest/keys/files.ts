// Files of a key folder: written whole or not at all, and read only where nobody else could read or replace them.
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import { AxproofError, type ErrorCode } from '../../contract/errors.ts';
import { folderWords, systemWords } from '../../contract/system-words.ts';
import { withFolderLock } from '../folder-lock.ts';
import { makeFolders } from '../make-folders.ts';

/** Group and others: read or write for a key file, write for a folder or a public file. Windows has no such modes. */
const PRIVATE = 0o177;
const WRITABLE = 0o022;
/** Of some milliseconds each: a change takes no longer, and somebody waits at a terminal. */
const MOST_PAUSES = 500;
const modes = process.platform !== 'win32';

const refuse = (code: ErrorCode, message: string): never => {
  throw new AxproofError(code, message);
};

function checkMode(path: string, mode: number, forbidden: number): void {
  const given = mode & 0o777;
  if (modes && (given & forbidden) !== 0) refuse('exposed-key', `${path} has mode 0${given.toString(8)}`);
}

/** The mode is that of the file that is read, not of the name. */
function read(path: string, forbidden: number): string {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    const facts = fstatSync(file);
    if (!facts.isFile()) refuse('bad-keys', `${path} is no file`);
    checkMode(path, facts.mode, forbidden);
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof AxproofError) throw error;
    return refuse('bad-file', `${path} cannot be read: ${systemWords(error)}`);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Mode 0600 (or 0400), or it is refused. */
export const readPrivate = (path: string): string => read(path, PRIVATE);
/** Readable by anybody, and writable by nobody else. */
export const readPublic = (path: string): string => read(path, WRITABLE);

function syncFolder(folder: string): void {
  if (!modes) return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Mode 0600; on the disk under its name when this returns, and never half of it. */
export function writeWhole(path: string, text: string): void {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const file = openSync(temporary, 'wx', 0o600);
    try {
      // The mode of open passes through the umask.
      if (modes) fchmodSync(file, 0o600);
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
    syncFolder(dirname(path));
  } catch (error) {
    rmSync(temporary, { force: true });
    refuse('bad-file', `${path} cannot be written: ${systemWords(error)}`);
  }
}

function realOrSame(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

/** A store, and the folder of a log, is backed up, copied and served: keys do not lie in it. */
function checkOutside(folder: string, copied: string): void {
  const [inner, outer] = [realOrSame(folder), realOrSame(copied)];
  if (inner === outer || inner.startsWith(outer.endsWith(sep) ? outer : outer + sep))
    refuse('exposed-key', `${folder} lies in ${copied}, which is copied and served`);
}

/** Makes the folder when asked to, and refuses one that others could change. */
export function checkFolder(folder: string, options: { make?: boolean; store?: string }): void {
  if (options.store !== undefined) checkOutside(folder, options.store);
  try {
    if (options.make) makeFolders(folder, 0o700);
    const facts = statSync(folder);
    if (!facts.isDirectory()) refuse('bad-keys', `${folder} is no folder`);
    checkMode(folder, facts.mode, WRITABLE);
  } catch (error) {
    if (error instanceof AxproofError) throw error;
    refuse('bad-file', `${folder} cannot be used: ${folderWords(error)}`);
  }
}

/** Runs one change of a folder at a time, across processes. */
export const locked = <T>(folder: string, change: () => T | Promise<T>): Promise<T> =>
  withFolderLock(folder, { what: `the key folder ${folder}`, mostPauses: MOST_PAUSES, mode: 0o700 }, async () => change());
