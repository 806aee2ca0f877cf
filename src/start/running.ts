// What runs runs: threads, and who sees each run to its end. The same in a process that serves and in a worker.
import { randomBytes } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { KeyFolder } from '../attest/keys/folder.ts';
import { checkSealingKeys } from '../attest/keys/sealing-keys.ts';
import { AxproofError } from '../contract/errors.ts';
import type { Readiness } from '../contract/generated/types.ts';
import { quote } from '../contract/quote.ts';
import { Slots } from '../gate/slots.ts';
import { Destinations } from '../run/destinations.ts';
import { Bell } from '../service/bell.ts';
import { logSigner } from '../service/log-keys.ts';
import { OptOuts } from '../service/opt-outs.ts';
import { BundledPacks } from '../service/packs.ts';
import { WorkerPool } from '../service/pool.ts';
import { Progress } from '../service/progress.ts';
import { engineAnswers, readiness, sharedLooks } from '../service/readiness.ts';
import { Runner, type RunnerOptions } from '../service/runner.ts';
import { SETTINGS } from '../service/settings.ts';
import { openStore } from '../store/open.ts';
import type { Store } from '../store/store.ts';
import type { Closers } from './closers.ts';
import { keepLogHead, openKeys } from './keys.ts';
import { reaches } from './restate/calls.ts';

/** What the process adds of its own. */
export type RunningOptions = Pick<RunnerOptions, 'config' | 'now' | 'lease' | 'log' | 'onEnd' | 'onSelfAsk'>;

export interface Running {
  store: Store;
  packs: BundledPacks;
  pool: WorkerPool;
  bell: Bell;
  progress: Progress;
  optOuts: OptOuts;
  slots: Slots;
  runner: Runner;
  ready(): Promise<Readiness>;
}

/** Throws bad-config where no folder stands or can be made. The store itself could not tell that from a disk that is away. */
function checkFolder(setting: string, at = resolve(setting)): void {
  if (!existsSync(at) && dirname(at) !== at) checkFolder(setting, dirname(at));
  else if (!statSync(at).isDirectory())
    throw new AxproofError('bad-config', 'the embedded store has no folder', [
      `${SETTINGS.data.name}=${quote(setting, 80)}: ${quote(at, 80)} is no folder`,
    ]);
}

export async function openRunning(options: RunningOptions, closers: Closers): Promise<Running> {
  const { config, now } = options;
  const { data: folder, databaseUrl, contained, sharedRanges = '' } = config;
  if (databaseUrl === undefined) checkFolder(folder);
  const store = await openStore({ folder, databaseUrl });
  closers.add(() => store.close());
  await openKeys(config, store, now());
  closers.add(() => keepLogHead(config, store));
  const packs = await BundledPacks.load();
  const pool = new WorkerPool(config);
  const bell = new Bell();
  const progress = new Progress(bell);
  const optOuts = new OptOuts(now);
  const slots = new Slots({ shared: true, most: contained });
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
  const ready = sharedLooks(() =>
    readiness({
      store: () => store.ping(),
      keys: () => [new KeyFolder(config.keys, { store: folder }).signer(now()), logSigner(config.keys), checkSealingKeys(config.keys)],
      engine: () => {
        if (runner.closing) throw new AxproofError('service-stopping', 'the process is stopping');
        return engineAnswers(config, reaches);
      },
      threads: () => pool.check(),
    }),
  );
  return { store, packs, pool, bell, progress, optOuts, slots, runner, ready };
}
