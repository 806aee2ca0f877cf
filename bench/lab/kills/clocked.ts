// Entry of the service with a clock that the lab moves (each message is a number of milliseconds by which it is wrong) and a lease as short as it says.
// Built and run as a process of its own.
import { processIo } from '../../../src/mounts/cli/process-io.ts';
import { serveCommand } from '../../../src/start/serve-command.ts';

let wrong = Number(process.env.LAB_CLOCK ?? 0);
process.on('message', (by) => {
  wrong = Number(by);
});
const { LAB_LEASE } = process.env;
const lease = LAB_LEASE === undefined ? {} : { lease: Number(LAB_LEASE) };
process.exit(await serveCommand({}, processIo(), { now: () => Date.now() + wrong, ...lease }));
