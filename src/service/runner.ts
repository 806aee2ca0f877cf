// Takes runs and sees each to its end: a released report, or the reason why there is none. Which run comes next is not its business.
import { hrtime } from 'node:process';
import { AxproofError, isOperators } from '../contract/errors.ts';
import type { Slots } from '../gate/slots.ts';
import { type DestinationBound, type Destinations, PACE } from '../run/destinations.ts';
import { freshSeed } from '../run/fresh-seed.ts';
import type { Run, RunFault, RunKind } from '../store/run.ts';
import type { Store } from '../store/store.ts';
import { placesFor } from './budgets.ts';
import type { Config } from './config.ts';
import type { JobMessage, RunJob } from './job.ts';
import type { BundledPacks } from './packs.ts';
import type { WorkerPool } from './pool.ts';
import type { Progress } from './progress.ts';
import type { RunEnd } from './run-end.ts';
import { tracedBy } from './run-request.ts';

/** Milliseconds for which a run belongs to the process that took it, unless it says that it still lives. */
export const LEASE = 30_000;
/** A grade by a pack that this process does not have was queued by a process of another version, which ships that pack: it is left to that one for so long. */
export const FOREIGN = 300_000;
/** Beyond the run's own time: loading, judging, signing and storing. */
const GRACE = 60_000;

export interface RunnerOptions {
  /** A run of a caller's spec holds one of these; until one is free it stays in the queue. */
  slots: Slots;
  packs: BundledPacks;
  owner: string;
  config: Config;
  store: Store;
  pool: Pick<WorkerPool, 'run'>;
  progress: Progress;
  destinations: Pick<Destinations, 'of'>;
  now(): number;
  onDeclined(target: string): void;
  /** Hears what a self-run is about to ask. */
  onSelfAsk(path: string): void;
  log(level: 'info' | 'warn' | 'error', message: string, facts: Record<string, unknown>): void;
  onEnd(end: RunEnd): void;
  /** Milliseconds; 30 s unless given. */
  lease?: number;
  /** Milliseconds beyond the run's own time; a minute unless given. */
  grace?: number;
}

/** What is no error of the table is our own fault, told without its inside. */
const OURS: RunFault = { code: 'internal', message: 'the run failed', details: [] };
/** As it is kept with the run, and told to whoever waits. */
export const faultOf = (error: unknown): RunFault =>
  error instanceof AxproofError && !isOperators(error.code)
    ? { code: error.code, message: error.message, details: [...error.details] }
    : OURS;
const STOPPED: RunFault = { code: 'run-interrupted', message: 'the service stopped', details: [] };

export class Runner {
  readonly #lease: number;
  readonly #under = new Map<string, Promise<void>>();
  /** Runs that are being taken, until they are under way or have to wait. */
  readonly #taking = new Map<string, Promise<unknown>>();
  #closing = false;
  #cut = false;
  readonly #beating: NodeJS.Timeout;
  readonly bundled: readonly string[];
  onFree: () => void = () => {};

  constructor(private readonly options: RunnerOptions) {
    this.#lease = options.lease ?? LEASE;
    this.bundled = options.packs.all.map(({ digest }) => digest);
    // It knows itself when a run has ended.
    options.slots.onFree = (work) => {
      if (work === 'validation') this.onFree();
    };
    this.#beating = setInterval(() => void this.#beat(), this.#lease / 3);
  }

  get owner(): string {
    return this.options.owner;
  }

