// The libraries do the work that they are named for: over the cases, canonicalize writes every canonical form and jsonpath-plus evaluates every path.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import type { counts } from './counting/counts.ts';

const file = (name: string): string => fileURLToPath(new URL(`counting/${name}`, import.meta.url));

describe('libraries', function () {
  this.timeout(180_000);

  it('write every canonical form and evaluate every path of the cases', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--import=tsx', `--import=${file('register.mjs')}`, file('cases.ts')]);
    const count = JSON.parse(stdout) as typeof counts & { cases: number };
    expect(count.cases).to.be.above(30);
    expect(count.texts).to.be.above(count.cases);
    expect(count.written).to.equal(count.texts);
    expect(count.digested).to.be.above(0);
    expect(count.canonical).to.equal(count.digested);
    expect(count.nodes).to.be.above(count.cases);
    expect(count.evaluated).to.equal(count.paths);
    expect(count.evalOn).to.equal(0);
  });
});
