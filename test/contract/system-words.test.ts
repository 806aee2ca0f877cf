// What the system says, in words: a code that people meet is explained by them.
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { systemWords } from '../../src/contract/system-words.ts';

const errorOf = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

describe('words of the system', () => {
  it('say what a file is that is not there, and one that is too large to be text', () => {
    expect(systemWords(errorOf(() => readFileSync('/nowhere')))).to.equal('there is no such file or folder (ENOENT)');
    // What readFileSync does with what it has read.
    expect(systemWords(errorOf(() => Buffer.allocUnsafe(2 ** 29 + 1).toString('utf8')))).to.match(
      /^it is longer than 512 MiB.*split it \(/,
    );
  });

  it('say that a file is too large to be read at once', () => {
    const folder = mkdtempSync(join(tmpdir(), 'axproof-words-'));
    const file = join(folder, 'sparse');
    writeFileSync(file, '');
    truncateSync(file, 2 ** 32);
    const words = systemWords(errorOf(() => readFileSync(file)));
    rmSync(folder, { recursive: true });
    expect(words).to.match(/^it is longer than 2 GiB.* \(ERR_FS_FILE_TOO_LARGE\)$/);
  });

  it('are the code itself where nobody has said more', () => {
    expect(systemWords({ code: 'EWHATEVER' })).to.equal('EWHATEVER');
    expect(systemWords('broken')).to.equal('broken');
  });
});
