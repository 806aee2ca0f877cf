// Logs whose writer stops anywhere, is killed, or is not alone: what was promised stays, and nothing is signed twice.
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { withFolderLock } from '../../../src/attest/folder-lock.ts';
import { checkLog } from '../../../src/attest/log/check-log.ts';
import { entriesOf } from '../../../src/attest/log/entries.ts';
import { LocalLog } from '../../../src/attest/log/local-log.ts';
import { LogFolder } from '../../../src/attest/log/log-folder.ts';
import { codeOf, digest, digests, folder, signer, sweep } from './keeper.ts';

const { key } = signer;
const checkpointOf = (path: string): string => readFileSync(join(path, 'checkpoint'), 'utf8');

/** Stops before its n-th write, with half of a file in the temporary folder. */
class FailingFolder extends LogFolder {
  left: number;
  written: string[] = [];
  constructor(path: string, left: number) {
    super(path);
    this.left = left;
  }
  protected override async writeOne(name: string, bytes: Uint8Array): Promise<void> {
    if (this.left-- <= 0) {
      writeFileSync(join(this.path, '.tmp', `half-${this.left}`), bytes.subarray(0, bytes.length / 2));
      throw new Error('the power went');
    }
    await super.writeOne(name, bytes);
    this.written.push(name);
  }
  override async remove(): Promise<void> {}
}

function writer(path: string, name: string, count: number): { child: ChildProcess; lines: string[]; ended: Promise<void> } {
  const file = fileURLToPath(new URL('./writer.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import=tsx', file, path, name, String(count)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  let text = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    const whole = text.split('\n');
    text = whole.pop() ?? '';
    lines.push(...whole);
  });
  return { child, lines, ended: new Promise((resolve) => child.once('close', () => resolve())) };
}

function entriesIn(path: string): string[] {
  const files = readdirSync(join(path, 'tile/entries/000.p')).map(Number);
  const bundle = readFileSync(join(path, 'tile/entries/000.p', String(Math.max(...files))));
  return (entriesOf(bundle) ?? []).map((entry) => Buffer.from(entry).toString());
}

describe('a log whose writer fails', function () {
  this.timeout(30_000);
  after(sweep);

  it('stays readable and goes on, wherever a write stops', async () => {
    const whole = new FailingFolder(folder(), Number.POSITIVE_INFINITY);
    const first = await LocalLog.begin(whole, signer);
    await first.appendAll(digests(250));
    const base = folder();
    cpSync(whole.path, base, { recursive: true });
    const kept = checkpointOf(base);
    whole.written = [];
    await first.appendAll(digests(10, 250));
    expect([...whole.written].sort()).to.deep.equal([
      'checkpoint',
      'tile/0/000',
      'tile/0/001.p/4',
      'tile/1/000.p/1',
      'tile/entries/000',
      'tile/entries/001.p/4',
    ]);
    expect(whole.written.at(-1)).to.equal('checkpoint');
    for (let left = 0; left < whole.written.length; left++) {
      const path = folder();
      cpSync(base, path, { recursive: true });
      expect(await codeOf(new LocalLog(new FailingFolder(path, left), signer).appendAll(digests(10, 250)))).to.equal('bad-file');
      expect((await checkLog(path, key, kept)).size, `after ${left} writes`).to.equal(250);
      // Others than those that the stopped writer had.
      const log = new LocalLog(path, signer);
      await log.appendAll(digests(3, 1000));
      expect((await checkLog(path, key, kept)).size).to.equal(253);
      await log.appendAll(digests(30, 2000));
      expect((await checkLog(path, key, kept)).size).to.equal(283);
      expect(readdirSync(path).sort()).to.deep.equal(['.lock', '.tmp', 'checkpoint', 'tile']);
      expect(readdirSync(join(path, '.tmp'))).to.deep.equal([]);
    }
    // Partial tiles that were not cleared away do no harm.
    expect((await checkLog(whole.path, key)).size).to.equal(260);
  });

  it('goes on in the same process after a failure that passes', async () => {
    const path = folder();
    const disk = new FailingFolder(path, Number.POSITIVE_INFINITY);
    const log = await LocalLog.begin(disk, signer);
    await log.appendAll(digests(5));
    disk.left = 2;
    expect(await codeOf(log.append(digest(5)))).to.equal('bad-file');
    disk.left = Number.POSITIVE_INFINITY;
    expect((await log.append(digest(6))).index).to.equal(5);
    expect((await checkLog(path, key)).size).to.equal(6);
  });

  it('keeps what was promised when it is killed, and lets the next one in at once', async () => {
    const path = folder();
    await LocalLog.begin(path, signer);
    const promised: string[] = [];
    for (let kill = 0; kill < 2; kill++) {
      const { child, lines, ended } = writer(path, `killed ${kill}`, 1_000);
      while (lines.length < 3 + kill && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 5));
      child.kill('SIGKILL');
      await ended;
      promised.push(...lines);
    }
    const last = await new LocalLog(path, signer).append(digest(0));
    expect((await checkLog(path, key)).size).to.equal(last.index + 1);
    const entries = entriesIn(path);
    expect(promised.length).to.be.at.least(7);
    for (const line of promised) expect(entries[Number(line.split(' ')[0])]).to.equal(line.split(' ')[1]);
  });

  it('is not forked by two processes', async () => {
    const path = folder();
    await LocalLog.begin(path, signer);
    const [one, two] = [writer(path, 'one', 12), writer(path, 'two', 12)];
    const here = new LocalLog(path, signer);
    const logged = await here.appendAll(digests(5));
    await Promise.all([one.ended, two.ended]);
    const lines = [...one.lines, ...two.lines];
    expect(lines).to.have.length(24);
    expect(new Set([...lines.map((line) => Number(line.split(' ')[0])), ...logged.map(({ index }) => index)]).size).to.equal(29);
    expect((await checkLog(path, key, logged[0]!.checkpoint)).size).to.equal(29);
  });
});

