// The lock of a folder between processes when the disk fails, or cannot do all that is asked of it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, promises, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { withFolderLock } from '../../src/attest/folder-lock.ts';
import { KeyFolder } from '../../src/attest/keys/folder.ts';

describe('the lock of a folder', () => {
  let path = '';
  const { link, rename, writeFile } = promises;
  const LOCKED = { what: 'the list in x', mostPauses: 1 };
  beforeEach(() => {
    path = mkdtempSync(join(tmpdir(), 'axproof-'));
  });
  afterEach(() => {
    Object.assign(promises, { link, rename, writeFile });
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

  it('is given back on a disk that was full at that moment', async () => {
    const full = Object.assign(new Error('full'), { code: 'ENOSPC' });
    expect(
      await withFolderLock(path, LOCKED, async () => {
        promises.writeFile = async () => {
          throw full;
        };
        syncBuiltinESMExports();
        return 'in';
      }),
    ).to.equal('in');
    expect(await messageOf(withFolderLock(path, LOCKED, work()))).to.match(/^bad-file: the list in x cannot be locked: .*\(ENOSPC\)$/);
    promises.writeFile = writeFile;
    syncBuiltinESMExports();
    expect(await withFolderLock(path, LOCKED, async () => 'in again')).to.equal('in again');
  });

  it('is not held by a number that a full disk left without text', async () => {
    const refuse = (code: string) => async () => {
      throw Object.assign(new Error('no'), { code });
    };
    promises.link = refuse('EPERM');
    promises.writeFile = async (...given) => {
      const isNumber = /^\d+$/.test(String(given[0]).split('/').at(-1) as string);
      await writeFile(given[0], isNumber ? '' : given[1], given[2]);
      if (isNumber) await refuse('ENOSPC')();
    };
    syncBuiltinESMExports();
    expect(await messageOf(withFolderLock(path, LOCKED, async () => 'in'))).to.match(/^bad-file: .*ENOSPC/);
    Object.assign(promises, { link, writeFile });
    syncBuiltinESMExports();
    expect(await withFolderLock(path, LOCKED, async () => 'in')).to.equal('in');
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

  it('is taken over from a process that ended and was never waited for', async () => {
    // The shell becomes a sleep before its child ends, and never asks what became of it.
    const parent = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 30'], { stdio: ['ignore', 'pipe', 'ignore'] });
    const [pid] = (await once(parent.stdout, 'data')) as [Buffer];
    const stat = (): string => readFileSync(`/proc/${Number(pid)}/stat`, 'latin1');
    while (!/\) Z /.test(stat())) await new Promise((resolve) => setTimeout(resolve, 5));
    const lock = join(path, '.lock');
    await withFolderLock(path, LOCKED, async () => {
      const holder = JSON.parse(readFileSync(join(lock, readdirSync(lock)[0] as string), 'utf8')) as object;
      writeFileSync(
        join(lock, '9'),
        JSON.stringify({
          ...holder,
          pid: Number(pid),
          begun: stat()
            .replace(/^.*\) /, '')
            .split(' ')[19],
        }),
      );
    });
    expect(await withFolderLock(path, LOCKED, async () => 'in')).to.equal('in');
    parent.kill();
  });

  it('takes a holder that says nothing for one that works', async () => {
    mkdirSync(join(path, '.lock'));
    writeFileSync(join(path, '.lock', '1'), 'null');
    expect(await messageOf(withFolderLock(path, LOCKED, async () => 'in'))).to.match(/^file-busy: /);
  });

  it('lies in a folder that nobody else may write in, where keys are', async () => {
    const before = process.umask(0);
    try {
      mkdirSync(join(path, 'keys'), { mode: 0o700 });
      await new KeyFolder(join(path, 'keys')).add(Date.now());
    } finally {
      process.umask(before);
    }
    expect(statSync(join(path, 'keys', '.lock')).mode & 0o777).to.equal(0o700);
  });

  it('is not begun where there are no keys to change', async () => {
    const { code } = await new KeyFolder(path).rotate(Date.now()).then(
      () => ({ code: 'rotated' }),
      (error: { code: string }) => error,
    );
    expect([code, readdirSync(path)]).to.deep.equal(['bad-file', []]);
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
