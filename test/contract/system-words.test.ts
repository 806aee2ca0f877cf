// What the system says, in words: a code that people meet is explained by them.
import { readFileSync } from 'node:fs';
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

  it('are the code itself where nobody has said more', () => {
    expect(systemWords({ code: 'EWHATEVER' })).to.equal('EWHATEVER');
    expect(systemWords('broken')).to.equal('broken');
  });
});
