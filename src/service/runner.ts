// Takes queued runs of the store one after another, and sees each to its end: a released report, or the reason why there is none.
import { hrtime } from 'node:process';
import { AxproofError } from '../contract/errors.ts';
import type { Json } from '../contract/json.ts';
import type { Run, RunFault } from '../store/run.ts';
import type { Store } from '../store/store.ts';
import type { Bell } from './bell.ts';
import type { Config } from './config.ts';
import type { Job, JobMessage } from './job.ts';
import type { Pool } from './pool.ts';
import type { RunEvent } from './service.ts';
import type { JobEnd } from './worker.ts';

/** Milliseconds for which a run belongs to the process that took it, unless it says that it still lives. */
const LEASE = 30_000;
const LOOK = 500;
/** Beyond the run's own time: loading, judging, signing and storing. */
const GRACE = 60_000;

export interface RunnerOptions {
  owner: string;
  config: Config;
  store: Store;
  pool: Pool;
  bell: Bell;
  now(): number;
  /** Hears what a self-run is about to ask. */
  onSelfAsk(path: string): void;
  log(level: 'info' | 'warn' | 'error', message: string, facts: Record<string, unknown>): void;
  /** Counts ended runs: kind, how, seconds. */
  onEnd(kind: string, outcome: string, seconds: number): void;
  /** Milliseconds; 30 s unless given. */
  lease?: number;
}

/** What is no error of the table is our own fault, told without its inside. */
const OURS: RunFault = { code: 'internal', message: 'the run failed', details: [] };
const STOPPED: RunFault = { code: 'run-interrupted', message: 'the service stopped', details: [] };

