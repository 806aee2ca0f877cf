// What runs runs: threads, and who sees each run to its end. The same in a process that serves and in a worker.
import { randomBytes } from 'node:crypto';
import { Slots } from '../gate/slots.ts';
import { Destinations } from '../run/destinations.ts';
import { Bell } from '../service/bell.ts';
import { OptOuts } from '../service/opt-outs.ts';
import { BundledPacks } from '../service/packs.ts';
import { Pool } from '../service/pool.ts';
import { Progress } from '../service/progress.ts';
import { Runner, type RunnerOptions } from '../service/runner.ts';
import { openStore } from '../store/open.ts';
import type { Store } from '../store/store.ts';
import type { Closers } from './closers.ts';
import { openKeys } from './keys.ts';

/** What the process adds of its own. */
export type RunningOptions = Pick<RunnerOptions, 'config' | 'now' | 'lease' | 'log' | 'onEnd' | 'onSelfAsk'>;

export interface Running {
  store: Store;
  packs: BundledPacks;
  pool: Pool;
  bell: Bell;
  progress: Progress;
  optOuts: OptOuts;
  slots: Slots;
  runner: Runner;
}

export async function openRunning(options: RunningOptions, closers: Closers): Promise<Running> {
  const { config, now } = options;
  const { data: folder, databaseUrl, contained, sharedRanges = '' } = config;
  const store = await openStore({ folder, ...(databaseUrl === undefined ? {} : { databaseUrl }) });
  closers.add(() => store.close());
  await openKeys(config, store, now());
  const packs = await BundledPacks.load();
  const pool = new Pool(config);
  const bell = new Bell();
  const progress = new Progress(bell);
  const optOuts = new OptOuts(now);
  const slots = new Slots({ shared: true, ...(contained === undefined ? {} : { most: contained }) });
  const runner = new Runner({
    ...options,
    slots,
    packs,
    owner: randomBytes(8).toString('hex'),
    store,
    pool,
    progress,
    destinations: new Destinations(sharedRanges),
    onDeclined: (target) => optOuts.heard(target),
  });
  closers.add(() => runner.settled());
  closers.add(() => pool.close());
  closers.add(() => runner.close(0));
  return { store, packs, pool, bell, progress, optOuts, slots, runner };
}
