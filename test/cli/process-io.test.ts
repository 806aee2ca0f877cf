// The real streams of a command: a full disk, and a reader that has gone.
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { ROOT } from '../sources.ts';

const FULL = '/dev/full';

describe('the streams of a command', function () {
  this.timeout(30_000);

  function helped(stdout: number, stderr: number | 'pipe'): { status: number | null; stderr: string } {
    const args = ['--import', 'tsx', join(ROOT, 'src/mounts/cli/bin.ts'), '--help'];
    const { status, stderr: notes } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: ['ignore', stdout, stderr], encoding: 'utf8' });
    return { status, stderr: notes };
  }

  it('say that a disk is full, as a fault of the file', function () {
    if (!existsSync(FULL)) return this.skip();
    const full = openSync(FULL, 'w');
    const { status, stderr } = helped(full, 'pipe');
    expect(status).to.equal(2);
    expect(stderr).to.match(/^axproof: bad-file: the standard output cannot be written: the disk is full \(ENOSPC\)\n/);
    expect(helped(full, full).status).to.equal(2);
    closeSync(full);
  });
});
