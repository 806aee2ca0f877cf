// The service built with the lab's own entry (clocked.ts), for rows that need its clock or a short lease. It starts nothing.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundleService } from '../../../scripts/build/bundles.ts';
import { ROOT } from '../../parts/setup.ts';

/** Below node_modules, where packages are found; gone when the use of it is over. */
export async function clocked<T>(use: (script: string) => Promise<T>): Promise<T> {
  const outdir = join(ROOT, 'node_modules/.cache', `axproof-lab-${process.pid}`);
  await bundleService({ root: ROOT, outdir, version: '0.0.0', entries: { clocked: 'bench/lab/kills/clocked.ts' } });
  try {
    return await use(join(outdir, 'clocked.js'));
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}
