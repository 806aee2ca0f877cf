// The worker of a checkout offers what the built one does: whoever asks it for something else hears nothing of it.
import { expect } from 'chai';

describe('the worker of a checkout', () => {
  it('has all that the worker has', async () => {
    const built = await import('../../src/service/worker.ts');
    const dev = await import('../../src/service/worker-dev.mjs' as string);
    expect(Object.keys(dev).sort()).to.deep.equal(Object.keys(built).sort());
  });
});
