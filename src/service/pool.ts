// The pools of threads: some probe and keep the time, others judge, sign and release. It passes jobs and messages; it decides nothing about runs.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { AxproofError } from '../contract/errors.ts';
import type { Discovery } from '../contract/generated/types.ts';
import type { CheckChange } from '../run/compare.ts';
import { placesFor } from './budgets.ts';
import type { Config } from './config.ts';
import type { JobMessage, RunJob, WorkerSetup } from './job.ts';
import type { Probing } from './prober.ts';
import type { JobEnd, Judging, SpecRead } from './worker.ts';

/** What probes waits for targets nearly all of its time. */
const PROBERS = 1;

/** V8 lets garbage grow to a multiple of what lives, and the smaller by how much a heap may grow at all. No known target needs half of it. */
const HEAP_MIB = 1024;

/** Built, the entry of a thread stands beside this file; in a checkout it is TypeScript. */
function entry(name: 'worker' | 'prober'): string {
  const built = fileURLToPath(new URL(`./${name}.js`, import.meta.url));
  return existsSync(built) ? built : fileURLToPath(new URL(`./${name}-dev.mjs`, import.meta.url));
}

/** Runs that may be under way in each of so many threads. */
const runsOf = (many: number, { concurrency }: Config): number => Math.ceil(placesFor('pinned', concurrency) / many);

/** So many threads from the start: the next job goes to the one that has least to do. */
const threads = (name: 'worker' | 'prober', many: number, config: Config, workerData: WorkerSetup | Pick<WorkerSetup, 'keys'>): Piscina =>
  new Piscina({
    filename: entry(name),
    // A thread that is ended while it requires an ES module aborts the process on Node 20 (v8::Module::IsGraphAsync); one that imports it does not.
    execArgv: ['--no-experimental-require-module'],
    workerData,
    minThreads: many,
    maxThreads: many,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
    concurrentTasksPerWorker: runsOf(many, config),
    // Jobs wait most of the time, for the network or for each other: a thread must not sleep while it has some.
    atomics: 'disabled',
    // Figures of jobs are kept elsewhere (metrics).
    recordTiming: false,
  });

interface Threads {
  judging: Piscina;
  probing: Piscina;
}

function startThreads(config: Config): Threads {
  const setup: WorkerSetup = {
    data: config.data,
    keys: config.keys,
    unisolated: config.unisolated,
    runs: runsOf(config.workers, config),
    ...(config.databaseUrl === undefined ? {} : { databaseUrl: config.databaseUrl }),
  };
  return { judging: threads('worker', config.workers, config, setup), probing: threads('prober', PROBERS, config, { keys: config.keys }) };
}

/** A port for a thread; what comes over it is heard, also what comes late. */
class MessageReceiver {
  readonly far: MessagePort;
  readonly #near: MessagePort;

  constructor(private readonly hear: (message: JobMessage) => void) {
    const { port1, port2 } = new MessageChannel();
    this.#near = port1;
    this.far = port2;
    port1.on('message', hear);
  }

  /** The end of a job comes by another way than the messages before it, and may overtake them. */
  close(): void {
    for (let left = receiveMessageOnPort(this.#near); left; left = receiveMessageOnPort(this.#near)) this.hear(left.message as JobMessage);
    this.#near.close();
  }
}

export class WorkerPool {
  #threads: Threads | undefined;

  constructor(private readonly config: Config) {}

  /** Starts the threads, which the first job does otherwise. */
  warm(): Threads {
    this.#threads ??= startThreads(this.config);
    return this.#threads;
  }

  /** Throws where threads are missing; those that nobody has needed yet are not. */
  check(): void {
    const { judging, probing } = this.#threads ?? {};
    const missing = [
      [judging, this.config.workers],
      [probing, PROBERS],
    ] as const;
    for (const [pool, many] of missing)
      if (pool && pool.threads.length < many) throw new AxproofError('threads-missing', 'threads of runs are missing');
  }

  /** What a stored report shows of its target, read in a thread. */
  discover(reportDigest: string): Promise<Discovery> {
    return this.warm().judging.run({ reportDigest }, { name: 'discover' }) as Promise<Discovery>;
  }

  /** What changed between two stored reports, worked out in a thread. */
  compare(before: string, after: string): Promise<readonly CheckChange[]> {
    return this.warm().judging.run({ before, after }, { name: 'changes' }) as Promise<readonly CheckChange[]>;
  }

  /** Canonical form and digest of a caller's spec, worked out in a thread. */
  readSpec(text: string): Promise<SpecRead> {
    return this.warm().judging.run({ text }, { name: 'readSpec' }) as Promise<SpecRead>;
  }

  /** `probed`: milliseconds until the last answer. `signal`: the run is given up; a thread is never ended for it, since others run there. */
  async run(job: RunJob, hear: (message: JobMessage) => void, signal?: AbortSignal): Promise<JobEnd & { probed?: number }> {
    const { judging, probing } = this.warm();
    const [judged, probed, { port1, port2 }] = [new MessageReceiver(hear), new MessageReceiver(hear), new MessageChannel()];
    const probe: Probing = { job, judge: port1, port: probed.far };
    const judge: Judging = { job, prober: port2, port: judged.far };
    const giveUp = (): void => judged.close();
    signal?.addEventListener('abort', giveUp, { once: true });
    try {
      // Where its thread dies, its end of the port is closed, and the judge tells so; of any other failure it tells itself.
      const began = performance.now();
      let took: number | undefined;
      probing.run(probe, { transferList: [port1, probed.far] }).then(
        () => {
          took = performance.now() - began;
        },
        () => undefined,
      );
      const end = (await judging.run(judge, { transferList: [port2, judged.far] })) as JobEnd;
      return { ...end, ...(took === undefined ? {} : { probed: took }) };
    } finally {
      signal?.removeEventListener('abort', giveUp);
      judged.close();
      probed.close();
    }
  }

  /** Ends the threads, and with them whatever is under way. */
  async close(): Promise<void> {
    const { judging, probing } = this.#threads ?? {};
    await Promise.all([judging?.destroy(), probing?.destroy()]);
  }
}
