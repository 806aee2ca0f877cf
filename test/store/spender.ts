// A process that starts many runs at once under one entitlement, and says how many it was given. Run by the tests of the store.
import { openStore } from '../../src/store/open.ts';
import { runDraft } from './sample.ts';

const [, , options = '{}', name = '', count = '0'] = process.argv;
const store = await openStore(JSON.parse(options));
process.stdout.write('open\n');
// All processes begin together.
await new Promise((resolve) => process.stdin.once('data', resolve));
const all: string[] = [];
const left = Array.from({ length: Number(count) }, (_, i) => i);
async function spend(): Promise<void> {
  for (let i = left.shift(); i !== undefined; i = left.shift()) {
    const one = await store.startOrJoin(runDraft(`${name}-${i}`), { charge: 'the entitlement' });
    all.push('run' in one ? 'started' : one.refused);
  }
}
// Some wait for a connection, and none so long that a slow machine takes the database for one that does not answer.
await Promise.all(Array.from({ length: 50 }, spend));
process.stdout.write(`${JSON.stringify(all)}\n`);
await store.close();
process.exit(0);
