// Folders are made level by level, and what is in the way is told as the system tells it.
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { makeFolders } from '../../src/attest/make-folders.ts';
import { newFolder } from '../store/backends.ts';

const codeOf = (work: () => void): unknown => {
  try {
    work();
    return undefined;
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
};

describe('folders', () => {
  const folder = newFolder();

  it('are made with those above them, and may be there already', () => {
    const path = join(folder, 'a/b/c');
    makeFolders(path, 0o700);
    makeFolders(path, 0o700);
    makeFolders(`${path}/`, 0o700);
    for (const made of [path, join(folder, 'a')]) expect(statSync(made).mode & 0o777).to.equal(0o700);
    mkdirSync(join(folder, 'shared'), { mode: 0o755 });
    makeFolders(join(folder, 'shared'), 0o700);
    expect(statSync(join(folder, 'shared')).mode & 0o777, 'one that was there stays as it is').to.equal(0o755);
  });

  it('are not made where a file or the system is in the way', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(codeOf(() => makeFolders(file))).to.equal('EEXIST');
    expect(codeOf(() => makeFolders(join(file, 'below')))).to.equal('ENOTDIR');
    // Linux has no folder there and makes none; Node's own recursive way never comes back.
    if (process.platform === 'linux') expect(codeOf(() => makeFolders('/proc/axproof/keys'))).to.equal('ENOENT');
  });
});
