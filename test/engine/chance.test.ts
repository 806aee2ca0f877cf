// Seeded chance: published vectors, uniformity bounds, and independence of streams.
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import fc from 'fast-check';
import { bounded, runNonce, shuffled, streamKey, words } from '../../src/engine/probe/chance.ts';

interface Vector {
  seed: number;
  name: string;
  index: number;
  key: string;
  words: number[];
  shuffled: number[];
}
const vectors = JSON.parse(readFileSync(new URL('../../fixtures/vectors/sampling.json', import.meta.url), 'utf8')) as {
  streams: Vector[];
  nonces: { seed: number; nonce: string }[];
};

const take = (next: () => number, n: number): number[] => Array.from({ length: n }, next);

describe('engine/chance', () => {
  for (const v of vectors.streams) {
    it(`gives the published stream of seed ${v.seed}, ${v.name}/${v.index}`, () => {
      const key = streamKey(v.seed, v.name, v.index);
      expect(key.toString('hex')).to.equal(v.key);
      expect(take(words(key), v.words.length)).to.deep.equal(v.words);
      expect(shuffled([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], words(key))).to.deep.equal(v.shuffled);
    });
  }

  for (const v of vectors.nonces) it(`gives the published nonce of seed ${v.seed}`, () => expect(runNonce(v.seed)).to.equal(v.nonce));

  it('keeps bounded integers in range and redraws below the threshold (Lemire)', () => {
    // n = 3: 2^32 mod 3 = 1, so the word 0 (low part 0 < 1) must be redrawn.
    const given = [0, 0xffffffff];
    expect(bounded(() => given.shift() as number, 3)).to.equal(2);
    expect(given).to.deep.equal([]);
  });

  it('draws as Lemire wrote it, in whole numbers of any size', () => {
    const written = (next: () => number, n: number): number => {
      const size = BigInt(n);
      const threshold = (2n ** 32n - size) % size;
      for (;;) {
        const product = BigInt(next()) * size;
        if ((product & 0xffffffffn) >= threshold) return Number(product >> 32n);
      }
    };
    const word = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 0xffffffff }), fc.constant(0xffffffff));
    const size = fc.oneof(
      fc.integer({ min: 1, max: 100 }),
      fc.integer({ min: 2 ** 21 - 3, max: 2 ** 21 + 3 }),
      fc.integer({ min: 1, max: 2 ** 32 }),
    );
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), size, (given, n) => {
        // Words without end, and the same for both.
        const stream = (): { next: () => number; drawn: () => number } => {
          let at = 0;
          return { next: () => given[at++] ?? Math.imul(at, 0x9e3779b9) >>> 0, drawn: () => at };
        };
        const [ours, theirs] = [stream(), stream()];
        expect([bounded(ours.next, n), ours.drawn()]).to.deep.equal([written(theirs.next, n), theirs.drawn()]);
      }),
      { numRuns: 3000 },
    );
  });

  it('shuffles without loss', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.array(fc.integer(), { maxLength: 50 }), (seed, items) => {
        const out = shuffled(items, words(streamKey(seed, 'p', 0)));
        expect([...out].sort()).to.deep.equal([...items].sort());
      }),
    );
  });

  it('is close to uniform', () => {
    const counts = [0, 0, 0, 0, 0, 0];
    const next = words(streamKey(7, 'uniform', 0));
    for (let i = 0; i < 60_000; i++) counts[bounded(next, 6)]!++;
    for (const c of counts) expect(c).to.be.within(9_600, 10_400);
  });
});
