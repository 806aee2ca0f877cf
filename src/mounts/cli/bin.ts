// The process of the command line: runs the command line and leaves with its status.
import { cli } from './main.ts';
import { processIo } from './process-io.ts';

// No top-level await: the bundle is CommonJS.
void cli(process.argv.slice(2), processIo()).then((status) => {
  // Everything was written by then; leaving at once spares the garbage collection of an idle loop.
  process.exit(status);
});
