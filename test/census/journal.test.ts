// The file of a census on a disk that fails: what was written stays, and nothing is left in its way.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { CensusRow } from '../../src/contract/generated/types.ts';
import { Journal } from '../../src/mounts/cli/census/journal.ts';

const row = (name: string): CensusRow => ({
  target: `https://${name}`,
  error: { code: 'unreachable', message: 'it does not answer' },
  pack: { name: 'a/b', version: '1.0.0', digest: `sha256:${'0'.repeat(64)}` },
  engine: '2',
  seed: 7,
  issued: { at: '2026-11-24T00:00:00.000Z', ms: 5 },
});

describe('the journal of a census', () => {
  const folder = mkdtempSync(join(tmpdir(), 'axproof-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('leaves no second file on a disk that is full when it is put in order, and takes none of another', async () => {
    const file = join(folder, 'out.ndjson');
    const journal = new Journal(file);
    journal.begin();
    for (const name of ['b.com', 'a.com']) journal.add(row(name));
    await journal.end();
    const order = ['https://a.com', 'https://b.com'];
    writeFileSync(`${file}.sorted`, 'of somebody else');
    function* full(): Generator<string> {
      yield order[0]!;
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    }
    expect(() => journal.sort(full())).to.throw(/cannot be written: .*ENOSPC/);
    expect(readdirSync(folder).sort()).to.deep.equal(['out.ndjson', 'out.ndjson.sorted']);
    chmodSync(file, 0o600);
    journal.sort(order);
    expect(statSync(file).mode & 0o777, 'who may not read it may not afterwards').to.equal(0o600);
    expect(readFileSync(`${file}.sorted`, 'utf8')).to.equal('of somebody else');
    journal.close();
    const again = new Journal(file);
    expect([...again.targets()]).to.deep.equal(order);
    again.close();
  });
});
