// A written target on loopback that counts who asks what, and small waits. It checks nothing itself.
import { fileURLToPath } from 'node:url';
import { loadFixture } from '../../src/transport/fixture/load.ts';
import { serveFixture } from '../../src/transport/fixture/server.ts';

const file = (name: string): string => fileURLToPath(new URL(`../../fixtures/targets/${name}.yaml`, import.meta.url));

export interface Site {
  origin: string;
  /** How often a path was asked for. */
  asked(path: string): number;
  /** How often anything was. */
  total(): number;
  /** User-Agent of the first request for robots.txt. */
  asker(): string | undefined;
  close(): Promise<void>;
}

/** `wait`: milliseconds before every answer. */
export async function fixtureSite(wait = 0, name = 'good'): Promise<Site> {
  const server = await serveFixture(loadFixture(file(name)), { wait });
  return {
    origin: server.origin,
    asked: (path) => server.log.filter((one) => one.path === path).length,
    total: () => server.log.length,
    asker: () => server.log.find((one) => one.path === '/robots.txt')?.headers['user-agent'] as string | undefined,
    close: () => server.close(),
  };
}

/** Rejects after a minute: what it waits for is to come, and how soon is said by the machine (a busy one took more than ten seconds for a service's first run). */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 60_000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`it never came true: ${holds.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
