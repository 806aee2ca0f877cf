// What stands where axproof census keeps its lock and its order belongs to whoever put it there; and rows of an earlier census that stand twice count once.
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, promises, readFileSync, symlinkSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { expect } from 'chai';
import { withFolderLock } from '../../src/attest/folder-lock.ts';
import { cli, held, type Ran } from './io.ts';
import { type Folder, folder, STATUS_PACK } from './suite-folder.ts';

/** Nobody is there. */
const TARGET = 'http://127.0.0.1:1';

describe('places of a census', function () {
  // The first one loads all that a census needs.
  this.timeout(60_000);
  let dir: Folder;
  beforeEach(() => {
    dir = folder(STATUS_PACK);
    dir.write({ list: TARGET });
  });
  afterEach(() => dir.remove());

  async function census(list: string, ...more: string[]): Promise<Ran> {
    const { io, ran } = held();
    const places = [dir.path(list), '--out', dir.path('out'), '--pack', dir.path('status'), '--allow-private', '--seed', '7'];
    return { status: await cli(['census', ...places, ...more], io), ...ran() };
  }

  const refused: [string, () => Promise<Ran>, RegExp][] = [
    ['that is its list', () => census('out.lock'), /bad-usage: .*out\.lock is read, and would be written over/],
    ['that is the folder of its reports', () => census('list', '--reports', dir.path('out.lock')), /bad-usage: two outputs .*out\.lock/],
    ['that is its page', () => census('list', '--html', dir.path('out.lock')), /bad-usage: two outputs .*out\.lock/],
    ['that is somebody else\u2019s file', () => census('list'), /bad-file: .*out\.lock cannot be made/],
  ];
  for (const [title, ran, said] of refused)
    it(`are refused where the lock would be a file ${title}, which stays`, async () => {
      dir.write({ 'out.lock': TARGET });
      const { status, err } = await ran();
      expect([status, dir.read('out.lock'), existsSync(dir.path('out'))], err).to.deep.equal([2, TARGET, false]);
      expect(err).to.match(said);
    });

  it('are refused where the lock would be a folder with other files, which stay', async () => {
    mkdirSync(dir.path('out.lock'));
    dir.write({ 'out.lock/mine': 'x' });
    const { status, err } = await census('list');
    expect([status, dir.read('out.lock/mine')]).to.deep.equal([2, 'x']);
    expect(err).to.match(/bad-usage: .*out\.lock would lock --out, and holds other files \("?mine"?\)/);
  });

  it('keep the lock of a census that begins in the moment in which another ends', async () => {
    const { rename } = promises;
    let leave = (): void => {};
    let second: Promise<void> | undefined;
    // The first gives its lock back by this.
    promises.rename = async (from, to) => {
      await rename(from, to);
      Object.assign(promises, { rename });
      syncBuiltinESMExports();
      const begun = new Promise<void>((begin) => {
        const work = (): Promise<void> =>
          new Promise((end) => {
            leave = end;
            begin();
          });
        second = withFolderLock(dir.path('out.lock'), { what: 'out', mostPauses: 0 }, work);
      });
      await Promise.race([begun, second]);
    };
    syncBuiltinESMExports();
    const first = await census('list');
    expect(first.status, first.err).to.equal(3);
    const third = await census('list');
    leave();
    await second;
    expect(third.err).to.match(/file-busy: another process works on/);
  });

  it('are those of the file where a link leads to it: one works on it at a time, and the link stays', async () => {
    dir.write({ real: '' });
    symlinkSync('real', dir.path('out'));
    mkdirSync(dir.path('real.lock'));
    let first: Ran | undefined;
    await withFolderLock(dir.path('real.lock'), { what: 'real', mostPauses: 0, passing: true }, async () => {
      first = await census('list');
    });
    expect(first?.err).to.match(/^axproof: file-busy/);
    const { status, err } = await census('list');
    expect([status, lstatSync(dir.path('out')).isSymbolicLink()], err).to.deep.equal([3, true]);
    expect(JSON.parse(dir.read('real'))).to.have.nested.property('error.code', 'unreachable');
  });

  it('leave what stands beside them as it is', async () => {
    dir.write({ 'out.sorted': TARGET });
    const { status, err } = await census('out.sorted');
    expect([status, dir.read('out.sorted'), existsSync(dir.path('out.lock'))], err).to.deep.equal([3, TARGET, false]);
  });

  it('have the last row of an earlier census too where its line feed is missing, but none that was cut off', async () => {
    await census('list');
    dir.write({ whole: dir.read('out').trimEnd(), cut: `${dir.read('out')}{"target":"http` });
    for (const earlier of ['whole', 'cut']) {
      const { out, err } = await census('list', '--compare', dir.path(earlier));
      expect(out, err).to.include('since the earlier census: 1 as they were').and.not.to.include('new in the list');
    }
  });

  it('take an earlier census out of a pipe, and say what is none', async () => {
    await census('list');
    execFileSync('mkfifo', [dir.path('pipe')]);
    execFile('cp', [dir.path('out'), dir.path('pipe')]);
    const { out, err } = await census('list', '--compare', dir.path('pipe'));
    expect(out, err).to.include('since the earlier census: 1 as they were');
    const folder = await census('list', '--compare', dir.path('status'));
    expect(folder.err).to.match(/^axproof: bad-file: .*status cannot be read: it is a folder \(EISDIR\)/);
  });

  it('are made before anything is asked', async () => {
    const { err } = await census('list', '--html', dir.path('pages/out.html'), '--parquet', dir.path('tables/out.parquet'));
    expect([existsSync(dir.path('pages/out.html')), existsSync(dir.path('tables/out.parquet'))], err).to.deep.equal([true, true]);
  });

  it('count a row of an earlier census once', async () => {
    await census('list');
    const { error: _, ...row } = JSON.parse(dir.read('out'));
    const seen = { grade: 'B', points: 1, outOf: 1, conclusive: true, lies: [], checks: {}, verdictDigest: `sha256:${'0'.repeat(64)}` };
    const text = JSON.stringify({ ...row, ...seen });
    dir.write({ old: `${text}\n${text}\n` });
    const { out } = await census('list', '--html', dir.path('page'), '--compare', dir.path('old'));
    expect(out).to.match(/no longer graded: .*grade B -> unreachable/);
    expect(readFileSync(dir.path('page'), 'utf8'))
      .to.include('1 graded')
      .and.not.to.include('2 graded');
  });
});
