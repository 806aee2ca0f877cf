// A process that starts many runs at once under one entitlement, and says how many it was given. Run by the tests of the store.
import { openStore } from '../../src/store/open.ts';
import { runDraft } from './sample.ts';

const [, , options = '{}', name = '', count = '0'] = process.argv;
const store = await openStore(JSON.parse(options));
process.stdout.write('open\n');
// All processes begin together.
await new Promise((resolve) => process.stdin.once('data', resolve));
const all = await Promise.all(
  Array.from({ length: Number(count) }, (_, i) => store.startOrJoin(runDraft(`${name}-${i}`), { charge: 'the entitlement' })),
);
process.stdout.write(`${JSON.stringify(all.map((one) => ('run' in one ? 'started' : one.refused)))}\n`);
await store.close();
process.exit(0);
