// The threads that grade. It hands jobs to them and their messages back; it decides nothing about runs.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { Config } from './config.ts';
import type { Job, JobMessage, WorkerSetup } from './job.ts';
import type { Discovery } from './service.ts';
import type { JobEnd } from './worker.ts';

/** Built, the worker stands beside this file; in a checkout it is TypeScript. */
function entry(): { filename: string; execArgv: string[] } {
  const built = fileURLToPath(new URL('./worker.js', import.meta.url));
  if (existsSync(built)) return { filename: built, execArgv: [] };
  return { filename: fileURLToPath(new URL('./worker-dev.mjs', import.meta.url)), execArgv: [] };
}

const started = (config: Config): Piscina => {
  const workerData: WorkerSetup = {
    data: config.data,
    keys: config.keys,
    unisolated: config.unisolated,
    ...(config.databaseUrl === undefined ? {} : { databaseUrl: config.databaseUrl }),
  };
  return new Piscina({
    ...entry(),
    workerData,
    // All of them from the start: the next job goes to the thread that has least to do.
    minThreads: config.workers,
    maxThreads: config.workers,
    concurrentTasksPerWorker: Math.ceil(config.concurrency / config.workers),
    // Jobs wait for the network most of the time: a worker must not sleep while it has some.
    atomics: 'disabled',
  });
};

export class Pool {
  readonly #config: Config;
  #piscina: Piscina | undefined;

  constructor(config: Config) {
    this.#config = config;
  }

  /** Starts the threads, which the first job does otherwise. */
  warm(): Piscina {
    this.#piscina ??= started(this.#config);
    return this.#piscina;
  }

  /** What a stored report shows of its target, read in a thread. */
  discover(reportDigest: string): Promise<Discovery> {
    return this.warm().run({ reportDigest }, { name: 'discover' }) as Promise<Discovery>;
  }

  async run(job: Job, hear: (message: JobMessage) => void): Promise<JobEnd> {
    const { port1, port2 } = new MessageChannel();
    port1.on('message', hear);
    try {
      return (await this.warm().run({ job, port: port2 }, { transferList: [port2] })) as JobEnd;
    } finally {
      // The end comes by another way than the messages before it, and may overtake them.
      for (let left = receiveMessageOnPort(port1); left; left = receiveMessageOnPort(port1)) hear(left.message as JobMessage);
      port1.close();
    }
  }

  /** Ends the threads, and with them whatever is under way. */
  async close(): Promise<void> {
    await this.#piscina?.destroy();
  }
}
