// A time that is given to what is sent is heard, whatever is collected meanwhile.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { within } from '../src/run/within.ts';
import { ROOT } from './sources.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Whether a signal was heard within a second, with garbage collected before. */
async function heard(signal: AbortSignal): Promise<boolean> {
  const fired = new Promise<boolean>((resolve) => signal.addEventListener('abort', () => resolve(true), { once: true }));
  for (let i = 0; i < 5; i++) {
    collect();
    await after(10);
  }
  return Promise.race([fired, after(1000, false)]);
}

describe('a time that is given', () => {
  it('is given by nothing that Node 20 forgets: what hands its signal on does not take AbortSignal.timeout', () => {
    // fetch holds the signal itself.
    const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
    const using = files.filter((path) => /AbortSignal\.timeout\(/.test(readFileSync(join(ROOT, 'src', path), 'utf8')));
    expect(using).to.deep.equal(['start/restate/calls.ts']);
  });

  const other = new AbortController();

  it('ends beside another signal, though garbage is collected', async () => expect(await within(300, other.signal, heard)).to.equal(true));

  it('ends with the other signal', async () => {
    setTimeout(() => other.abort(), 200);
    expect(await within(10_000, other.signal, heard)).to.equal(true);
  });

  it('needs no other signal, and gives what the work gives', async () => {
    expect(await within(300, undefined, heard)).to.equal(true);
    expect(await within(300, undefined, async (signal) => signal.aborted)).to.equal(false);
  });
});
