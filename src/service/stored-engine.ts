// The port of runs over the rows of the store: they meet there, are followed and end there. A starter begins them: the queue of the store, or another engine.
import { randomBytes } from 'node:crypto';
import { AxproofError } from '../contract/errors.ts';
import type { Run } from '../store/run.ts';
import type { Store } from '../store/store.ts';
import type { Config } from './config.ts';
import type { OptOuts } from './opt-outs.ts';
import type { RunStarter } from './queue.ts';
import { refusedStart } from './refusal.ts';
import type { RunEngine } from './run-engine.ts';
import { inputOf, keyOf, type RunOrder } from './run-request.ts';
import { faultOf, LEASE } from './runner.ts';
import type { Watch } from './watch.ts';

/** Milliseconds: longer than a facilitator may take. No longer than a lease, or it is taken for one that was given before the clock was set back. */
const HELD = LEASE;

export interface EngineParts {
  config: Config;
  store: Store;
  starter: RunStarter;
  watch: Watch;
  optOuts: OptOuts;
  now(): number;
}

export class StoredEngine implements RunEngine {
  #closing = false;

  constructor(private readonly parts: EngineParts) {}

  get closing(): boolean {
    return this.#closing;
  }

  async start(asked: RunOrder, terms: Parameters<RunEngine['start']>[1] = {}): Promise<Run> {
    if (this.#closing) throw new AxproofError('busy', 'the service is stopping');
    const { store, now, starter, optOuts } = this.parts;
    const { origin: target, digest: packDigest, kind, seed } = asked;
    optOuts.check(target);
    const id = randomBytes(16).toString('hex');
    const draft = { id, key: keyOf(asked), kind, target, packDigest, seed, input: inputOf(asked), createdAt: now() };
    const { settle, ...others } = terms;
    const held = settle ? { held: { owner: `held ${id}`, until: now() + HELD } } : {};
    const started = await store.startOrJoin(draft, { ...others, ...held, pack: asked.pack });
    if ('refused' in started) throw await refusedStart(started, asked, this.parts);
    if (started.joined) return started.run;
    if (settle) await this.#settled(started.run, settle);
    starter.begin(started.run);
    return started.run;
  }

  async #settled({ id, owner }: Run, settle: () => Promise<void>): Promise<void> {
    const { store, now } = this.parts;
    try {
      await settle();
    } catch (error) {
      const fault = faultOf(error);
      await store.finish(id, { error: fault }, [{ event: 'failed', data: fault }], now());
      throw error;
    }
    if (!(await store.admit(id, owner ?? ''))) throw new AxproofError('run-interrupted', 'the run was cut off before it began');
  }

  active(asked: RunOrder): Promise<Run | undefined> {
    return this.parts.store.activeRun(keyOf(asked));
  }

  async join(asked: RunOrder, charge: string): Promise<Run | undefined> {
    const { store, now } = this.parts;
    const joined = await store.join(keyOf(asked), charge, now());
    if (joined && 'refused' in joined) throw await refusedStart(joined, asked, this.parts);
    return joined?.run;
  }

  async find(id: string): Promise<Run | undefined> {
    const run = await this.parts.store.run(id);
    // Whoever ran it may be another process, which hears of nobody who asks.
    if (run?.error?.code === 'declined') this.parts.optOuts.heard(run.target, run.endedAt ?? 0);
    return run;
  }

  here(run: Run): boolean {
    return this.parts.starter.here(run);
  }

  ended(...following: Parameters<RunEngine['ended']>): Promise<void> {
    return this.parts.watch.ended(...following);
  }

  events(...following: Parameters<RunEngine['events']>): ReturnType<RunEngine['events']> {
    return this.parts.watch.events(...following);
  }

  soFar(id: string): ReturnType<RunEngine['soFar']> {
    return this.parts.watch.soFar(id);
  }

  async close(most: number): Promise<void> {
    this.#closing = true;
    await this.parts.starter.close(most);
    this.parts.watch.close();
  }
}
