// axproof fixture serve: a fixture target as a real HTTP server on loopback, until interrupted.
import { EXIT } from '../../contract/errors.ts';
import { loadFixture } from '../../transport/fixture/load.ts';
import { serveFixture } from '../../transport/fixture/server.ts';
import type { Io } from './io.ts';

export async function fixtureServe(file: string, options: { port: number; wait?: number }, io: Io): Promise<number> {
  const server = await serveFixture(loadFixture(file), {
    port: options.port,
    ...(options.wait === undefined ? {} : { wait: options.wait }),
  });
  io.out(`${server.origin}\n`);
  if (!io.signal.aborted) await new Promise((resolve) => io.signal.addEventListener('abort', resolve, { once: true }));
  await server.close();
  return EXIT.ok;
}
