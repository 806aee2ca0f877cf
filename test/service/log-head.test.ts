// The head of the log that is kept beside its key: what a store was set back to takes the place of no later one.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Config } from '../../src/service/config.ts';
import { keptCheckpoint, logSigner, makeLogKeys } from '../../src/service/log-keys.ts';
import { keepLogHead } from '../../src/start/keys.ts';
import type { Store } from '../../src/store/store.ts';
import { codeOf, newFolder, onBoth } from '../store/backends.ts';
import { digestOf } from '../store/sample.ts';
import { tamper } from '../store/tamper.ts';

onBoth('the head of a log that is kept', (place) => {
  const folder = newFolder();
  const keys = join(folder, 'keys');
  let served: Store;
  const keep = (): Promise<void> => keepLogHead({ keys } as Config, served);
  const append = async (store: Store, entry: number) => (await store.log(logSigner(keys))).append(digestOf(entry));
  const sizeKept = (): number => Number(keptCheckpoint(keys)?.split('\n')[1]);
  before(() => makeLogKeys(keys, 'example.com/log', join(folder, 'store')));
  after(() => rmSync(folder, { recursive: true }));
  beforeEach(async () => {
    served = await place().open();
  });

  it('goes on with the log', async () => {
    for (const size of [1, 2]) {
      await append(served, size);
      await keep();
      expect(sizeKept()).to.equal(size);
    }
    await keep();
    expect(sizeKept()).to.equal(2);
  });

  for (const [name, entries] of [
    ['is', []],
    ['was gone on with after it had been', [3, 4]],
  ] as const)
    it(`stays where the store ${name} set back while it is served, so that the next start is refused`, async () => {
      for (const table of ['log_file', 'log_head']) await tamper(place(), `create table old_${table} as select * from ${table}`);
      await append(served, 100);
      await keep();
      const kept = keptCheckpoint(keys);
      for (const table of ['log_file', 'log_head']) {
        await tamper(place(), `delete from ${table}`);
        await tamper(place(), `insert into ${table} select * from old_${table}`);
        await tamper(place(), `drop table old_${table}`);
      }
      // By a process that began after that, and was told of no head.
      for (const entry of entries) await append(await place().open(), entry);
      expect([await codeOf(keep()), keptCheckpoint(keys)]).to.deep.equal(['log-forked', kept]);
      expect(await codeOf((await place().open()).log(logSigner(keys), keptCheckpoint(keys)))).to.equal('log-forked');
      rmSync(join(keys, 'log/checkpoint'));
    });
});
