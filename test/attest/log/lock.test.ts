// The lock of a log when the disk fails: the first fault is the one that is told.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { withLogLock } from '../../../src/attest/log/log-lock.ts';

describe('the lock of a log', () => {
  const work = (log: string, fault?: Error) => async (): Promise<void> => {
    rmSync(join(log, '.lock'), { recursive: true });
    if (fault) throw fault;
  };
  const codeOf = (promise: Promise<unknown>): Promise<string> =>
    promise.then(
      () => 'fine',
      (error: { message: string }) => error.message,
    );

  it('tells what the work failed by, where it cannot be given back either', async () => {
    const log = mkdtempSync(join(tmpdir(), 'axproof-'));
    expect(await codeOf(withLogLock(log, work(log, new Error('no space for the work'))))).to.equal('no space for the work');
    expect(await codeOf(withLogLock(log, work(log)))).to.match(/cannot be locked \(ENOENT\)/);
    rmSync(log, { recursive: true });
  });
});
