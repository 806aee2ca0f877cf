// Builds a folder beside the one that is in use, and puts it in its place when it is whole: what runs from there meets no half of a build.
// A build that fails leaves everything as it was.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** beside: a folder on the same file system, for what is not in its place. */
export async function builtAside(place: string, beside: string, make: (folder: string) => Promise<void>): Promise<void> {
  const made = join(beside, `built-${process.pid}`);
  const before = join(beside, `before-${process.pid}`);
  mkdirSync(beside, { recursive: true });
  rmSync(made, { recursive: true, force: true });
  try {
    await make(made);
    if (existsSync(place)) renameSync(place, before);
    renameSync(made, place);
  } finally {
    rmSync(made, { recursive: true, force: true });
    rmSync(before, { recursive: true, force: true });
  }
}
