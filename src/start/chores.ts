// The periodic work of the service: publishing keys after a rotation, monitors, webhooks, and deleting what is over. A failure never stops the service.
import { statSync } from 'node:fs';
import type { Logger } from 'pino';
import { KeyFolder } from '../attest/keys/folder.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../contract/units.ts';
import type { Config } from '../service/config.ts';
import type { Monitors } from '../service/monitors/monitors.ts';
import { Webhooks } from '../service/monitors/webhooks.ts';
import { oneAtATime } from '../service/one-at-a-time.ts';
import type { Store } from '../store/store.ts';
import { keepLogHead, publishKeys, ringFile } from './keys.ts';

/** How soon a rotation is seen at /.well-known/jwks.json. Whoever rotates has published the next key a week before. */
const KEYS_EVERY = 2 * SECOND_MS;
/** What a restore may set the log back by without being noticed. */
const LOG_EVERY = 60 * SECOND_MS;
/** A pack that was stored with a run outlives it for a while: who sent it may still look at why it failed. */
const SWEEP = { eventsFor: DAY_MS, budgetsFor: DAY_MS, packsFor: DAY_MS, resultsFor: 400 * DAY_MS };
/** A current key that ends within this time, with no next one, is worth a warning. */
const KEY_ENDS = 14 * DAY_MS;

export interface ChoresOptions {
  config: Config;
  store: Store;
  log: Logger;
  monitors: Monitors;
  now(): number;
}

/** Runs a chore again and again, never twice at once; a failure is logged, and the next time it is tried anew. `atOnce`: it need not wait for its first time. */
function every(ms: number, name: string, log: Logger, chore: () => Promise<unknown>, { atOnce = false } = {}): () => Promise<void> {
  const begin = oneAtATime(async () => {
    await chore().catch((error: unknown) => log.warn({ chore: name, error: String(error) }, 'a chore failed'));
  });
  let last = atOnce ? begin() : undefined;
  const timer = setInterval(() => {
    last = begin();
  }, ms);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await last;
  };
}

function warnOfKeys({ config, log, now }: ChoresOptions): void {
  const { keys } = new KeyFolder(config.keys).ring();
  const current = keys.find(({ status }) => status === 'current');
  if (!current) log.warn('no key may sign: reports of public targets fail until there is one (axproof keys new)');
  else if (current.exp * SECOND_MS - now() < KEY_ENDS && !keys.some(({ status }) => status === 'next'))
    log.warn({ kid: current.kid, exp: current.exp }, 'the signing key ends soon, and there is no next one (axproof keys new)');
}

/** Gives what ends them. */
export function chores(options: ChoresOptions): () => Promise<void> {
  const { config, store, log, now, monitors } = options;
  const closing = new AbortController();
  const webhooks = new Webhooks({
    ...options,
    random: Math.random,
    signal: closing.signal,
    // Loaded with the first alert: most services send none.
    async open(target, isPrivate) {
      const { live } = await import('../transport/live/live.ts');
      return live({ target, private: isPrivate, coarse: true, patient: true });
    },
  });
  const changed = (): number => statSync(ringFile(config)).mtimeMs;
  /** Nothing at first: the ring may have changed since the start published it. */
  let seen: number | undefined;
  const ends = [
    every(KEYS_EVERY, 'keys', log, async () => {
      const at = changed();
      if (at === seen) return;
      await publishKeys(config, store, now());
      const isFirst = seen === undefined;
      seen = at;
      if (isFirst) return;
      log.info('the keys were published anew');
      warnOfKeys(options);
    }),
    every(LOG_EVERY, 'log', log, () => keepLogHead(config, store)),
    every(DAY_MS, 'key windows', log, async () => warnOfKeys(options)),
    every(SECOND_MS, 'monitors', log, () => monitors.tick()),
    every(SECOND_MS, 'webhooks', log, () => webhooks.send()),
    // A service is begun anew where its clock was set right: what had been put off by it is not to wait for an hour more.
    every(HOUR_MS, 'sweep', log, () => store.sweep(now(), SWEEP), { atOnce: true }),
  ];
  warnOfKeys(options);
  return async () => {
    closing.abort();
    await Promise.all(ends.map((end) => end()));
    await webhooks.idle();
  };
}
