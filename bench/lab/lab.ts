// What the rows share: size and seed of this run, innocent targets, hostile ones in a process of their own, and the services that are held to bounds.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type FixtureServer, fixtureServer } from '../parts/fixture-server.ts';
import { type ServiceProcess, type ServiceWanted, serviceProcess } from '../parts/service-process.ts';
import { ask } from './ask.ts';
import { certificates } from './targets/tls.ts';

/** Written targets that mean no harm: one that does all well, one that guards itself, one that lies in words only. */
const INNOCENT = ['good', 'guarded', 'interfaces'];

/** How often a service is asked about itself, which takes as long as it waits for its first report. */
const PATIENCE = 8;

export interface Hostile {
  origin: string;
  close(): Promise<void>;
}

export interface Settings {
  seed: number;
  /** The small size for every change: shorter deadlines, fewer kills, ratios where times would say more of the machine. */
  tenth: boolean;
  /** Minutes. */
  soak: number;
}

export class Lab {
  readonly settings: Settings;
  #innocents: Promise<FixtureServer[]> | undefined;
  #host: Promise<ChildProcess> | undefined;
  #certificates: ReturnType<typeof certificates> | undefined;
  #shared: Promise<ServiceProcess> | undefined;

  constructor(settings: Settings) {
    this.settings = settings;
  }

  /** Origins. */
  async innocents(): Promise<string[]> {
    this.#innocents ??= Promise.all(INNOCENT.map((name) => fixtureServer(name)));
    return (await this.#innocents).map(({ origin }) => origin);
  }

  certificates(): ReturnType<typeof certificates> {
    this.#certificates ??= certificates();
    return this.#certificates;
  }

  /** Hostile servers write for as long as somebody reads: their work must not slow the clock that measures. */
  async hostile(name: string): Promise<Hostile> {
    this.#host ??= (async () => {
      const file = fileURLToPath(new URL('./targets/host.ts', import.meta.url));
      const env = { ...process.env, LAB_CERTIFICATES: this.certificates().folder };
      const child = fork(file, [], { env, execArgv: ['--import', 'tsx'], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
      await once(child, 'message');
      return child;
    })();
    const host = await this.#host;
    host.send({ open: name });
    const [{ origin, error }] = (await once(host, 'message')) as [{ origin?: string; error?: string }];
    if (origin === undefined) throw new Error(error);
    return {
      origin,
      async close() {
        host.send({ close: true });
        await once(host, 'message');
      },
    };
  }

  /** A service of the row's own, which it stops. Its first report of itself is made by then: the code is warm, and nothing is under way. */
  async service(wanted: ServiceWanted = {}): Promise<ServiceProcess> {
    const service = await serviceProcess(wanted);
    for (let status = 0, turn = 0; status !== 200; turn++) {
      ({ status } = await ask(`${service.url}/self`));
      if (status !== 200 && turn === PATIENCE) throw new Error(`the service answered ${status} about itself`);
    }
    return service;
  }

  /** The small size has one service for many rows: its start would be most of what is measured. */
  async lent(wanted: ServiceWanted): Promise<{ service: ServiceProcess; back(): Promise<void> }> {
    if (!this.settings.tenth) {
      const service = await this.service(wanted);
      return { service, back: () => service.stop() };
    }
    this.#shared ??= this.service(wanted);
    return { service: await this.#shared, back: async () => {} };
  }

  async close(): Promise<void> {
    for (const one of (await this.#innocents) ?? []) one.stop();
    (await this.#host)?.kill();
    await (await this.#shared)?.stop();
    if (this.#certificates) rmSync(this.#certificates.folder, { recursive: true, force: true });
  }
}
