// Starts runs, for whoever asks and whatever it spends: joins an equal one, or queues it and wakes the runner. It waits for none.
import { randomBytes } from 'node:crypto';
import type { Run, StartTerms } from '../store/run.ts';
import type { Store } from '../store/store.ts';
import { type Asked, inputOf, keyOf } from './asked.ts';
import type { Config } from './config.ts';
import type { OptOuts } from './opt-outs.ts';
import { refusal, refusedStart } from './refusal.ts';
import type { Runner } from './runner.ts';

export interface StartsParts {
  config: Config;
  store: Store;
  runner: Pick<Runner, 'look'>;
  optOuts: OptOuts;
  now(): number;
}

export class Starts {
  readonly #parts: StartsParts;
  #closing = false;

  constructor(parts: StartsParts) {
    this.#parts = parts;
  }

  get closing(): boolean {
    return this.#closing;
  }

  close(): void {
    this.#closing = true;
  }

  /** Throws declined, busy, cooldown, too-many-runs, payment-required. */
  async start(asked: Asked, terms: StartTerms = {}): Promise<Run> {
    if (this.#closing) throw refusal('busy', 'the service is stopping', 5, undefined);
    const { store, now, runner, optOuts } = this.#parts;
    const { origin: target, digest: packDigest, kind, seed } = asked;
    optOuts.check(target);
    const id = randomBytes(16).toString('hex');
    const draft = { id, key: keyOf(asked), kind, target, packDigest, seed, input: inputOf(asked), createdAt: now() };
    const started = await store.startOrJoin(draft, { ...terms, ...(asked.pack ? { pack: asked.pack } : {}) });
    if ('refused' in started) throw await refusedStart(started, asked, this.#parts);
    if (!started.joined) void runner.look();
    return started.run;
  }
}
