// The real streams of a command: a full disk, and a reader that has gone.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { cpuMs } from '../../bench/parts/process-figures.ts';
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

  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    it(`sleep while nobody reads them, and end at ${signal}`, async function () {
      if (!existsSync('/proc/self/stat')) return this.skip();
      // More than a pipe takes.
      const args = ['--import', 'tsx', join(ROOT, 'src/mounts/cli/bin.ts'), 'grade', 'fixtures/targets/good.yaml', '--json', '--quiet'];
      const fifo = join(mkdtempSync(join(tmpdir(), 'axproof-fifo-')), 'out');
      execFileSync('mkfifo', [fifo]);
      const pipe = openSync(fifo, 'r+');
      const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', pipe, 'ignore'] });
      const ended = once(child, 'exit');
      const spent = (): number => cpuMs(child.pid as number);
      // It has come to the pipe when it does next to nothing any more.
      for (let [before, now] = [0, spent()]; now - before > 100 || now < 200; now = spent()) {
        before = now;
        await pause(1000);
      }
      // One that comes in the moment before the pipe is full goes to a listener that never gets its turn; the next one ends it.
      for (let n = 0; n < 10 && child.exitCode === null && child.signalCode === null; n++) {
        child.kill(signal);
        await Promise.race([ended, pause(1000)]);
      }
      const lives = child.exitCode === null && child.signalCode === null;
      if (lives) child.kill('SIGKILL');
      expect(lives ? 'lives on' : await ended).to.deep.equal([null, signal]);
      closeSync(pipe);
    });
});
