// The engine of runs that needs no other part: a queue in the store, on which every process works. It decides nothing about who may start one.
import { randomBytes } from 'node:crypto';
import type { Run } from '../store/run.ts';
import type { Store } from '../store/store.ts';
import { type Asked, inputOf, keyOf } from './asked.ts';
import type { Config } from './config.ts';
import type { OptOuts } from './opt-outs.ts';
import { refusal, refusedStart } from './refusal.ts';
import type { RunEngine } from './run-engine.ts';
import type { Runner } from './runner.ts';
import type { Watch } from './watch.ts';

export interface EmbeddedParts {
  config: Config;
  store: Store;
  runner: Pick<Runner, 'look' | 'close' | 'owner'>;
  watch: Watch;
  optOuts: OptOuts;
  now(): number;
}

export class EmbeddedEngine implements RunEngine {
  readonly #parts: EmbeddedParts;
  #closing = false;

  constructor(parts: EmbeddedParts) {
    this.#parts = parts;
  }

  get closing(): boolean {
    return this.#closing;
  }

  async start(asked: Asked, terms: Parameters<RunEngine['start']>[1] = {}): Promise<Run> {
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

  active(asked: Asked): Promise<Run | undefined> {
    return this.#parts.store.activeRun(keyOf(asked));
  }

  find(id: string): Promise<Run | undefined> {
    return this.#parts.store.run(id);
  }

  here({ owner }: Run): boolean {
    return owner === this.#parts.runner.owner;
  }

  ended(...following: Parameters<RunEngine['ended']>): Promise<void> {
    return this.#parts.watch.ended(...following);
  }

  events(...following: Parameters<RunEngine['events']>): ReturnType<RunEngine['events']> {
    return this.#parts.watch.events(...following);
  }

  soFar(id: string): ReturnType<RunEngine['soFar']> {
    return this.#parts.watch.soFar(id);
  }

  async close(most: number): Promise<void> {
    this.#closing = true;
    await this.#parts.runner.close(most);
    this.#parts.watch.close();
  }
}
