// The child as the build makes it: bundled anew when a source is younger. Not while another process builds, or both write one file.
import { existsSync, renameSync, statSync } from 'node:fs';
import { bundleContained } from '../../../scripts/build/contained.ts';
import { CHILD_SCRIPT } from '../../../src/gate/containment/contain.ts';
import { lastChange, ROOT } from '../../sources.ts';

let made: Promise<void> | undefined;

async function make(): Promise<void> {
  if (existsSync(CHILD_SCRIPT) && lastChange() <= statSync(CHILD_SCRIPT).mtimeMs) return;
  const fresh = `${CHILD_SCRIPT}.${process.pid}`;
  await bundleContained(ROOT, fresh);
  renameSync(fresh, CHILD_SCRIPT);
}

/** Resolves when dist/contained.cjs is what the sources say. */
export function builtChild(): Promise<void> {
  made ??= make();
  return made;
}
