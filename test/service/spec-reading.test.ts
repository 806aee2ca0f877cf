// Long specs are read in threads, one after the other, and nobody's many keep another's waiting outside.
import { expect } from 'chai';
import type { AxproofError } from '../../src/contract/errors.ts';
import { type Spec, specOf } from '../../src/gate/spec.ts';
import { readConfig } from '../../src/service/config.ts';
import { WorkerPool } from '../../src/service/pool.ts';
import { SpecReading } from '../../src/service/spec-reading.ts';

const MiB = 1024 * 1024;
const document = (length: number, more: object = {}): object => ({ z: 'a', name: 'x'.repeat(length), ...more });
const carried = (length: number): object => ({ documents: { 'api.json': { text: 'x'.repeat(length) } } });
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'read',
    (error: AxproofError) => error.code,
  );

/** A thread that works when it is let. */
function slowThread() {
  const waiting: (() => void)[] = [];
  let begun = 0;
  return {
    begun: () => begun,
    async go(): Promise<void> {
      waiting.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
    async readSpec(text: string): Promise<{ spec: Spec }> {
      begun++;
      await new Promise<void>((resolve) => void waiting.push(resolve));
      return { spec: specOf(JSON.parse(text)) };
    },
  };
}

describe('the reading of callers’ specs', function () {
  this.timeout(60_000);

  it('gives the canonical form and digest, short or long, and refuses alike', async () => {
    const pool = new WorkerPool(readConfig({ AXPROOF_WORKERS: '1' }));
    const reading = new SpecReading(pool);
    try {
      for (const spec of [document(10), document(200_000), { a: 1, ...carried(MiB) }])
        expect(await reading.read(spec, 'a')).to.deep.equal(specOf(spec));
      for (const spec of [document(300_000), carried(3 * MiB)]) expect(await codeOf(reading.read(spec, 'a'))).to.equal('spec-too-large');
      expect(await codeOf(reading.read('x'.repeat(20_000), 'a'))).to.equal('bad-pack');
    } finally {
      await pool.close();
    }
  });

  it('asks no thread for what is short, and works at one long spec at a time', async () => {
    const thread = slowThread();
    const reading = new SpecReading(thread);
    await reading.read(document(1000), 'a');
    expect(thread.begun()).to.equal(0);
    const all = ['a', 'b', 'c'].map((caller) => codeOf(reading.read(document(100_000), caller)));
    for (const many of [1, 2, 3]) {
      await new Promise((resolve) => setImmediate(resolve));
      expect(thread.begun()).to.equal(many);
      await thread.go();
    }
    expect(await Promise.all(all)).to.deep.equal(['read', 'read', 'read']);
  });

  it('goes on behind one that is refused', async () => {
    const failed = { failed: { code: 'bad-pack', message: 'the spec cannot be read', details: [] } };
    const reading = new SpecReading({ readSpec: async (text) => (text.includes('bad') ? failed : { spec: specOf(JSON.parse(text)) }) });
    const all = [document(20_000, { bad: true }), document(20_000)].map((spec) => codeOf(reading.read(spec, 'a')));
    expect(await Promise.all(all)).to.deep.equal(['bad-pack', 'read']);
  });

  it('has room for some of each caller, and makes room again', async () => {
    const thread = slowThread();
    const reading = new SpecReading(thread);
    const send = (caller: string): Promise<string> => codeOf(reading.read(carried(2 * MiB - 100), caller));
    const own = [send('a'), send('a')];
    expect(await send('a')).to.equal('busy');
    const others = Array.from({ length: 10 }, (_, i) => send(`b${i}`));
    expect(await send('c'), 'of all').to.equal('busy');
    while (thread.begun() < 12) await thread.go();
    await thread.go();
    expect(await Promise.all([...own, ...others])).to.deep.equal(Array(12).fill('read'));
    const again = send('a');
    await new Promise((resolve) => setImmediate(resolve));
    await thread.go();
    expect(await again).to.equal('read');
  });
});