  /** Runs that this process will see to their end. */
  get alive(): string[] {
    return [...this.#taking.keys(), ...this.#under.keys()];
  }

  get underWay(): number {
    return this.#under.size;
  }

  get closing(): boolean {
    return this.#closing;
  }

  /** For how many more runs of a kind there is room. */
  room(kind: RunKind): number {
    return placesFor(kind, this.options.config.concurrency) - this.#under.size - this.#taking.size;
  }

  /** Resolves with the end of a run that is under way here. */
  ended(id: string): Promise<void> | undefined {
    return this.#under.get(id);
  }

  /** How many are being taken, which the store still calls queued. */
  get taking(): number {
    return this.#taking.size;
  }

  /** Whether there is a slot for it: a caller's spec holds one. */
  fits({ packDigest }: Run): boolean {
    const { slots } = this.options;
    return this.bundled.includes(packDigest) || slots.kept.includes(packDigest) || slots.fits('run');
  }

  /** false: somebody else has it, or it may not begin yet. It is under way when this resolves. */
  take(found: Run): Promise<boolean> {
    const { packDigest, kind, createdAt } = found;
    const isForeign = kind !== 'pinned' && !this.bundled.includes(packDigest);
    if (isForeign && createdAt > this.options.now() - FOREIGN) return Promise.resolve(false);
    const isHere = this.#taking.has(found.id) || this.#under.has(found.id);
    if (this.#closing || isHere || this.room(found.kind) <= 0 || !this.fits(found)) return Promise.resolve(false);
    const taking = this.#take(found).finally(() => this.#taking.delete(found.id));
    this.#taking.set(found.id, taking);
    return taking;
  }

  async #take(found: Run): Promise<boolean> {
    const { store, owner, now, destinations, slots } = this.options;
    const left = slots.claim(found.packDigest);
    const slot = this.bundled.includes(found.packDigest) ? undefined : (left ?? slots.take('run'));
    let isUnder = false;
    try {
      const bound = await destinations.of(found.target, found.input.reach);
      if (this.#closing) return false;
      const run = await store.claim(found.id, { owner, now: now(), lease: this.#lease, places: bound.places }, PACE);
      if (!run) return false;
      isUnder = true;
      const done = this.#execute(run, bound, left !== undefined).finally(() => {
        slot?.leave();
        this.#under.delete(run.id);
        this.onFree();
      });
      this.#under.set(run.id, done);
      return true;
    } finally {
      if (!isUnder) slot?.leave();
    }
  }

  async #beat(): Promise<void> {
    const { store, owner, now } = this.options;
    if (this.#under.size > 0) await store.heartbeat([...this.#under.keys()], owner, now(), this.#lease).catch(() => undefined);
  }

  /** Never rejects. */
  async #execute(run: Run, bound: DestinationBound, isNew: boolean): Promise<void> {
    const { progress, log, onEnd } = this.options;
    const began = hrtime.bigint();
    const tellEnd = (outcome: string, more: Pick<RunEnd, 'report' | 'probing'> = {}): void =>
      onEnd({
        kind: run.kind,
        pack: run.packDigest,
        outcome,
        seconds: Number(hrtime.bigint() - began) / 1e9,
        ...tracedBy(run.input),
        ...more,
      });
    progress.begin(run.id);
    try {
      const end = await this.#timed(await this.#job(run, bound, isNew), (message: JobMessage) => {
        if (message.about === 'check') progress.tell(run.id, 'check', message.check);
        else if (message.about === 'asks') progress.tell(run.id, 'asks', message.asks);
        else this.options.onSelfAsk(message.path);
      });
      const seconds = Number(hrtime.bigint() - began) / 1e9;
      if ('failed' in end && end.failed.code === 'declined') this.options.onDeclined(run.target);
      if ('failed' in end) await this.#failed(run, end.failed);
      else {
        // The report is released and the run is done by now: this only tells it.
        progress.tell(run.id, 'done', end.done);
        log('info', 'run done', { run: run.id, kind: run.kind, target: run.target, grade: end.done.grade, seconds });
      }
      const took = end.probed === undefined ? {} : { probing: end.probed / 1000 };
      if ('failed' in end) tellEnd(end.failed.code, took);
      else tellEnd('done', { ...took, report: { ...end.tally, grade: end.done.grade } });
    } catch (error) {
      if (!this.#cut) log('error', 'run failed', { run: run.id, error: String((error as Error)?.stack ?? error) });
      const fault = faultOf(error);
      await this.#failed(run, fault);
      tellEnd(this.#cut ? 'interrupted' : fault.code);
    } finally {
      progress.end(run.id);
    }
  }

  async #failed(run: Run, fault: RunFault): Promise<void> {
    const { store, log, now, progress } = this.options;
    const reason = this.#cut ? STOPPED : fault;
    log('info', 'run ended without a report', { run: run.id, target: run.target, code: reason.code });
    const before = (progress.of(run.id) ?? []).map(({ event, data }) => ({ event, data }));
    try {
      await store.finish(run.id, { error: reason }, [...before, { event: 'failed', data: reason }], now());
    } catch (error) {
      log('error', 'the end of a run could not be stored', { run: run.id, error: String(error) });
    }
  }

  /** A worker that never answers must not hold its place for ever, and works no more on what nobody waits for. */
  #timed(job: RunJob, hear: (message: JobMessage) => void): ReturnType<WorkerPool['run']> {
    const { pool, config, grace = GRACE } = this.options;
    const givenUp = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => {
          reject(new AxproofError('busy', 'the verifier was too busy to end the run in its time, and made no report of it'));
          givenUp.abort();
        },
        config.runTime * 1000 + grace,
      );
    });
    return Promise.race([pool.run(job, hear, givenUp.signal), late]).finally(() => clearTimeout(timer));
  }

  async #job(run: Run, { pinned }: DestinationBound, isNew: boolean): Promise<RunJob> {
    const { config, store } = this.options;
    const { secretsOf: monitor, reach, ratified } = run.input;
    const values = monitor === undefined ? undefined : (await store.monitors.get(monitor))?.sealed;
    if (monitor !== undefined && !values)
      throw new AxproofError('bad-keys', 'the monitor was stopped: its secrets are forgotten, and nothing was sent');
    return {
      runId: run.id,
      kind: run.kind,
      target: run.target,
      packDigest: run.packDigest,
      seed: run.seed ?? freshSeed(),
      seedOrigin: run.seed === null ? 'fresh' : 'caller',
      deadline: config.runTime * 1000,
      reach,
      ...(ratified === undefined ? {} : { ratified }),
      ...(monitor !== undefined && values ? { sealed: { monitor, values } } : {}),
      ...(pinned ? { pinned } : {}),
      ...(isNew ? { isNew } : {}),
      ...(config.userAgent === undefined ? {} : { agent: config.userAgent }),
    };
  }

  /** Takes no more runs, gives those under way some time, and marks the rest as interrupted. Milliseconds. */
  async close(most: number): Promise<void> {
    clearInterval(this.#beating);
    this.#closing = true;
    const all = Promise.allSettled(this.#taking.values()).then(() => Promise.all(this.#under.values()));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise((resolve) => {
      timer = setTimeout(resolve, most);
    });
    await Promise.race([all, late]);
    clearTimeout(timer);
    this.#cut = true;
    const { store, owner, now, log, progress } = this.options;
    try {
      for (const id of await store.interruptOwned(owner, now())) {
        log('warn', 'a run was cut off', { run: id });
        progress.end(id);
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
