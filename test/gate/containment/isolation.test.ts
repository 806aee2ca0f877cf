// Whether this machine can contain a stranger's spec is tried, and tried again where it failed: a probe may have been late.
import { copyFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { CHILD_SCRIPT } from '../../../src/gate/containment/contain.ts';
import { isolation } from '../../../src/gate/containment/isolation.ts';
import { builtChild } from './built.ts';

describe('isolation', function () {
  this.timeout(60_000);

  it('that was not found is looked for again after a while, and not before', async function () {
    await builtChild();
    if (!(await isolation(CHILD_SCRIPT)).ok) return this.skip();
    const script = join(mkdtempSync(join(tmpdir(), 'axproof-isolation-')), 'child.cjs');
    writeFileSync(script, 'process.exit(1)');
    const again = 500;
    expect((await isolation(script, again)).ok).to.equal(false);
    copyFileSync(CHILD_SCRIPT, script);
    expect((await isolation(script, again)).ok, 'at once').to.equal(false);
    await pause(2 * again);
    expect((await isolation(script, again)).ok, 'later').to.equal(true);
  });
});
