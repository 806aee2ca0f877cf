// A process that starts many runs at once under one entitlement, and says how many it was given. Run by the tests of the store.
import { AxproofError } from '../../src/contract/errors.ts';
import { openStore } from '../../src/store/open.ts';
import { runDraft } from './sample.ts';

const [, , options = '{}', name = '', count = '0'] = process.argv;
const store = await openStore(JSON.parse(options));
process.stdout.write('open\n');
// All processes begin together.
await new Promise((resolve) => process.stdin.once('data', resolve));
/** As a caller does that is told to come back: on a slow machine some wait longer for a connection than a store waits for a database. */
async function spend(i: number): Promise<string> {
  for (;;) {
    try {
      const one = await store.startOrJoin(runDraft(`${name}-${i}`), { charge: 'the entitlement' });
      return 'run' in one ? 'started' : one.refused;
    } catch (error) {
      if (!(error instanceof AxproofError && error.code === 'store-unavailable')) throw error;
    }
  }
}
const all = await Promise.all(Array.from({ length: Number(count) }, (_, i) => spend(i)));
process.stdout.write(`${JSON.stringify(all)}\n`);
await store.close();
process.exit(0);
