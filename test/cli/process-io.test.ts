// The real streams of a command: a full disk, and a reader that has gone.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, existsSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { cpuMs } from '../../bench/parts/process-figures.ts';
import { jcs } from '../../src/json/jcs.ts';
import { crud, crudSpec } from '../http/crud.ts';
import { ROOT } from '../sources.ts';
import { builtCommand } from './packed.ts';

const FULL = '/dev/full';

describe('the streams of a command', function () {
  this.timeout(30_000);

  // As it is built: from its sources it would be compiled at every start.
  const command = builtCommand();
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'axproof-fifo-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function newPipe(): string {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    return pipe;
  }

  const begin = (args: readonly string[], stdout: number | 'ignore' = 'ignore') =>
    spawn(process.execPath, [command, ...args], { cwd: ROOT, stdio: ['ignore', stdout, 'ignore'] });

  function helped(stdout: number, stderr: number | 'pipe'): { status: number | null; stderr: string } {
    const args = [command, '--help'];
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
      const pipe = openSync(newPipe(), 'r+');
      const child = begin(['grade', 'fixtures/targets/good.yaml', '--json', '--quiet'], pipe);
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

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    it(`end at ${signal} with 130, once cleanup took away what was made`, async function () {
      if (process.platform === 'win32') return this.skip();
      const token = 'token-of-a-test';
      const api = await crud(token);
      api.fault = 'hang';
      const spec = join(folder, 'spec.json');
      writeFileSync(spec, jcs(crudSpec.document));
      const ratified = ['--spec', spec, '--expect-digest', crudSpec.digest, '--allow-writes', '--quiet'];
      const child = spawn(process.execPath, [command, 'verify', api.origin, ...ratified, '--env', 'note=n', '--secret-env', 'token'], {
        env: { PATH: process.env.PATH, token },
        stdio: 'ignore',
      });
      const ended = once(child, 'exit');
      while (!api.heard.some((one) => one.startsWith('GET')) && child.exitCode === null) await pause(20);
      child.kill(signal);
      // A shell whose terminal closes hangs up on its commands, and the system then does so once more.
      if (signal === 'SIGHUP') setTimeout(() => child.kill(signal), 5);
      const end = await ended;
      api.close();
      expect([end, [...api.things]]).to.deep.equal([[130, null], []]);
      expect(api.heard.at(-1)).to.equal('DELETE /things/1');
    });

  const readers: [string, (pipe: string) => string[]][] = [
    ['replay', (pipe) => ['replay', pipe]],
    ['a baseline of grade', (pipe) => ['grade', 'fixtures/targets/good.yaml', '--quiet', '--baseline', pipe]],
    ['suite', (pipe) => ['suite', pipe]],
    ['a list of census', (pipe) => ['census', pipe, '--out', join(folder, 'out')]],
  ];
  for (const [name, argsOf] of readers)
    it(`end at SIGTERM while ${name} waits for a pipe that nobody writes to`, async function () {
      if (process.platform !== 'linux') return this.skip();
      const pipe = newPipe();
      const child = begin(argsOf(pipe));
      const ended = once(child, 'exit');
      const writer = await openForReader(pipe);
      child.kill('SIGTERM');
      const end = await Promise.race([ended, pause(5000)]);
      child.kill('SIGKILL');
      closeSync(writer);
      expect(end).to.deep.equal([null, 'SIGTERM']);
    });
});

/** Opens a pipe to write as soon as somebody opens it to read, and writes nothing (fifo(7): ENXIO until then). */
async function openForReader(pipe: string): Promise<number> {
  for (;;) {
    try {
      return openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENXIO') throw error;
      await pause(20);
    }
  }
}
