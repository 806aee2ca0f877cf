// The hosted verifier on loopback for tests: started whole in this process, or its HTTP mount alone before a service of the test's own.
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { httpMount } from '../../src/mounts/http/mount.ts';
import { readConfig } from '../../src/service/config.ts';
import { BundledPacks } from '../../src/service/packs.ts';
import type { Service } from '../../src/service/service.ts';
import type { ServeOptions } from '../../src/start/places.ts';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/store.ts';
import { loadFixture } from '../../src/transport/fixture/load.ts';
import { type FixtureServer, serveFixture } from '../../src/transport/fixture/server.ts';
import { built } from '../service/built.ts';

type Env = Record<string, string>;

export interface Place {
  url: string;
  close(): Promise<void>;
}

export interface Whole extends Place {
  /** A second handle on what it stores. */
  store: Store;
  keys: string;
}

const QUIET: Env = { PORT: '0', METRICS_PORT: '0', LOG_LEVEL: 'silent', AXPROOF_ALLOW_PRIVATE: 'true', AXPROOF_WORKERS: '1' };

/** Public targets are refused before anything is sent, so that no test leaves this machine. It does nothing before it is asked. */
export async function served(env: Env = {}, options: ServeOptions = {}): Promise<Whole> {
  const folder = mkdtempSync(join(tmpdir(), 'axproof-http-'));
  const keys = join(folder, 'keys');
  const config = readConfig({ ...QUIET, AXPROOF_DATA: join(folder, 'data'), AXPROOF_KEYS: keys, AXPROOF_SHUTDOWN: '5', ...env });
  const { serve } = await built();
  const { url, close } = await serve(config, { ahead: false, ...options });
  const store = await openStore({ folder: config.data });
  return {
    url,
    store,
    keys,
    async close() {
      await store.close();
      await close();
      rmSync(folder, { recursive: true });
    },
  };
}

const nobody = async (): Promise<never> => {
  throw new Error('this test asked for more than it prepared');
};

/** The mount before a service of which only some things work. */
export async function mounted(service: Partial<Service>, env: Env = {}): Promise<Place> {
  let url = '';
  const whole = new Proxy(service, { get: (target, name) => target[name as keyof Service] ?? nobody }) as Service;
  const app = await httpMount({
    service: whole,
    config: readConfig({ ...QUIET, ...env }),
    own: () => url,
    packs: await BundledPacks.load(),
    now: Date.now,
    log: pino({ level: 'silent' }),
    mcp: async (_request, response) => {
      response.writeHead(202).end();
    },
    onAnswer: () => {},
    onRefusal: () => {},
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return {
    url,
    async close() {
      app.server.closeAllConnections();
      await app.close();
    },
  };
}

export const target = (name: string): Promise<FixtureServer> =>
  serveFixture(loadFixture(new URL(`../../fixtures/targets/${name}.yaml`, import.meta.url).pathname));
