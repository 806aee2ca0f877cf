// What the system says of a file or a port, in words, with its own code behind them. It opens nothing.
const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of the path is no folder',
  EISDIR: 'it is a folder',
  EACCES: 'that is not permitted',
  EPERM: 'that is not permitted',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EEXIST: 'it is there already',
  EADDRINUSE: 'something else listens there; 0 picks a free port',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'there is no such name',
  ERR_STRING_TOO_LONG: 'it is longer than 512 MiB, the most that can be read as text; split it',
  ERR_FS_FILE_TOO_LARGE: 'it is longer than 2 GiB, the most that is read at once',
};

/** Such as "there is no such file or folder (ENOENT)". */
export function systemWords(error: unknown): string {
  const code = String((error as { code?: unknown } | null)?.code ?? error);
  return Object.hasOwn(WORDS, code) ? `${WORDS[code]} (${code})` : code;
}

/** The same where a folder is to be made: what is in its way is a file. */
export const folderWords = (error: unknown): string =>
  (error as { code?: unknown } | null)?.code === 'EEXIST' ? 'it is a file, and a folder is wanted (EEXIST)' : systemWords(error);
