// Makes a folder for keys, a store or reports, and those above it. It opens nothing in them.
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

/** Why it is not there, where it is not. Another process may make it at the same time. */
function makeOne(path: string, mode: number | undefined): unknown {
  try {
    mkdirSync(path, { mode });
    return undefined;
  } catch (error) {
    return codeOf(error) === 'EEXIST' && statSync(path).isDirectory() ? undefined : error;
  }
}

/**
 * One that is there already will do. Throws what the system says. Level by level: where a disk is read-only, Node's `recursive` says that there is no such
 * folder, and where one says so of a folder that is there (/proc), it tries for ever.
 */
export function makeFolders(path: string, mode?: number): void {
  const fault = makeOne(path, mode);
  if (fault === undefined) return;
  if (codeOf(fault) !== 'ENOENT' || dirname(path) === path) throw fault;
  makeFolders(dirname(path), mode);
  const again = makeOne(path, mode);
  if (again !== undefined) throw again;
}