describe('the lock of a log', () => {
  after(sweep);
  const holder = (path: string, number: number, text: string): void => {
    mkdirSync(join(path, '.lock'), { recursive: true });
    writeFileSync(join(path, '.lock', String(number)), text);
  };
  const inTurn = <T>(path: string, work: () => Promise<T>, mostPauses?: number): Promise<T> =>
    withFolderLock(path, { what: path, busy: 'log-busy', ...(mostPauses === undefined ? {} : { mostPauses }) }, work);
  const top = (path: string): string => {
    const numbers = readdirSync(join(path, '.lock')).map(Number);
    return readFileSync(join(path, '.lock', String(Math.max(...numbers))), 'utf8');
  };

  it('lets one in at a time', async () => {
    const path = folder();
    let inside = 0;
    const most: number[] = [];
    const work = async (): Promise<void> => {
      most.push(++inside);
      await new Promise((resolve) => setTimeout(resolve, 2));
      inside--;
    };
    await Promise.all(Array.from({ length: 20 }, () => inTurn(path, work)));
    expect([most.length, Math.max(...most)]).to.deep.equal([20, 1]);
    expect(readdirSync(join(path, '.lock'))).to.have.length(1);
  });

  it('is given back after a failure', async () => {
    const path = folder();
    expect(await codeOf(inTurn(path, () => Promise.reject(new Error('no'))))).to.equal('no');
    expect(await inTurn(path, async () => 'in', 0)).to.equal('in');
  });

  it('is taken over from a process that is gone, or whose number another one has', async () => {
    for (const change of [{ pid: 2 ** 22 + 1 }, { begun: '1' }]) {
      const path = folder();
      const own = await inTurn(path, async () => JSON.parse(top(path)) as object);
      holder(path, 7, JSON.stringify({ ...own, ...change }));
      expect(await inTurn(path, async () => 'in', 0)).to.equal('in');
    }
  });

  it('is never taken from a process that may live', async () => {
    for (const change of [{}, { place: 'another machine', pid: 2 ** 22 + 1 }]) {
      const path = folder();
      const own = await inTurn(path, async () => JSON.parse(top(path)) as object);
      holder(path, 7, JSON.stringify({ ...own, ...change }));
      expect(await codeOf(inTurn(path, async () => 'in', 2))).to.equal('log-busy');
    }
    const path = folder();
    holder(path, 1, 'what is this');
    expect(await codeOf(inTurn(path, async () => 'in', 2))).to.equal('log-busy');
  });
});
