// What a command writes where nobody named a file: a terminal is moved by no target, and a pipe gets every byte.
import { expect } from 'chai';
import { writeOut } from '../../src/mounts/cli/files.ts';
import { held } from './io.ts';

describe('text on stdout', () => {
  const text = 'curl \\\n\t"\u009b2J\u202e\u0007"\n';

  it('is made inert on a terminal, lines and indents apart', () => {
    const { io, ran } = held({ outIsTerminal: true });
    writeOut(undefined, text, io);
    expect(ran().out).to.equal('curl \\\n\t"\\u{9b}2J\\u{202e}\\u{7}"\n');
  });

  it('is what it is in a pipe', () => {
    const { io, ran } = held();
    writeOut(undefined, text, io);
    expect(ran().out).to.equal(text);
  });
});
