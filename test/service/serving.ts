// Entry of the built product as the tests use it: in this process through its exports, or the service, or a worker, as a process of its own. It is no test.
import { fileURLToPath } from 'node:url';
import { processIo } from '../../src/mounts/cli/process-io.ts';
import { serveCommand, workerCommand } from '../../src/start/serve-command.ts';

export { judgeAgain } from '../../src/mounts/cli/judge-again.ts';
export { cli } from '../../src/mounts/cli/main.ts';
export { loadPack } from '../../src/pack/load.ts';
export { openPack } from '../../src/run/bundled.ts';
export { run } from '../../src/run/run.ts';
export { readConfig } from '../../src/service/config.ts';
export { serve } from '../../src/start/serve.ts';
export { takedown } from '../../src/start/takedown.ts';
export { work } from '../../src/start/worker.ts';

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { TEST_LEASE, TEST_AHEAD } = process.env;
  const io = processIo();
  try {
    const options = { ahead: TEST_AHEAD !== 'no', ...(TEST_LEASE === undefined ? {} : { lease: Number(TEST_LEASE) }) };
    process.exit(await (process.argv[2] === 'worker' ? workerCommand(io, options) : serveCommand({}, io, options)));
  } catch (error) {
    io.err(`${(error as { code?: string }).code}: ${(error as Error).stack}\n`);
    process.exit(70);
  }
}
