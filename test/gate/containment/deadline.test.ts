// What ends a contained judge: its own work is told apart from a machine that gives it no time.
import { type ChildProcess, spawn } from 'node:child_process';
import { expect } from 'chai';
import { Deadline, type Over } from '../../../src/gate/containment/deadline.ts';

describe('containment: the time of a child', function () {
  this.timeout(30_000);
  let child: ChildProcess;
  afterEach(() => child.kill('SIGKILL'));

  const ended = (program: string, most: number): Promise<Over> => {
    child = spawn(process.execPath, ['-e', program], { stdio: 'ignore' });
    return new Promise((resolve) => new Deadline(child.pid, most, true, resolve));
  };

  it('is used up by work', async () => expect(await ended('for (;;);', 300)).to.equal('work'));

  it("is not used up by one that gets no processor: that is nobody's cost", async function () {
    if (process.platform !== 'linux') this.skip();
    // It starts in some tens of milliseconds, and then waits for ever.
    expect(await ended('setTimeout(() => {}, 1e8)', 1_000)).to.equal('waiting');
  });
});
