// By which key runs join: what makes two of them different, and nothing else.
import { expect } from 'chai';
import { keyOf, type RunOrder } from '../../src/service/run-request.ts';
import { packDigest } from '../store/sample.ts';

describe('the key of a run', () => {
  it('is that of target, pack, seed and kind', () => {
    const run: RunOrder = { kind: 'grade', origin: 'https://example.com', digest: packDigest, seed: null, reach: 'public' };
    const others: RunOrder[] = [
      { ...run, kind: 'pinned' },
      { ...run, origin: 'https://example.org' },
      { ...run, digest: 'x' },
      { ...run, seed: 0 },
      { ...run, ratified: true },
    ];
    const keys = [run, ...others].map(keyOf);
    expect(new Set(keys).size).to.equal(6);
    expect(keyOf({ ...run })).to.equal(keys[0]);
  });
});
