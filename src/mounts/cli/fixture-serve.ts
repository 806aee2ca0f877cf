// axproof fixture serve: a fixture target as a real HTTP server on loopback, until interrupted.
import { aborted } from 'node:util';
import { AxproofError, EXIT } from '../../contract/errors.ts';
import { systemWords } from '../../contract/system-words.ts';
import { loadFixture } from '../../transport/fixture/load.ts';
import { serveFixture } from '../../transport/fixture/server.ts';
import type { Io } from './io.ts';

export async function fixtureServe(file: string, options: { port: number; wait?: number }, io: Io): Promise<number> {
  const server = await serveFixture(loadFixture(file), options).catch((error: unknown) => {
    if (error instanceof AxproofError) throw error;
    throw new AxproofError('bad-usage', `the fixture cannot be served on port ${options.port}: ${systemWords(error)}`, [], {
      cause: error,
    });
  });
  io.out(`${server.origin}\n`);
  await aborted(io.signal, io.signal);
  await server.close();
  return EXIT.ok;
}
