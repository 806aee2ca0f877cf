// The child as the build makes it: bundled anew when a source is younger. Not while another process builds, or both write one file.
import { existsSync, readdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleContained } from '../../../scripts/build/contained.ts';
import { CHILD_SCRIPT } from '../../../src/gate/containment/contain.ts';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

function newest(path: string): number {
  const found = statSync(path);
  return found.isDirectory() ? Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name)))) : found.mtimeMs;
}

let made: Promise<void> | undefined;

async function make(): Promise<void> {
  const sources = ['src', 'schemas', 'scripts/build', 'package-lock.json'].map((name) => join(ROOT, name));
  if (existsSync(CHILD_SCRIPT) && Math.max(...sources.map(newest)) <= statSync(CHILD_SCRIPT).mtimeMs) return;
  const fresh = `${CHILD_SCRIPT}.${process.pid}`;
  await bundleContained(ROOT, fresh);
  renameSync(fresh, CHILD_SCRIPT);
}

/** Resolves when dist/contained.cjs is what the sources say. */
export function builtChild(): Promise<void> {
  made ??= make();
  return made;
}