export class Runner {
  readonly #options: RunnerOptions;
  readonly #lease: number;
  readonly #under = new Map<string, Promise<void>>();
  #closing = false;
  #cut = false;
  #deaf = false;
  readonly #timer: NodeJS.Timeout;
  #looking = false;
  #again = false;

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#lease = options.lease ?? LEASE;
    this.#timer = setInterval(() => void this.look(), LOOK);
  }

  get owner(): string {
    return this.#options.owner;
  }

  get underWay(): number {
    return this.#under.size;
  }

  /** Takes what is queued, as far as there is room. Called when a run was queued here, and every half second for those of other processes. */
  async look(): Promise<void> {
    this.#again = true;
    if (this.#looking) return;
    this.#looking = true;
    try {
      while (this.#again && !this.#closing) {
        this.#again = false;
        await this.#takeAll();
      }
      if (this.#deaf) this.#options.log('info', 'the store answers again', {});
      this.#deaf = false;
    } catch (error) {
      // Said once, not twice a second.
      if (!this.#deaf) this.#options.log('error', 'the store cannot be asked for runs', { error: String(error) });
      this.#deaf = true;
    } finally {
      this.#looking = false;
    }
  }

  async #takeAll(): Promise<void> {
    const { store, config, owner, now } = this.#options;
    for (const id of await store.expired(now())) {
      this.#options.log('warn', 'a run was left by its process', { run: id });
      await this.#tell(id, 'interrupted', { code: 'run-interrupted' });
    }
    while (!this.#closing && this.#under.size < config.concurrency) {
      const run = await store.claim(owner, now(), this.#lease);
      if (!run) return;
      const done = this.#see(run).finally(() => {
        this.#under.delete(run.id);
        void this.look();
      });
      this.#under.set(run.id, done);
    }
  }

  /** Never rejects. */
  async #see(run: Run): Promise<void> {
    const { store, pool, now, owner, log, onEnd } = this.#options;
    const began = hrtime.bigint();
    const beat = setInterval(() => void store.heartbeat(run.id, owner, now(), this.#lease).catch(() => false), this.#lease / 3);
    // Events are stored one after another, in the order in which they came. One that is lost loses no run.
    let told = Promise.resolve();
    const tell = (event: RunEvent['event'], data: unknown): void => {
      told = told
        .then(() => this.#tell(run.id, event, data))
        .catch((error: unknown) => log('warn', 'an event of a run is lost', { run: run.id, error: String(error) }));
    };
    tell('started', {});
    try {
      const end = await this.#timed(
        pool.run(this.#job(run), (message: JobMessage) => {
          if (message.about === 'check') tell('check', message.check);
          else this.#options.onSelfAsk(message.path);
        }),
      );
      const seconds = Number(hrtime.bigint() - began) / 1e9;
      await told;
      if ('failed' in end) await this.#failed(run, end.failed);
      else {
        // The report is released and the run is done by now: this only tells it.
        tell('done', end.done);
        log('info', 'run done', { run: run.id, kind: run.kind, target: run.target, grade: end.done.grade, seconds });
      }
      onEnd(run.kind, 'failed' in end ? end.failed.code : 'done', seconds);
    } catch (error) {
      if (!this.#cut) log('error', 'run failed', { run: run.id, error: String((error as Error)?.stack ?? error) });
      await told;
      await this.#failed(run, OURS);
      onEnd(run.kind, this.#cut ? 'interrupted' : 'internal', Number(hrtime.bigint() - began) / 1e9);
    } finally {
      await told;
      clearInterval(beat);
      this.#options.bell.ring(run.id);
    }
  }

  async #failed(run: Run, fault: RunFault): Promise<void> {
    const { store, log, now } = this.#options;
    const told = this.#cut ? STOPPED : fault;
    log('info', 'run ended without a report', { run: run.id, target: run.target, code: told.code });
    try {
      if (await store.finish(run.id, { error: told }, now())) await this.#tell(run.id, 'failed', told);
    } catch (error) {
      log('error', 'the end of a run could not be stored', { run: run.id, error: String(error) });
    }
  }

  /** A worker that never answers must not hold its place for ever. */
  #timed(promise: Promise<JobEnd>): Promise<JobEnd> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      const most = this.#options.config.runTime * 1000 + GRACE;
      timer = setTimeout(() => reject(new AxproofError('internal', 'the run did not end in its time')), most);
    });
    return Promise.race([promise, late]).finally(() => clearTimeout(timer));
  }

  #job(run: Run): Job {
    const { config } = this.#options;
    const input = (run.input ?? {}) as { reach: Job['reach']; ratified?: boolean };
    return {
      runId: run.id,
      kind: run.kind,
      target: run.target,
      packDigest: run.packDigest,
      seed: run.seed,
      deadline: config.runTime * 1000,
      ...input,
      ...(config.userAgent === undefined ? {} : { agent: config.userAgent }),
    };
  }

  async #tell(runId: string, event: RunEvent['event'], data: unknown): Promise<void> {
    const { store, now, bell } = this.#options;
    await store.appendEvent(runId, { event, data } as unknown as Json, now());
    bell.ring(runId);
  }

  /** Takes no more runs, gives those under way some time, and marks the rest as interrupted. Milliseconds. */
  async close(most: number): Promise<void> {
    clearInterval(this.#timer);
    this.#closing = true;
    const all = Promise.all(this.#under.values());
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise((resolve) => {
      timer = setTimeout(resolve, most);
    });
    await Promise.race([all, late]);
    clearTimeout(timer);
    this.#cut = true;
    const { store, owner, now, log } = this.#options;
    try {
      for (const id of await store.interruptOwned(owner, now())) {
        log('warn', 'a run was cut off', { run: id });
        await this.#tell(id, 'interrupted', { code: 'run-interrupted' });
      }
    } catch (error) {
      // Their lease ends, and any other process marks them.
      log('error', 'runs that were cut off could not be marked', { error: String(error) });
    }
  }

  /** After the threads have ended: nothing of this process writes to the store any more. */
  async settled(): Promise<void> {
    await Promise.all(this.#under.values());
  }
}
