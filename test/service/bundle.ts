// The product bundled for tests, with what they import of it. It imports nothing of the bundle.
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { bundleService } from '../../scripts/build/bundles.ts';
import { precompiled } from '../../scripts/build/checks.ts';
import { openSources } from '../../scripts/build/packs.ts';
import { VERSION } from '../../src/run/version.ts';
import { lastChange, ROOT } from '../sources.ts';

// Below node_modules, where packages are found; by the age of the sources, so that processes which build at the same time make the same. It stays for the next run.
const place = join(ROOT, 'node_modules/.cache/axproof-service');
const outdir = join(place, String(lastChange('test/service/serving.ts')));
export const entry = join(outdir, 'serving.js');
let building: Promise<void> | undefined;

async function make(): Promise<void> {
  if (existsSync(entry)) return;
  mkdirSync(place, { recursive: true });
  const made = mkdtempSync(join(place, 'made-'));
  const instead = await precompiled(ROOT, openSources(ROOT).values());
  await bundleService({ root: ROOT, outdir: made, version: VERSION, instead, entries: { serving: 'test/service/serving.ts' } });
  // Where the command line looks for the service.
  symlinkSync('.', join(made, 'service'));
  try {
    renameSync(made, outdir);
  } catch {
    // Another process was quicker.
    rmSync(made, { recursive: true });
  }
}

/** Resolves when `entry` is there, as the sources say. */
export function bundled(): Promise<void> {
  building ??= make();
  return building;
}

/** Before the first test of a whole run: no test pays for it, and no two workers make the same. */
export const mochaGlobalSetup = bundled;
