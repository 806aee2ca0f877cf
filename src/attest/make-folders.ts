// Makes a folder for keys, a store or reports, and those above it. It opens nothing in them.
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

/**
 * One that is there already will do. Throws what the system says. Level by level: where a disk is read-only, Node's `recursive` says that there is no such
 * folder, and where one says so of a folder that is there (/proc), it tries for ever.
 */
export function makeFolders(path: string, mode?: number): void {
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && statSync(path).isDirectory()) return;
    if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error;
    makeFolders(dirname(path), mode);
    mkdirSync(path, { mode });
  }
}
