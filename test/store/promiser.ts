// A process that stores, and says what it was promised, until it is killed. Run by the test of durability.
import { writeSync } from 'node:fs';
import { sha256 } from '../../src/contract/digest.ts';
import { openStore } from '../../src/store/open.ts';
import { draftOf, log, NOW } from './sample.ts';

const [, , folder = '', name = ''] = process.argv;
const store = await openStore({ folder });
for (let i = 0; ; i++) {
  const bytes = Buffer.from(`${name} ${i} `.repeat(500));
  await store.putDocument('other', sha256(bytes), bytes, NOW);
  writeSync(1, `other ${sha256(bytes)}\n`);
  const draft = await draftOf({ seed: Number(name) * 10_000 + i });
  const { index } = await store.release(draft, log);
  writeSync(1, `report ${draft.reportDigest} ${index}\n`);
}
