// The child as the build makes it: bundled anew when a source is younger. Not while another process builds, or both write one file.
import { existsSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { bundleCommands } from '../../../scripts/build/bundles.ts';
import { CHILD_SCRIPT } from '../../../src/gate/containment/contain.ts';
import { lastChange, ROOT } from '../../sources.ts';

let made: Promise<void> | undefined;

async function make(): Promise<void> {
  if (existsSync(CHILD_SCRIPT) && lastChange() <= statSync(CHILD_SCRIPT).mtimeMs) return;
  const name = `contained-${process.pid}`;
  const outdir = join(ROOT, 'dist');
  await bundleCommands({ root: ROOT, outdir, version: '0.1.0', entries: { [name]: 'src/gate/containment/child.ts' } });
  renameSync(join(outdir, `${name}.cjs`), CHILD_SCRIPT);
}

/** Resolves when dist/contained.cjs is what the sources say. */
export function builtChild(): Promise<void> {
  made ??= make();
  return made;
}
