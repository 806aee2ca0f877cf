// The lock of a folder between processes when the disk fails, or cannot do all that is asked of it.
import { mkdirSync, mkdtempSync, promises, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { withFolderLock } from '../../src/attest/folder-lock.ts';
import { KeyFolder } from '../../src/attest/keys/folder.ts';

describe('the lock of a folder', () => {
  let path = '';
  const { link } = promises;
  const LOCKED = { what: 'the list in x', mostPauses: 1 };
  beforeEach(() => {
    path = mkdtempSync(join(tmpdir(), 'axproof-'));
  });
  afterEach(() => {
    promises.link = link;
    syncBuiltinESMExports();
    rmSync(path, { recursive: true });
  });
  const work = (fault?: Error) => async (): Promise<void> => {
    rmSync(join(path, '.lock'), { recursive: true });
    if (fault) throw fault;
  };
  const messageOf = (promise: Promise<unknown>): Promise<string> =>
    promise.then(
      () => 'fine',
      (error: { code?: string; message: string }) => [error.code, error.message].filter(Boolean).join(': '),
    );

  it('tells what the work failed by, where it cannot be given back either', async () => {
    expect(await messageOf(withFolderLock(path, LOCKED, work(new Error('no space for the work'))))).to.equal('no space for the work');
    expect(await messageOf(withFolderLock(path, LOCKED, work()))).to.match(
      /^bad-file: the list in x cannot be locked: there is no such file or folder \(ENOENT\)$/,
    );
  });

  it('says what another process works on, and what to delete where none does', async () => {
    const lock = join(path, '.lock');
    mkdirSync(lock);
    writeFileSync(join(lock, '1'), 'somebody');
    const held = (more = {}): Promise<string> => messageOf(withFolderLock(path, { ...LOCKED, ...more }, async () => 'in'));
    const said = `another process works on the list in x; if none does, delete ${lock}`;
    expect([await held(), await held({ busy: 'log-busy' })]).to.deep.equal([`file-busy: ${said}`, `log-busy: ${said}`]);
  });

  it('is taken over by a change of keys, where another was cut off in the middle', async () => {
    const [keys, lock] = [new KeyFolder(path), join(path, '.lock')];
    await keys.add(Date.now());
    await withFolderLock(path, LOCKED, async () => {
      const holder = readFileSync(join(lock, readdirSync(lock)[0] as string), 'utf8');
      writeFileSync(join(lock, '9'), JSON.stringify({ ...JSON.parse(holder), pid: 2 ** 22 + 1 }));
    });
    expect((await keys.add(Date.now())).status).to.equal('next');
  });

  it('lets one in at a time also on a file system without hard links', async () => {
    promises.link = async () => {
      throw Object.assign(new Error('no'), { code: 'EPERM' });
    };
    syncBuiltinESMExports();
    let inside = 0;
    const counts = Array.from({ length: 5 }, () =>
      withFolderLock(path, { what: path }, async () => {
        const now = ++inside;
        await new Promise((resolve) => setTimeout(resolve, 2));
        inside--;
        return now;
      }),
    );
    expect(await Promise.all(counts)).to.deep.equal([1, 1, 1, 1, 1]);
    expect(readdirSync(join(path, '.lock'))).to.have.length(1);
  });
});
