// A process that tries to start one run many times at once, or migrates, and says what came of it. Run by the tests of the store.
import { openStore } from '../../src/store/open.ts';
import { runDraft } from './sample.ts';

const [, , options = '{}', name = '', count = '0'] = process.argv;
const store = await openStore(JSON.parse(options));
process.stdout.write('open\n');
// All processes begin together.
await new Promise((resolve) => process.stdin.once('data', resolve));
const started = await Promise.all(
  Array.from({ length: Number(count) }, (_, i) => store.startOrJoin(runDraft(`${name}-${i}`, { key: 'the one' }))),
);
process.stdout.write(`${JSON.stringify(started.map((one) => ('run' in one ? [one.run.id, one.joined] : one)))}\n`);
await store.close();
process.exit(0);
